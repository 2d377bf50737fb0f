"""What the readers draw, and for how long their fields are on."""

import pytest

from hardware.simulated.pn532.ledger import Ledger, ReaderCurrents


def test_a_field_that_is_switched_on_again_has_been_on_all_along() -> None:
    ledger = Ledger({1: (0.0, 0.0)}, 50.0, ReaderCurrents(field_ma=100.0, idle_ma=30.0))
    ledger.announce(1, 10.0, "idle")
    ledger.announce(1, 11.0, "field on")
    ledger.announce(1, 12.0, "field on")
    ledger.account(14.0)
    assert ledger.fields() == {1: 11.0}
    assert (ledger.field_s, ledger.most_fields) == (3.0, 1)
    assert ledger.charge_mas == pytest.approx(30.0 + 3 * 100.0)
