"""Every sentence of the lesson about a rule is true: it is played in the rules engine."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from controller.game.editions.rulesets import edition_ids, make_ruleset
from controller.game.lesson.facts import facts_of
from controller.game.lesson.positions import asked_of
from controller.game.lesson.progress import lesson_at
from controller.game.lesson.script import holds, lesson_script
from controller.game.rules import State
from controller.game.rules.events import CardDrawn, Moved, Payout
from controller.game.rules.moves import price
from controller.game.setup import start_game
from tests.support.lesson.steps import TaughtStep, setup_of
from tests.support.rules.positions import actions, carrots, codes, lettuces, play, position
from web.views.words import board_words

GAMES: Final[list[tuple[str, int, dict[str, Any]]]] = [
    *((edition, players, {}) for edition in edition_ids() for players in (2, 3)),
    ("parlett-2018", 3, {"hare": "flat-cost"}),
    ("parlett-2018", 3, {"hare": "nap"}),
    ("intellect-1974", 2, {"first_runner_lettuces": False}),
    ("parlett-2018", 4, {"teams": [[0, 2], [1, 3]]}),
    ("abacus-2000", 6, {"teams": [[0, 3], [1, 4], [2, 5]], "finish": "first-home"}),
]
NO_RULE: Final = "That was the lesson."


def first_home_wins(case: TaughtStep) -> None:
    assert case.rules.options.teams is None
    seats = 2 if case.two else 3
    options = {"runners": 1, "finish": "first-home"}
    rules = make_ruleset(case.rules.edition, seats, options)
    one = TaughtStep(case.part, rules, case.facts)
    over = one.after(one.home_with(0), f"f{rules.home}")
    assert over.prompt == "over"
    assert over.ranking[0] == 0


def both_home_win(case: TaughtStep) -> None:
    at, home = case.square("carrot last"), case.rules.home
    patch = None if case.rules.options.patch_total is None else 1000
    cost = price(case.rules, at, home)
    last = position([(at, home), (3, 0)], rules=case.rules, patch=patch, carrots=cost, lettuces=0)
    over = case.after(last, f"f{home}")
    assert over.prompt == "over"
    assert over.ranking[0] == 0


def team_wins(case: TaughtStep) -> None:
    """The first of a team HOME wins for it at once, or the last one does."""
    rules, at = case.rules, case.square("carrot last")
    team = (rules.options.teams or ())[0]
    others = rules.home if rules.options.finish == "play-on" else 0
    places = [others if seat in team else 0 for seat in range(seats_of(case))]
    patch = None if rules.options.patch_total is None else 1000
    cost = price(rules, at, rules.home)
    last = position([at, *places[1:]], rules=rules, patch=patch, carrots=cost, lettuces=0)
    over = case.after(last, f"f{rules.home}")
    assert over.prompt == "over"
    assert set(over.ranking[: len(team)]) == set(team)


def costs(case: TaughtStep) -> None:
    each_square = []
    for squares, cost in case.facts.costs:
        state = case.stand(0, carrots=200, lettuces=3)
        assert [each.cost for each in case.happened(state, f"f{squares}", Moved)] == [cost]
        each_square.append(cost / squares)
    assert each_square == sorted(set(each_square))


def starting_carrots(case: TaughtStep) -> None:
    assert [seat.carrots for seat in start_of(case).seats] == [case.facts.start] * seats_of(case)


def one_on_a_square(case: TaughtStep) -> None:
    state = case.stand(0, 2)
    assert "occupied" in case.codes(state, "f2")
    assert [each.cost for each in case.happened(state, "f5", Moved)] == [15]


def carrot_square(case: TaughtStep) -> None:
    at = case.square("carrot 1")
    for action, change in (("draw", case.facts.ten), ("pay", -case.facts.ten)):
        state = case.stand(at)
        after = case.after(state, action)
        assert carrots(after)[0] == 65 + change
        assert after.seats[0].runners[0] == state.seats[0].runners[0]  # it may stay on


def no_way_forward(case: TaughtStep) -> None:
    ahead = case.square("tortoise 1")
    assert "tortoise-is-backwards-only" in case.codes(case.stand(ahead - 2), f"f{ahead}")


def way_back(case: TaughtStep) -> None:
    at, to = case.square("carrot 3"), case.square("tortoise 1")
    free = case.stand(at)
    back = case.rules.back_to[at]
    assert back is not None
    assert to <= back < at
    assert carrots(case.after(free, "b"))[0] == 65 + case.facts.ten * (at - back)
    assert "nearest-tortoise-occupied" in case.codes(case.stand(at, back), "b")


def number_square(case: TaughtStep) -> None:
    for name, ahead, paid in (("two 1", 1, 20), ("two 1", 0, None), ("four 1", 0, None)):
        at = case.square(name)
        state = case.stand(at, *[at + 10] * ahead)
        to = next(each.to for each in asked_forward(state) if each.to is not None)
        drawn = [each.carrots for each in case.happened(state, f"f{to}", Payout)]
        assert drawn == ([] if paid is None else [paid])
    assert case.facts.ten == 10


def flag(case: TaughtStep) -> None:
    rules = make_ruleset(case.rules.edition, 6, {"runners": 1})
    six = TaughtStep(case.part, rules, case.facts)
    at = six.square("flag 1")
    for place in range(1, 7):
        ahead = range(at + 20, at + 20 + place - 1)
        state = six.stand(at, *ahead, *[0] * (6 - place))
        to = next(each.to for each in asked_forward(state) if each.to is not None)
        drawn = [each.carrots for each in six.happened(state, f"f{to}", Payout)]
        assert drawn == ([10 * place] if place in (1, 5, 6) else [])


def stands_second_on_a_two(case: TaughtStep) -> None:
    state, seat = case.part.position, case.part.seat
    at = state.seats[seat].runners[0].at
    assert at == case.square("two 1")
    assert state.position(seat) == case.facts.place == 2
    assert case.facts.payout == 20


def lettuces_first(case: TaughtStep) -> None:
    assert start_of(case).seats[0].lettuces == case.facts.lettuces
    assert "lettuces-left" in case.into_home(case.home_with(0, lettuces=1))
    assert case.into_home(case.home_with(0)) == []
    assert "chew" not in actions(case.stand(case.square("carrot 1"), lettuces=3))


def lettuces_before_the_second(case: TaughtStep) -> None:
    assert start_of(case).seats[0].lettuces == case.facts.lettuces
    assert case.into_home(case.home_with(0, lettuces=1)) == []
    assert "lettuces-left" in second_home(case, 0, lettuces=1)
    assert second_home(case, 0) == []


def beds(case: TaughtStep) -> None:
    assert board_words(case.rules.edition)["lettuce"] == "bed"


def chewing(case: TaughtStep) -> None:
    at = case.square("lettuce 1")
    for ahead in (0, 1):
        state = case.stand(at, *[at + 5] * ahead, lettuces=3, owes={0: "chew"})
        assert actions(state) == ["chew"]
        after = play(state, "chew")
        assert lettuces(after)[0] == 2
        assert carrots(after)[0] == 65 + case.facts.ten * (1 + ahead)
        assert after.seats[0].runners[0].obligation == "leave"


def moving_on(case: TaughtStep) -> None:
    state = case.stand(case.square("lettuce 1"), lettuces=2, owes={0: "leave"})
    assert {each.lstrip("1:")[0] for each in actions(state)} <= {"f", "b"}


def hare_card(case: TaughtStep) -> None:
    assert case.happened(case.stand(0), "f1", CardDrawn)


def poor_with_a_card(case: TaughtStep) -> None:
    after = case.after(case.stand(0, carrots=20, cards="-25"), "f1")
    assert after.seats[0].runners[0].at == 0
    assert carrots(after)[0] == case.facts.restart


def hare_roll(case: TaughtStep) -> None:
    state = case.after(case.stand(0), "f1")
    assert state.prompt == "roll"
    assert all(codes(state, f"roll {value}") == [] for value in range(1, case.facts.rolls + 1))
    assert codes(state, f"roll {case.facts.rolls + 1}")


def hare_waits(case: TaughtStep) -> None:
    waiting = case.after(case.stand(0, 0), "f1")
    passed = play(waiting, case.act("f2"))
    assert carrots(passed)[0] == carrots(waiting)[0] - case.facts.ten
    moved = case.after(case.stand(1, 0), "f2")
    assert carrots(moved)[0] == 65 + case.facts.ten - 1


def hare_flat(case: TaughtStep) -> None:
    assert carrots(case.after(case.stand(0), "f1"))[0] == 64
    assert [each.cost for each in case.happened(case.stand(1), "f4", Moved)] == [15]


def hare_sleeps(case: TaughtStep) -> None:
    asleep = case.after(case.stand(0), "f1")
    assert asleep.seats[0].runners[0].obligation == "rest"
    assert actions(case.stand(1, owes={0: "rest"})) == ["rest"]
    woken = play(asleep, case.act("f2"))
    assert woken.seats[0].runners[0].obligation is None


def home_by_place(case: TaughtStep) -> None:
    home, ten = case.rules.home, case.facts.ten
    for arrived in (0, 1):
        for left, fits in ((ten * (arrived + 1), True), (ten * (arrived + 1) + 1, False)):
            at = case.square("carrot last")
            hand = price(case.rules, at, home) + left
            state = case.stand(at, *[home] * arrived, carrots=hand)
            assert (case.into_home(state) == []) is fits
    assert "lettuces-left" in case.into_home(case.home_with(0, lettuces=1))


def home_flat(case: TaughtStep) -> None:
    assert case.into_home(case.home_with(case.facts.limit)) == []
    assert "too-many-carrots" in case.into_home(case.home_with(case.facts.limit + 1))
    assert "lettuces-left" in case.into_home(case.home_with(0, lettuces=1))


def too_many(case: TaughtStep) -> None:
    seat = case.part.position.seats[case.part.seat]
    assert seat.lettuces == 0
    assert case.into_home(case.part.position) == ["too-many-carrots"]


def goes_home_for(case: TaughtStep) -> None:
    home = f"f{case.rules.home}"
    moved = case.happened(case.part.position, home, Moved)
    assert [each.cost for each in moved] == [case.facts.cost]
    assert case.part.position.seats[case.part.seat].lettuces == 0


def any_number(case: TaughtStep) -> None:
    assert case.into_home(case.home_with(1000)) == []


def second_by_place(case: TaughtStep) -> None:
    ten = case.facts.ten
    assert second_home(case, 2 * ten) == []  # with its own first one it is the second HOME
    assert "too-many-carrots" in second_home(case, 2 * ten + 1)


def second_flat(case: TaughtStep) -> None:
    assert second_home(case, case.facts.limit) == []
    assert "too-many-carrots" in second_home(case, case.facts.limit + 1)


def stuck(case: TaughtStep) -> None:
    at = case.square("lettuce last")
    state = case.stand(at, case.rules.back_to[at] or 0, carrots=0, owes={0: "leave"})
    assert all(each.endswith("restart") for each in actions(state))
    after = play(state, actions(state)[0])
    assert after.seats[0].runners[0].at == 0
    assert carrots(after)[0] == case.facts.restart


def second_home(case: TaughtStep, left: int, **hand: Any) -> list[str]:
    at, home = case.square("carrot last"), case.rules.home
    patch = None if case.rules.options.patch_total is None else 1000
    amount = price(case.rules, at, home) + left
    hand = {"carrots": amount, "lettuces": 0, **hand}
    state = position([(at, home), (3, 0)], rules=case.rules, patch=patch, **hand)
    return case.into_home(state)


def asked_forward(state: State) -> tuple[Any, ...]:
    step = next(each for each in lesson_script().step if each.id == "choose")
    return asked_of(step, state)


def seats_of(case: TaughtStep) -> int:
    return len(case.part.position.seats)


def start_of(case: TaughtStep) -> State:
    return start_game(setup_of(case.rules.edition, seats_of(case), {})).state


Check = Callable[[TaughtStep], None]
CHECKS: Final[dict[str, Check]] = {
    "The first player HOME": first_home_wins,
    "Whoever brings both": both_home_win,
    "A team wins": team_wins,
    "The team of whoever": team_wins,
    "Running costs carrots": costs,
    "You begin with {start}": starting_carrots,
    "Only one runner": one_on_a_square,
    "On a carrot square": carrot_square,
    "Nobody may run forward": no_way_forward,
    "But you may go back": way_back,
    "A number square pays": number_square,
    "A square with a flag": flag,
    "{name} is on a 2": stands_second_on_a_two,
    "You begin with {lettuces}. All must be chewed before you ": lettuces_first,
    "You begin with {lettuces}. All must be chewed before your first": lettuces_first,
    "You begin with {lettuces}. All must be chewed before your second": lettuces_before_the_second,
    "On this board, lettuce": beds,
    "The next turn there": chewing,
    "In the turn after that": moving_on,
    "On a hare square you draw": hare_card,
    "If you can't pay": poor_with_a_card,
    "On a hare square a number": hare_roll,
    "On a hare square you wait": hare_waits,
    "Landing on a hare square": hare_flat,
    "On a hare square your runner": hare_sleeps,
    "You may go HOME without lettuces only, and with few": home_by_place,
    "You may go HOME without lettuces only, and with at most": home_flat,
    "{name} has chewed all": too_many,
    "{name} has few carrots": goes_home_for,
    "Your first runner": any_number,
    "The second may have at most {ten}": second_by_place,
    "The second may have at most {limit}": second_flat,
    "If you can't move": stuck,
}
"""What shows that a sentence is true, by its beginning."""


def check_of(text: str) -> Check | None:
    return next((check for begins, check in CHECKS.items() if text.startswith(begins)), None)


def told(edition: str, players: int, options: dict[str, Any]) -> list[tuple[str, TaughtStep]]:
    """The sentences about rules that people of a game are told, with their step."""
    setup = setup_of(edition, players, options)
    lesson = lesson_at(setup, start_game(setup))
    assert lesson is not None
    sentences: list[tuple[str, TaughtStep]] = []
    for part in lesson.parts:
        rules = part.position.rules
        after = lesson_script().ending if part is lesson.parts[-1] else ()
        sentences.extend(
            (each.text, TaughtStep(part, rules, facts_of(part)))
            for each in (*part.step.says, *part.step.after, *after)
            if holds(each.when, rules.options, board_words(edition))
        )
    return sentences


@pytest.mark.parametrize(("edition", "players", "options"), GAMES)
def test_what_the_lesson_says_of_the_rules_is_true(
    edition: str, players: int, options: dict[str, Any]
) -> None:
    for text, case in told(edition, players, options):
        check = check_of(text)
        if check is not None:
            check(case)


def test_every_sentence_is_checked_in_some_game() -> None:
    said = {text for game in GAMES for text, _ in told(*game)}
    script = lesson_script()
    written = [
        *script.ending,
        *(each for step in script.step for each in (*step.says, *step.after)),
    ]
    assert [each.text for each in written if each.text not in said] == []
    assert [text for text in said if check_of(text) is None and NO_RULE not in text] == []
