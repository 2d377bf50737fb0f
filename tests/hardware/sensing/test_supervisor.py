"""What becomes of a reader that fails."""

from hardware.ports import ReaderChanged, ReaderState
from hardware.sensing.supervisor import (
    FIRST_PAUSE_S,
    GOOD_TO_TRUST,
    LONGEST_PAUSE_S,
    Supervisor,
)

SQUARE = 5
FAILURES = 3


def states(changes: tuple[ReaderChanged, ...]) -> list[ReaderState]:
    return [each.state for each in changes]


def failing(supervisor: Supervisor, times: int, now_s: float = 1.0) -> list[ReaderState]:
    return [
        state
        for _ in range(times)
        for state in states(supervisor.failed(SQUARE, "no reply", now_s))
    ]


def test_one_failure_makes_a_reader_suspect_and_no_more() -> None:
    supervisor = Supervisor([SQUARE], FAILURES)
    assert failing(supervisor, 1) == ["suspect"]
    assert failing(supervisor, 1) == []
    assert supervisor.blind == frozenset()


def test_it_is_healthy_again_after_enough_answers_in_a_row() -> None:
    supervisor = Supervisor([SQUARE], FAILURES)
    failing(supervisor, 2)
    changes = [state for _ in range(GOOD_TO_TRUST) for state in states(supervisor.answered(5, 2.0))]
    assert changes == ["healthy"]


def test_failures_in_a_row_are_broken_by_an_answer() -> None:
    supervisor = Supervisor([SQUARE], FAILURES)
    for _ in range(20):
        assert "resetting" not in failing(supervisor, FAILURES - 1)
        supervisor.answered(SQUARE, 2.0)


def test_after_some_in_a_row_it_is_reset_at_once() -> None:
    supervisor = Supervisor([SQUARE, 6], FAILURES)
    assert failing(supervisor, FAILURES) == ["suspect", "resetting"]
    assert supervisor.blind == {SQUARE}
    assert supervisor.due_for_reset(1.0) == (SQUARE,)


def test_a_reset_under_way_is_not_begun_again() -> None:
    supervisor = Supervisor([SQUARE], FAILURES)
    failing(supervisor, FAILURES)
    supervisor.resetting(SQUARE, 1.0)
    assert supervisor.due_for_reset(100.0) == ()


def test_a_reset_that_helps_brings_it_back_on_probation() -> None:
    supervisor = Supervisor([SQUARE], FAILURES)
    failing(supervisor, FAILURES)
    supervisor.resetting(SQUARE, 1.0)
    assert states(supervisor.reset(SQUARE, None, 1.1)) == ["back"]
    assert supervisor.blind == frozenset()
    changes = [state for _ in range(GOOD_TO_TRUST) for state in states(supervisor.answered(5, 2.0))]
    assert changes == ["healthy"]


def test_resets_that_do_not_help_are_tried_ever_more_rarely() -> None:
    supervisor = Supervisor([SQUARE], FAILURES)
    failing(supervisor, FAILURES)
    now_s, pauses_s = 1.0, []
    for _ in range(8):
        supervisor.resetting(SQUARE, now_s)
        supervisor.reset(SQUARE, "silent", now_s)
        assert supervisor.blind == {SQUARE}
        pause_s = 0.0
        while not supervisor.due_for_reset(now_s + pause_s):
            pause_s += 0.5
        pauses_s.append(pause_s)
        now_s += pause_s
    assert pauses_s[:4] == [FIRST_PAUSE_S, 2.0, 4.0, 8.0]
    assert pauses_s[-1] == LONGEST_PAUSE_S
    assert max(pauses_s) == LONGEST_PAUSE_S


def test_one_that_fails_on_probation_does_not_begin_with_short_pauses_again() -> None:
    supervisor = Supervisor([SQUARE], FAILURES)
    failing(supervisor, FAILURES)
    supervisor.reset(SQUARE, "silent", 1.0)
    supervisor.reset(SQUARE, None, 2.0)
    failing(supervisor, FAILURES, 3.0)
    supervisor.reset(SQUARE, "silent", 4.0)
    assert supervisor.due_for_reset(4.0 + FIRST_PAUSE_S) == ()
    assert supervisor.due_for_reset(4.0 + 2 * FIRST_PAUSE_S) == (SQUARE,)


def test_the_one_that_waits_longest_is_reset_first() -> None:
    supervisor = Supervisor([1, 2, 3], FAILURES)
    for square, now_s in ((2, 1.0), (3, 2.0), (1, 3.0)):
        for _ in range(FAILURES):
            supervisor.failed(square, "no reply", now_s)
    assert supervisor.due_for_reset(9.0) == (2, 3, 1)


def test_health_counts_what_happened() -> None:
    supervisor = Supervisor([4, SQUARE], FAILURES)
    supervisor.answered(SQUARE, 1.0)
    failing(supervisor, FAILURES, 2.0)
    supervisor.resetting(SQUARE, 2.0)
    supervisor.reset(SQUARE, "it is silent", 2.5)
    other, health = supervisor.health()
    assert (other.square, other.state, other.last_good_s, other.trouble) == (4, "healthy", None, "")
    assert (health.state, health.good, health.failed, health.resets) == ("quarantined", 1, 3, 1)
    assert (health.last_good_s, health.trouble) == (1.0, "it is silent")
