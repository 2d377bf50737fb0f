"""A tour of every page in every state worth a look: axe and `make looks` go on it."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from msgspec import UNSET, UnsetType
from playwright.sync_api import Page, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.game.turn_clock import MoveTime
from controller.table.commands import Abandon, Begin, LessonTo, Pause, Play, SetAside
from tests.end_to_end.conftest import PHONE, Running
from tests.support.companion import ELSEWHERE
from tests.support.end_to_end.table_driver import wait_for_page
from tests.support.waiting import until
from tests.support.web.views import view
from tools.autoplayer import choose
from web.languages.language import in_english

OpenPage = Callable[..., Page]
Show = Callable[[str, Page], None]
"""Takes a look at a page in a state, which is named."""

NAMES: Final = ("Ann", "Ben", "Cem")
FAR: Final = {"extra_http_headers": ELSEWHERE}
SEED: Final = 3
TURNS: Final = 12
MADE_MS: Final = 300_000
"""Longest time until an analysis is there, on a machine however busy."""


@dataclass(frozen=True)
class Tour:
    """Goes through all states of a table that has no game yet.

    Attributes:
        running: the table.
        open_page: opens a page in a browser of its own.
        show: takes a look.
    """

    running: Running
    open_page: OpenPage
    show: Show

    def go(self) -> None:
        """The whole tour."""
        self._before_a_game()
        self._joining()
        self._a_hand()
        self._the_clock()
        self._cards()
        self._the_lesson()
        self._opponents()
        self._the_host()
        self._the_end()

    def go_quickly(self) -> None:
        """The state in which each page is seen most."""
        self._glance("/")
        self._glance("/setup", '[data-do="start"]')
        self._begin("electronic")
        self._glance(f"/join#{self.running.phones.code}", ".seat-card")
        self._turns(TURNS)
        for path in ("/board", "/watch", "/seat/0", "/lights"):
            self._glance(path, '[data-live="yes"] h1')
        self._glance("/host", '[data-place="host"]')
        self._glance("/rules", ".rules section, section h2")
        self._glance("/card", ".card")
        self._turns(1000)
        self._glance(self._story(), "svg[role=img], figure svg")

    def go_where_people_learn_and_look_back(self) -> None:
        """The lesson, what is heard and asked, the story of a race, and people."""
        self._begin("electronic")
        self._the_lesson()
        for name, path in (("hand", "/seat/0"), ("board", "/board"), ("watch", "/watch")):
            self._listening(f"{name}, questions", path)
        self._the_end()

    def _before_a_game(self) -> None:
        for name, path in (("gate, no game", "/"), ("watch, no game", "/watch")):
            self._still(name, path)
        board = self.open_page("/board", PHONE)
        expect(board.locator('[data-place="no-game"]')).to_be_visible()
        self._look("board, no game", board)
        board.context.close()  # it would take the seats of the next game
        setup = self.open_page("/setup", PHONE)
        setup.locator('[name="name-0"]').fill("")
        setup.locator('[data-do="start"]').click()
        expect(setup.locator('[data-field="wrong"]')).to_be_visible()
        self._look("set-up, a name missing", setup)
        setup.locator('[data-place="rules"] summary').first.click()
        self._look("set-up, house rules", setup)
        self._choosing_opponents()
        stranger = self.open_page("/setup", PHONE, **FAR)
        expect(stranger.locator('.dialog [name="pin"]')).to_be_visible()
        self._look("the PIN asked for", stranger)
        self._still("card", "/card", live=False, ready=".card")
        self._still("error", "/nowhere", live=False)
        lost = self.open_page("/offline", PHONE)
        lost.route("**/healthz", lambda route: route.abort())  # else it soon goes on to the gate
        lost.goto(f"{self.running.address}/offline")
        expect(lost.locator("h1")).to_be_visible()
        self._look("offline", lost)

    def _choosing_opponents(self) -> None:
        setup = self.open_page("/setup#alone", PHONE)
        expect(setup.locator('[data-field="against"]')).not_to_be_empty()
        self._look("set-up, alone against three", setup)
        setup.locator('[data-row="1"] .racer__who').click()
        expect(setup.locator("dialog[open]")).to_be_visible()
        self._look("set-up, who plays", setup)
        setup.context.close()

    def _opponents(self) -> None:
        self._end()
        self._begin("electronic", opponents=("alternator", "strategist-3"))
        self._play(0, "f5")  # its runner is still to be carried: the opponents wait
        for name, path in (("board", "/board"), ("watch", "/watch"), ("hand", "/seat/0")):
            page = self._still(f"{name}, an opponent", path)
            expect(page.locator(".face:visible").first).to_be_visible()
        gate = self.open_page("/", PHONE, **FAR)
        expect(gate.locator(".seat-card--program")).to_have_count(2)
        self._look("gate, opponents", gate)
        self._still("host, opponents", "/host", ready='[data-place="host"]')

    def _joining(self) -> None:
        self._begin("electronic")
        join = self.open_page(f"/join#{self.running.phones.code}", PHONE, **FAR)
        expect(join.locator(".seat-card")).to_have_count(3)
        self._look("join, free seats", join)
        lost = self.open_page("/join", PHONE, **FAR)
        expect(lost.locator("input").first).to_be_visible()
        self._look("join, no code", lost)
        gate = self.open_page("/", PHONE, **FAR)
        expect(gate.locator(".seat-card").first).to_be_visible()
        self._look("gate, free seats", gate)
        self._still("rules", "/rules", live=False, ready=".rules section, section h2")
        self._still("lights", "/lights")

    def _a_hand(self) -> None:
        ann = self._seat(0)
        expect(ann.locator(".dest").first).to_be_visible()
        self._look("hand, my turn", ann)
        ann.locator('[data-place="race-card"] summary').click()
        self._look("hand, race card", ann)
        ann.locator('[data-do="menu"]').click()
        expect(ann.locator("dialog[open]")).to_be_visible()
        self._look("hand, menu", ann)
        self._look("hand, another's turn", self._seat(1))
        for name, path in (("hand", "/seat/2"), ("board", "/board"), ("watch", "/watch")):
            self._listening(f"{name}, questions", path)
        thief = self.open_page("/seat/1", PHONE)
        thief.goto(f"{self.running.address}/seat/0")
        expect(thief.locator('a.button[href="/"]:visible').first).to_be_visible()
        self._look("hand, not on this phone", thief)
        shared = self._seat(0)
        self.running.seat(shared.context, 2)
        shared.reload()
        expect(shared.locator('[data-do="look"]')).to_be_visible()
        self._look("hand, covered", shared)
        self.running.table.world.put("red", 11)  # a tortoise: it may not stop there
        refused = self._seat(0)
        expect(refused.locator('[data-field="refusal"]')).to_be_visible()
        self._look("hand, refused", refused)
        self.running.table.world.knock("red")

    def _listening(self, name: str, path: str) -> None:
        page = self._still(name, path)
        page.locator('[data-place="listening"] summary').click()
        page.locator('[data-ask="runners"]').click()
        expect(page.locator('[data-field="answer"]')).to_be_visible()
        self._look(name, page)
        page.context.close()

    def _the_clock(self) -> None:
        self._end()
        self._begin("electronic", clock=MoveTime(120, 60))
        for name, path in (("hand, a clock", "/seat/0"), ("watch, a clock", "/watch")):
            page = self._still(name, path)
            expect(page.locator('[data-field="clock"]')).to_be_visible()
        ann = self._seat(0)
        actor = self.running.table.actor
        actor.submit(SetAside(actor.snapshot.version))
        expect(ann.locator("body")).to_have_attribute("data-seated", "none")
        self._look("hand, the game is saved", ann)
        self._begin("electronic", hints=True)
        ben = self._seat(0)
        ben.locator('[data-place="hints"] summary').click()
        expect(ben.locator(".hints__list button").first).to_be_visible()
        self._look("hand, hints", ben)
        self._end()

    def _cards(self) -> None:
        self._begin("by-hand")
        deal = self._seat(0)
        expect(deal.locator('[data-place="cards"] button').first).to_be_visible()
        self._look("hand, dealing", deal)
        self._deal("give-ten")
        self._play(0, "f1")
        ben = self._seat(1)
        expect(ben.locator('.choice[data-action="keep"]')).to_be_visible()
        self._look("hand, a gift", ben)
        self._look("hand, a card", self._seat(0))
        self._play(1, "keep")
        self._play(2, "discard")
        self._look("watch, a card", self._still("watch", "/watch"))

    def _the_lesson(self) -> None:
        self._end()
        self._begin("electronic", lesson=True)
        actor = self.running.table.actor
        until(lambda: bool(actor.snapshot.actions), "the first step")
        paths = {"board": "/board", "hand": "/seat/0", "watch": "/watch"}
        pages = {name: self._still(f"{name}, a step", path) for name, path in paths.items()}
        expect(pages["board"].locator(".lesson__says")).to_be_visible()
        expect(pages["hand"].locator(".lesson__says")).to_be_visible()
        self.running.table.world.put("red", 4)  # the step asks for another square
        until(lambda: bool(actor.snapshot.finding.mismatches), "a runner is elsewhere")
        for name in ("board", "hand"):
            wait_for_page(pages[name], actor.snapshot.revision)
            self._look(f"{name}, not what the step asks for", pages[name])
        self.running.table.world.put("red", 2)
        for name in ("board", "hand"):
            expect(pages[name].locator('[data-lesson="again"]')).to_be_visible()
            self._look(f"{name}, the step is done", pages[name])
        for page in pages.values():
            page.context.close()
        actor.submit(LessonTo("race", actor.snapshot.version))
        ann = self._seat(0)
        expect(ann.locator(".hints__list button").first).to_be_visible()
        self._look("hand, hints after the lesson", ann)
        ann.context.close()

    def _the_host(self) -> None:
        self._end()
        self._begin("electronic")
        self._turns(TURNS)
        board = self.open_page("/board", PHONE)
        expect(board.locator("body")).to_have_attribute("data-live", "yes")
        self._look("board, playing", board)
        host = self.open_page("/host", PHONE)
        expect(host.locator('[data-place="host"]')).to_be_visible()
        self._look("host", host)
        self.running.table.world.put("black", 30)
        expect(board.locator('[data-place="table"] li').first).to_be_visible()
        self._look("board, something wrong", board)
        self._look("host, something wrong", host)
        self.running.table.actor.submit(Pause(paused=True))
        for name, path in (("watch, paused", "/watch"), ("hand, paused", "/seat/0")):
            self._still(name, path)
        self.running.table.actor.submit(Pause(paused=False))
        self.running.table.world.knock("black")

    def _the_end(self) -> None:
        self._turns(1000)
        self._still("hand, over", "/seat/0")
        self._still("watch, over", "/watch")
        story = self.open_page(self._story(), PHONE)
        expect(story.locator("svg[role=img], figure svg").first).to_be_visible()
        expect(story.locator(".sources")).to_be_visible(timeout=MADE_MS)
        picture = story.locator('[data-field="download"]')
        expect(picture).to_have_attribute("href", re.compile("^blob:"))
        self._look("story", story)
        story.get_by_role("switch").check()
        expect(picture).to_have_attribute("href", re.compile("^blob:"))
        self._look("story, shared with names", story)
        replay = story.locator('[data-do="replay"]')
        replay.click()
        expect(story.locator(".trace__way")).to_have_count(1)
        replay.click()
        self._look("story, the replay stopped", story)
        self._still("board, over", "/board")
        self._still("people", "/people", live=False, ready=".people__one")
        person = self._still("person", "/people?name=Ann", live=False, ready=".people__chart a")
        person.locator('[data-do="delete"]').click()
        expect(person.get_by_role("dialog")).to_be_visible()
        self._look("person, to be deleted", person)
        self._look("host, over", self.open_page("/host", PHONE))

    # What all of it is made of

    def _story(self) -> str:
        return f"/games/{self.running.get('/api/games')['games'][0]['game']}"

    def _still(self, name: str, path: str, *, live: bool = True, ready: str = "h1") -> Page:
        page = self.open_page(path, PHONE)
        expect(page.locator(ready).first).to_be_visible()
        if live:
            expect(page.locator("body")).to_have_attribute("data-live", "yes")
        self._look(name, page)
        return page

    def _glance(self, path: str, ready: str = "h1") -> None:
        """Open a page, look, and close it: one that is open draws on."""
        page = self.open_page(path, PHONE)
        expect(page.locator(ready).first).to_be_visible()
        self._look(path, page)
        page.context.close()

    def _look(self, name: str, page: Page) -> None:
        page.wait_for_load_state("load")
        self.show(name, page)

    def _seat(self, seat: int) -> Page:
        page = self.open_page(f"/seat/{seat}", PHONE)
        expect(page.locator("body")).to_have_attribute("data-live", "yes")
        return page

    def _begin(self, chance: Any, opponents: Sequence[str] = (), **settings: Any) -> None:
        """Begin a game of three; opponents play the last seats."""
        who: tuple[str | UnsetType, ...]
        who = (*[UNSET] * (len(NAMES) - len(opponents)), *opponents)
        seats = tuple(
            Player(name, (colour,), opponent)
            for name, colour, opponent in zip(NAMES, COLOURS[: len(NAMES)], who, strict=True)
        )
        self.running.table.actor.submit(Begin(Setup(seats, chance=chance, **settings)))

    def _end(self) -> None:
        service = self.running.table.actor
        service.submit(Abandon(service.snapshot.version))

    def _deal(self, *top: str) -> None:
        state = self.running.table.actor.snapshot.state
        assert state is not None
        pile = list(state.rules.deck)
        for card in top:
            pile.remove(card)
        self._play(0, " ".join(("deal", *top, *pile)))

    def _play(self, seat: int, action: str) -> None:
        service = self.running.table.actor
        service.submit(Play(seat, action, service.snapshot.version))

    def _turns(self, count: int) -> None:
        """Play so many actions by phone, carrying every runner along."""
        rng = random.Random(SEED)
        for _ in range(count):
            snapshot = self.running.table.actor.snapshot
            if snapshot.state is None or snapshot.state.to_act is None:
                return
            seat = snapshot.state.to_act
            me = view(snapshot, seat, in_english(), (), "")["me"]
            self._play(seat, choose(me, rng))
        self._carry()

    def _carry(self) -> None:
        snapshot = self.running.table.actor.snapshot
        for each in view(snapshot, None, in_english(), (), "")["seats"]:
            for runner in each["runners"]:
                if 0 < runner["square"] < 64:
                    down = runner["face_down"]
                    self.running.table.world.put(runner["colour"], runner["square"], face_down=down)
