"""The rules of the game in play, told in short: what is so in this game, and nothing else.

Source: R1 to R13; each sentence names its rules beside it.
"""

from collections import Counter
from typing import Final

from controller.game.editions.explain import HARES
from controller.game.editions.rulesets import make_ruleset
from controller.game.rules import BadSetup, Options, Ruleset
from controller.game.rules.moves import POSITION_CARROTS
from controller.game.rules.ruleset.build import FLAT_COST, cost
from controller.game.rules.ruleset.track import HARE, PAYS
from controller.game.setup import Setup
from controller.table.snapshot import Snapshot
from web.languages.language import Speech, mark
from web.views import words
from web.views.shapes.game import CardExplained, PayoutView, Rules, Section

HEDGEHOG: Final = {
    mark(
        "Run forward to any free square but a tortoise. 1 square costs 1 carrot, 2 cost 3, 3 cost "
        "6, 4 cost 10: each square more than the one before."
    ): mark(
        "Run forward to any free square but a hedgehog. 1 square costs 1 carrot, 2 cost 3, 3 cost "
        "6, 4 cost 10: each square more than the one before."
    ),
    mark(
        "Or go back to the nearest tortoise behind you, if it is free: that costs nothing, and "
        "you draw 10 carrots for every square."
    ): mark(
        "Or go back to the nearest hedgehog behind you, if it is free: that costs nothing, and "
        "you draw 10 carrots for every square."
    ),
    mark(
        "Tortoise: you can only move back to it; from one you may go back to the one before."
    ): mark("Hedgehog: you can only move back to it; from one you may go back to the one before."),
    mark(
        "If you are passed with fewer than 10 carrots, you pay what you have and must go back "
        "to the nearest tortoise, or start again."
    ): mark(
        "If you are passed with fewer than 10 carrots, you pay what you have and must go back "
        "to the nearest hedgehog, or start again."
    ),
}
"""Sentences that name the tortoise, with their versions for editions with a hedgehog."""


def rulebook(snapshot: Snapshot, say: Speech) -> Rules:
    """Return the rules of the game in play; the usual rules without a game."""
    rules = snapshot.state.rules if snapshot.state is not None else _last_rules(snapshot.setup)
    edition = rules.edition
    return _Rulebook(rules, say, hedgehog=words.is_hedgehog(edition)).told(
        words.edition_name(edition)
    )


def _last_rules(setup: Setup | None) -> Ruleset:
    """Return the rules of the last game; the usual ones if its files are not what they were."""
    if setup is None:
        return make_ruleset()
    try:
        return make_ruleset(setup.edition, len(setup.seats), setup.options)
    except BadSetup:
        return make_ruleset()


class _Rulebook:
    """Tells the rules of one game in one language."""

    def __init__(self, rules: Ruleset, say: Speech, *, hedgehog: bool) -> None:
        self.rules = rules
        self.options: Options = rules.options
        self.say = say
        self.hedgehog = hedgehog

    def told(self, edition_name: str) -> Rules:
        say = self.say
        sections = [
            (say._("The race"), self._race()),
            (say._("Your turn"), self._turn()),
            (say._("The squares"), self._squares()),
            (say._("Hare squares"), self._hares()),
            (say._("The carrot patch"), self._patch()),
            (say._("HOME"), self._home()),
        ]
        return Rules(
            edition_name=edition_name,
            sections=tuple(Section(title, tuple(text)) for title, text in sections),
            race_card=tuple(cost(squares) for squares in range(1, self.rules.home + 1)),  # R13.4
            flat_cost=FLAT_COST if self.options.hare == "flat-cost" else None,  # R8.5
            cards=self._cards(),
            payouts=self._payouts(),
        )

    def _animal(self, message: str) -> str:
        return self.say._(HEDGEHOG[message] if self.hedgehog else message)

    def _race(self) -> list[str]:
        say, options = self.say, self.options
        amounts = {
            "carrots": words.carrots(options.start_carrots, say),
            "lettuces": words.lettuces(options.lettuces, say),
        }
        told = []
        if options.runners == 1:
            told.append(say._("Be the first to bring your runner HOME."))  # R9.3
        else:
            told.append(say._("Be the first to bring both your runners HOME."))  # R10.1
        told.append(say._("Everybody begins with {carrots} and {lettuces}.", **amounts))  # R2.1
        if options.open_hands:
            told.append(say._("Everybody's carrots are there for all to see."))  # R2.3
        else:
            told.append(
                say._("Your carrots are for your eyes only; lettuces are there for all to see.")
            )  # R2.3
        told.append(say._("A square holds one runner; START and HOME hold any number."))  # R1.2
        if options.teams and options.finish == "first-home":
            told.append(say._("The team of whoever is HOME first wins."))  # R11.1
        elif options.teams:
            told.append(say._("A team wins when all its runners are HOME."))  # R11.1
        return told

    def _turn(self) -> list[str]:
        say, options = self.say, self.options
        told = []
        if options.runners > 1:
            told.append(say._("On your turn you move one of your two runners."))  # R10.1
            told.append(
                say._("Each runner has a place of its own in the race, your own two as well.")
            )  # R10.4
        told += [
            self._animal(
                "Run forward to any free square but a tortoise. 1 square costs 1 carrot, 2 cost "
                "3, 3 cost 6, 4 cost 10: each square more than the one before."
            ),  # R4.3
            self._animal(
                "Or go back to the nearest tortoise behind you, if it is free: that costs "
                "nothing, and you draw 10 carrots for every square."
            ),  # R4.4
            say._("You must move, unless your square lets or makes you stay."),  # R4.5
            say._(
                "If you cannot move, you start again: go back to START with exactly {carrots}, "
                "and move at once. Lettuces stay as they are.",
                carrots=words.carrots(options.restart_carrots, say),
            ),  # R4.7
        ]
        return told

    def _squares(self) -> list[str]:
        say = self.say
        told = [
            say._(
                "Number: if your place in the race is that number when you leave it, you draw "
                "10 carrots times your place: 20 if 2nd, 30 if 3rd, 40 if 4th."
            ),  # R4.2
            say._(
                "Flag: it pays in the same way if you leave it in 1st, 5th or 6th place."
            ),  # R4.2
            say._(
                "Carrot: on later turns you may stay there and draw 10 carrots, or pay 10, as "
                "often as you like."
            ),  # R5.1
            say._(
                "Lettuce: only if you have one left. Your runner lies face down; next turn you "
                "chew the lettuce and draw 10 carrots times your place: 10 if 1st, 20 if 2nd, "
                "and so on. The turn after that you must move on."
            ),  # R6
            self._animal(
                "Tortoise: you can only move back to it; from one you may go back to the one "
                "before."
            ),  # R4.4
        ]
        if self.options.runners > 1:
            told.append(
                say._(
                    "After a move onto a lettuce, your next two turns are for that runner: it "
                    "chews, then it moves on."
                )
            )  # R10.2
        if words.board_words(self.rules.edition).get("lettuce") == "bed":
            told.append(
                say._(
                    "On this board the lettuce squares are beds: runners nap there while they eat."
                )
            )  # R13.3
        return told

    def _hares(self) -> list[str]:
        say, options = self.say, self.options
        told = [say._(HARES[options.hare])]  # R7, R8
        if options.hare == "text-cards" and options.runners > 1:
            told.append(
                say._(
                    "Cards that speak of players behind or in front go by each player's leading "
                    "runner."
                )
            )  # R3.3
        if options.ten_may_be_declined:
            told.append(say._("A “ten” may be declined."))  # R8.3
        if options.hare == "tournament":
            told.append(
                self._animal(
                    "If you are passed with fewer than 10 carrots, you pay what you have and "
                    "must go back to the nearest tortoise, or start again."
                )
            )  # R8.4
        if self.rules.table:
            told.append(
                say._("Your place in the race after the move decides which action applies.")
            )  # R8.2
            told += [self._row(roll) for roll in range(1, len(self.rules.table) + 1)]
        return told

    def _row(self, roll: int) -> str:
        """List the actions of a roll by place, with equal neighbouring places joined (R8.3)."""
        say = self.say
        by_action: dict[str, list[int]] = {}
        for position, action in enumerate(self.rules.table[roll - 1], start=1):
            by_action.setdefault(action, []).append(position)
        if len(by_action) == 1:
            actions = words.card_title(next(iter(by_action)), say)
            return say._("A {roll}: {actions}.", roll=roll, actions=actions)
        parts = [
            say.p_(
                "table",
                "as {places} “{action}”",
                places=say.listed([words.ordinal(each, say) for each in places], last="or"),
                action=words.card_title(action, say),
            )
            for action, places in by_action.items()
        ]
        return say._("A {roll}: {actions}.", roll=roll, actions="; ".join(parts))

    def _patch(self) -> list[str]:
        say, options = self.say, self.options
        if options.patch_total is None:
            return [say._("The carrot patch never runs out.")]  # R2.4
        told = [
            say._(
                "The carrot patch can run out: there are {total} carrots in all, including the "
                "players' own.",
                total=options.patch_total,
            ),  # R2.4
            say._(
                "With fewer than 10 carrots in the patch nobody can draw on a carrot square."
            ),  # R5.2
        ]
        if options.baulk:
            told.append(
                say._(
                    "When the patch cannot pay what it owes, everybody else first puts half "
                    "their carrots into it."
                )
            )  # R12.1
        else:
            told.append(
                say._("When the patch cannot pay what it owes, it pays what it has.")
            )  # R12.1
        return told

    def _home(self) -> list[str]:
        say, options = self.say, self.options
        told = [say._("You must reach HOME with a move of exactly the right length.")]  # R9.1
        if options.home_limit == "place":
            told.append(
                say._(
                    "The first to arrive may have at most 10 carrots left, the second 20, the "
                    "third 30, and so on."
                )
            )  # R9.1
        else:
            told.append(say._("You may have at most 20 carrots left."))  # R9.1
        if options.runners == 1:
            told.append(say._("You must chew all your lettuces first."))  # R9.1
        elif options.first_runner_lettuces:
            told.append(
                say._(
                    "Your first runner may arrive with any number of carrots and with lettuces "
                    "left; the second must keep to the limit, and have no lettuces left."
                )
            )  # R10.3
        else:
            told.append(
                say._(
                    "You must chew all your lettuces first. Your first runner may arrive with "
                    "any number of carrots; the second must keep to the limit."
                )
            )  # R10.3
        if options.finish == "first-home" and options.runners > 1:
            told.append(say._("The game ends once somebody has both runners HOME."))  # R9.3
        elif options.finish == "first-home":
            told.append(say._("The first arrival ends the game."))  # R9.3
        else:
            told.append(say._("The others play on for places."))  # R9.3
        return told

    def _cards(self) -> tuple[CardExplained, ...]:
        """List every card of the pile with its count, or every action of the table."""
        found = Counter(self.rules.deck or [each for row in self.rules.table for each in row])
        return tuple(
            CardExplained(
                title=words.card_title(name, self.say),
                text=words.card_text(name, self.say, self.options),
                count=count if self.rules.deck else None,
            )
            for name, count in found.items()
        )

    def _payouts(self) -> tuple[PayoutView, ...]:
        """List the payout of every kind of square by the leaving runner's place (R4.2)."""
        return tuple(
            PayoutView(
                kind=kind,
                name=words.kind_name(kind, self.say),
                places=tuple(words.ordinal(place, self.say) for place in sorted(places)),
                carrots=tuple(POSITION_CARROTS * place for place in sorted(places)),
            )
            for kind, places in PAYS.items()
            if kind != HARE
        )
