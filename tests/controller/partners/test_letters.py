"""Letters between two boards, over a broker that loses, repeats, delays, reorders and forges."""

import stat
from pathlib import Path
from random import Random

import pytest

from controller.partners.letters import PartnerLetters
from controller.partners.ports import LONGEST_LETTER_BYTES
from hardware.clock import ManualClock
from tests.support.partners.broker import BADLY, Manners, VirtualBroker, pair, paired
from tests.support.tiers import few_or, sample


def test_letters_arrive_as_they_were_sent(tmp_path: Path) -> None:
    broker = VirtualBroker(Random(1))
    near, far = paired(broker, tmp_path)
    letters = [b"", b"one", bytes(LONGEST_LETTER_BYTES)]
    for letter in letters:
        near.letters.send(near.partner, letter)
        far.letters.send(far.partner, letter)
    broker.run(1)
    assert far.got == near.got == letters
    with pytest.raises(ValueError, match="at most 65536 bytes"):
        near.letters.send(near.partner, bytes(LONGEST_LETTER_BYTES + 1))


def test_the_broker_sees_neither_letters_nor_names(tmp_path: Path) -> None:
    broker = VirtualBroker(Random(1))
    near, _ = paired(broker, tmp_path)
    near.letters.send(near.partner, b"Ann has 65 carrots. " * 20)
    everything = b"".join(box.encode() + packet for box, packet in broker.carried)
    for private in (b"carrots", b"Near", b"Far", near.partner.encode()):
        assert private not in everything


def test_letters_of_one_length_class_look_alike(tmp_path: Path) -> None:
    broker = VirtualBroker(Random(1))
    near, _ = paired(broker, tmp_path)
    for letter in (b"", b"a", bytes(200)):
        near.letters.send(near.partner, letter)
    assert len({len(packet) for _, packet in broker.carried[-3:]}) == 1


@pytest.mark.parametrize("seed", sample(5, range(20)))
def test_letters_arrive_once_at_most_and_in_order(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)
    broker = VirtualBroker(chance)
    near, far = paired(broker, tmp_path)
    broker.manners = BADLY
    for number in range(400):
        near.letters.send(near.partner, number.to_bytes(4))
        broker.run(chance.random())
        if chance.random() < 0.01:
            chance.choice((near, far)).restart()
    broker.run(60)
    got = [int.from_bytes(letter) for letter in far.got]
    assert got == sorted(set(got))
    assert len(got) > 40


@pytest.mark.parametrize("seed", sample(10, range(20)))
def test_boards_find_each_other_again_after_restarts(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)
    broker = VirtualBroker(chance, BADLY)
    near, far = paired(broker, tmp_path)
    for _ in range(10):
        for board in chance.sample((near, far), chance.randint(1, 2)):
            board.stop()
        broker.run(chance.random() * 7200)
        near.restart_if_stopped()
        far.restart_if_stopped()
        assert broker.run(300, lambda: near.reaches and far.reaches)
        broker.manners = Manners()
        broker.run(30)
        near.letters.send(near.partner, b"to far")
        far.letters.send(far.partner, b"to near")
        broker.run(1)
        assert (far.got[-1:], near.got[-1:]) == ([b"to far"], [b"to near"])
        broker.manners = BADLY
        near.got.clear()
        far.got.clear()


def test_a_partner_that_goes_away_is_not_reached(tmp_path: Path) -> None:
    broker = VirtualBroker(Random(1))
    near, far = paired(broker, tmp_path)
    broker.run(3600)
    assert near.reaches
    far.stop()
    assert broker.run(100, lambda: not near.reaches)
    silent_s = near.letters.seen()[-1].silent_s
    assert silent_s is not None
    assert 90 < silent_s < 140


def test_an_idle_hour_takes_few_messages(tmp_path: Path) -> None:
    broker = VirtualBroker(Random(1))
    paired(broker, tmp_path)
    broker.carried.clear()
    broker.run(3600)
    assert len(broker.carried) <= 500
    assert sum(len(packet) for _, packet in broker.carried) < 200_000


def test_everything_carried_before_is_refused_when_it_comes_again(tmp_path: Path) -> None:
    broker = VirtualBroker(Random(1))
    near, far = paired(broker, tmp_path)
    for board in (near, far, near):
        for number in range(20):
            near.letters.send(near.partner, bytes((number,)))
            far.letters.send(far.partner, bytes((number,)))
        broker.run(5)
        board.restart()
        assert broker.run(30, lambda: near.reaches and far.reaches)
    near.got.clear()
    far.got.clear()
    for box, packet in tuple(broker.carried):
        broker.put(box, packet)
        broker.put(box.replace("accepter", "inviter"), packet)
        broker.put(box.replace("inviter", "accepter"), packet)
    broker.run(5)
    assert (near.got, far.got) == ([], [])
    near.letters.send(near.partner, b"new")
    broker.run(1)
    assert far.got == [b"new"]


@pytest.mark.parametrize("number", few_or(2_000, 100_000))
def test_mutated_packets_are_dropped_and_counted(number: int, tmp_path: Path) -> None:
    chance = Random(5)
    broker = VirtualBroker(chance)
    near, far = paired(broker, tmp_path)
    near.letters.send(near.partner, b"genuine")
    far.letters.send(far.partner, b"genuine")
    broker.run(1)
    far.got.clear()
    before = far.letters.refused(far.partner).total
    near.got.clear()
    (to_far, last), (to_near, _) = broker.carried[-2:]
    genuine = {
        board: tuple(packet for at, packet in broker.carried if at == box)
        for board, box in ((far, to_far), (near, to_near))
    }
    for _ in range(number):
        for board, box in ((far, to_far), (near, to_near)):
            board.letters.received(box, mutated(chance.choice(genuine[board]), chance))
    far.letters.received(to_far, last)
    assert far.got == near.got == []
    assert far.letters.refused(far.partner).total - before >= number * 0.95
    broker.run(1)
    near.letters.send(near.partner, b"still there")
    broker.run(1)
    assert far.got == [b"still there"]


def mutated(packet: bytes, chance: Random) -> bytes:
    """A packet that differs from the genuine one."""
    changed = bytearray(packet)
    match chance.randrange(5):
        case 0:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
        case 1:
            del changed[chance.randrange(len(changed)) :]
        case 2:
            changed += chance.randbytes(chance.randint(1, 40))
        case 3:
            at = chance.randrange(len(changed))
            changed[at:at] = chance.randbytes(chance.randint(1, 40))
        case _:
            changed = bytearray(chance.randbytes(chance.randrange(600)))
    return bytes(changed)


def test_a_forgotten_partner_is_written_to_and_read_no_more(tmp_path: Path) -> None:
    broker = VirtualBroker(Random(1))
    near, far = paired(broker, tmp_path)
    partner = near.partner
    assert near.letters.is_paired(partner)
    near.letters.forget(partner)
    near.letters.forget("unknown")
    assert not near.letters.is_paired(partner)
    assert near.letters.partners() == ()
    near.letters.send(partner, b"to nobody")
    far.letters.send(far.partner, b"to nobody")
    broker.run(1)
    assert (near.got, far.got) == ([], [])
    assert b'"partners":[]' in near.file.read_bytes()
    near.restart()
    assert near.letters.partners() == ()


def test_the_secret_is_for_this_user_alone_and_in_no_representation(tmp_path: Path) -> None:
    broker = VirtualBroker(Random(1))
    near, far = paired(broker, tmp_path)
    assert stat.S_IMODE(near.file.stat().st_mode) == 0o600
    kept = near.letters.__dict__["_kept"]
    assert repr(kept) == "(KeptPartner('Far'),)"
    assert near.letters.partners()[0].name == "Far"
    assert far.letters.partners()[0].name == "Near"
    assert near.letters.partners()[0].inviter
    assert not far.letters.partners()[0].inviter


def test_a_list_that_cannot_be_read_is_told_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "partners.json"
    file.write_text('{"partners": 1}')
    letters = PartnerLetters(file, ManualClock())
    assert letters.trouble is not None
    assert "cannot be read" in letters.trouble
    assert file.read_text() == '{"partners": 1}'
    assert letters.is_paired("one of them")  # for all that is known


def test_two_partners_do_not_read_each_others_letters(tmp_path: Path) -> None:
    broker = VirtualBroker(Random(1))
    near, far = paired(broker, tmp_path)
    third = broker.board(tmp_path / "third")
    pair(broker, near, third)
    assert broker.run(60, lambda: near.reaches and third.reaches)
    first, second = (each.id for each in near.letters.partners())
    near.letters.send(first, b"for far")
    near.letters.send(second, b"for third")
    broker.run(1)
    assert (far.got, third.got) == ([b"for far"], [b"for third"])


def test_a_receiver_that_fails_stops_nothing(tmp_path: Path) -> None:
    broker = VirtualBroker(Random(1))
    near, far = paired(broker, tmp_path)

    def fails(_partner: str, _letter: bytes) -> None:
        raise RuntimeError

    far.letters.listen(fails)
    near.letters.send(near.partner, b"one")
    broker.run(1)
    far.letters.listen(lambda _partner, letter: far.got.append(letter))
    near.letters.send(near.partner, b"two")
    broker.run(1)
    assert far.got == [b"two"]


def test_without_a_broker_partners_are_there_but_not_reached(tmp_path: Path) -> None:
    _, far = paired(VirtualBroker(Random(1)), tmp_path)
    letters = PartnerLetters(far.file, ManualClock())
    ((seen),) = letters.seen()
    assert (seen.partner.name, seen.reached, seen.silent_s) == ("Near", False, None)
