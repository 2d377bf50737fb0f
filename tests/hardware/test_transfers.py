"""Lines of a trace that are transfers: refused unless they make sense."""

import pytest

from hardware.trace import BadTrace, read_trace

HEAD = '{"hareboard_trace": 2}\n'


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ('{"at_s": 1, "wire": 5, "sent": "00"}', "“took_s” is missing"),
        ('{"at_s": 1, "wire": 0, "took_s": 0, "sent": "00"}', "0 is no square"),
        ('{"at_s": 1, "wire": 5, "took_s": -1, "sent": "00"}', "-1 is no duration"),
        ('{"at_s": 1, "wire": 5, "took_s": true, "sent": "00"}', "True is no duration"),
        ('{"at_s": 1, "wire": 5, "took_s": 0}', "are missing"),
        ('{"at_s": 1, "wire": 5, "took_s": 0, "sent": "0"}', "“sent” is no row of bytes"),
        ('{"at_s": 1, "wire": 5, "took_s": 0, "sent": "0A"}', "“sent” is no row of bytes"),
        ('{"at_s": 1, "wire": 5, "took_s": 0, "got": null}', "“got” is no row of bytes"),
        ('{"at_s": 1, "wire": 5, "took_s": 0, "got": "", "sent": ""}', "receives nothing"),
        ('{"at_s": 1, "wire": 5, "took_s": 0, "status": "0001"}', "one byte"),
        ('{"at_s": 1, "wire": 5, "took_s": 0, "status": "00", "error": "bus-error"}', "empty"),
        (
            '{"at_s": 1, "wire": 5, "took_s": 0, "got": "00", "error": "bus-error"}',
            "that failed has received nothing",
        ),
        ('{"at_s": 1, "wire": 5, "took_s": 0, "sent": "00", "error": "tired"}', "“error” is one"),
        ('{"at_s": 1, "wire": 5, "took_s": 0, "sent": "00", "x": 1}', '"x" does not belong there'),
        ('{"at_s": 0.5, "wire": 5, "took_s": 0, "sent": "00"}', "before the 1 s"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number(line: str, error: str) -> None:
    good = '{"at_s": 1, "wire": 5, "took_s": 0, "sent": "00"}\n'
    with pytest.raises(BadTrace, match=r"^Line 3: ") as refused:
        list(read_trace([HEAD, good, line + "\n"]))
    assert error in str(refused.value)


def test_each_wire_has_an_order_of_its_own() -> None:
    lines = [
        '{"at_s": 2, "wire": 5, "took_s": 0, "sent": "00"}\n',
        '{"at_s": 1, "wire": 6, "took_s": 0, "sent": "00"}\n',
        '{"at_s": 1.5, "square": 6, "uids": []}\n',
    ]
    assert len(list(read_trace([HEAD, *lines]))) == 3
