"""What a phone shows, what it should show, and a finger on it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

from web.languages.language import in_english
from web.views.words import lettuces, ordinal

_READ = """() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const texts = (selector, root) => all(selector, root).map((element) => element.textContent);
  const player = (row) => ({
    name: texts('.player__name b', row).join(),
    team: texts('.team', row).join(),
    where: texts('.player__where', row).map((where) => where.split(',')[0]),
    place: texts('.player__place', row),
    lying: all('.token--down', row).length,
  });
  const pressed = document.querySelector('[data-runner][aria-pressed="true"]');
  return {
    carrots: texts('[data-field="carrots"]').join(),
    lettuces: document.querySelector('[data-field="lettuces"]').title,
    players: all('.player').map(player),
    runner: Number(pressed?.dataset.runner ?? 0),
    choices: all('.choice').map((choice) => choice.dataset.action),
    moves: all('.dest__row').map((row) => row.dataset.action),
  };
}"""


def as_shown(phone: Page) -> Any:
    """What a phone shows, of what can be told from the view, once it knows that it shows a hand."""
    phone.locator('[data-field="lettuces"]').wait_for(state="attached")
    return phone.evaluate(_READ)


def as_it_should_be(seen: Any, runner: int) -> Any:
    """What a phone should show of a seat's view, one of its runners being looked at."""
    me = seen["me"]
    able = {each["runner"] for each in me["destinations"]}
    underway = any(runner["square"] for seat in seen["seats"] for runner in seat["runners"])
    assert not able or runner in able, "a runner that can move comes forward"
    return {
        "carrots": str(me["carrots"]),
        "lettuces": f"{me['lettuces']} of {lettuces(seen['lettuces_each'], in_english())} left",
        "players": [
            {
                "name": f"{each['name']}{' (you)' * (each['seat'] == me['seat'])}",
                "team": "" if each["team"] is None else f"Team {'ABC'[each['team']]}",
                "where": [_capital(own["place"]) for own in each["runners"]],
                "place": [
                    ordinal(own["arrived"] or own["position"], in_english()) if underway else ""
                    for own in each["runners"]
                ],
                "lying": sum(own["face_down"] for own in each["runners"]),
            }
            for each in seen["seats"]
        ],
        "runner": runner,
        "choices": [each["action"] for each in me["choices"]],
        "moves": [each["action"] for each in me["destinations"] if each["runner"] == runner],
    }


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def tap_action(phone: Page, action: str) -> None:
    """Choose an action on a phone; a move asks once more. A card has been read by then."""
    phone.evaluate("document.querySelector('.moment .card__turning')?.click()")
    if ":" in action and not action.endswith("restart"):
        phone.locator(f'[data-runner="{int(action[0]) - 1}"]').click()
    choice = phone.locator(f'.choice[data-action="{action}"]')
    if choice.count():
        choice.click()
        return
    phone.locator(f'.dest__row[data-action="{action}"]').click()
    phone.locator(f'[data-confirm="{action}"]').click()


@contextmanager
def cover_is_held(phone: Page) -> Iterator[None]:
    """A finger on the button that a shared phone shows a hand by."""
    phone.locator('[data-do="look"]').hover()
    phone.mouse.down()
    yield
    phone.mouse.up()
