"""Traces: written and read."""

import io
import json
import threading
from contextlib import suppress
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.ports import (
    ButtonName,
    Failure,
    Pressed,
    ReaderChanged,
    ReaderState,
    Reading,
    Uid,
)
from hardware.trace import BadTrace, Said, TraceWriter
from hardware.transfers import Transfer
from tests.hardware.traces.said import EVERYTHING, MARK, TEXT, read


def written(*said: Said, began_s: float = 0.0) -> str:
    file = io.StringIO()
    writer = TraceWriter(file, began_s)
    for each in said:
        writer.write(each)
    assert writer.lines == len(said)
    return file.getvalue()


# The file


def test_everything_that_can_be_said_is_a_line() -> None:
    assert written(*EVERYTHING) == TEXT
    assert read(TEXT) == EVERYTHING


def test_times_count_from_when_the_trace_began() -> None:
    later = [replace(each, at_s=each.at_s + 1000.0) for each in EVERYTHING]
    assert written(*later, began_s=1000.0) == TEXT


def test_what_comes_late_counts_as_said_just_now() -> None:
    text = written(Reading(1, 10.5), Pressed("confirm", 10.4), Reading(2, 10.6), began_s=10.0)
    assert [each.at_s for each in read(text)] == [0.5, 0.5, 0.6]


def test_what_was_said_before_it_began_counts_as_said_at_once() -> None:
    assert read(written(Pressed("confirm", 9.0), began_s=10.0)) == (Pressed("confirm", 0.0),)


def test_threads_write_whole_lines() -> None:
    file = io.StringIO()
    writer = TraceWriter(file, 0.0)

    def say(square: int) -> None:
        for number in range(200):
            writer.write(Reading(square, number / 1000))

    threads = [threading.Thread(target=say, args=(square,)) for square in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(read(file.getvalue())) == writer.lines == 800


def times(said: list[Said]) -> list[Said]:
    return [replace(each, at_s=number / 8) for number, each in enumerate(said)]


SQUARES = st.integers(1, 64)
UIDS = st.sampled_from([4, 7, 10]).flatmap(lambda n: st.binary(min_size=n, max_size=n))
SAID: st.SearchStrategy[Said] = st.one_of(
    st.builds(
        Reading,
        SQUARES,
        st.just(0.0),
        st.lists(UIDS.map(lambda uid: Uid(uid.hex())), max_size=2).map(tuple),
        alone=st.booleans(),
    ),
    st.builds(
        Reading,
        SQUARES,
        st.just(0.0),
        failure=st.sampled_from(get_args(Failure)),
        alone=st.booleans(),
    ),
    st.builds(ReaderChanged, SQUARES, st.sampled_from(list(get_args(ReaderState))), st.just(0.0)),
    st.builds(Pressed, st.sampled_from(list(get_args(ButtonName))), st.just(0.0), st.booleans()),
    st.builds(Transfer, SQUARES, st.just(0.0), st.sampled_from([0.0, 0.25]), sent=st.binary()),
    st.builds(
        Transfer,
        SQUARES,
        st.just(0.0),
        status=st.binary(min_size=1, max_size=1),
        got=st.none() | st.binary(),
    ),
)


@given(st.lists(SAID, max_size=20).map(times))
def test_what_was_written_is_read(said: list[Said]) -> None:
    assert read(written(*said)) == tuple(said)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["at_s", "square", "uids", "failure", "alone", "reader", "button", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
)


@given(st.lists(st.text() | JSON.map(json.dumps), max_size=5))
def test_any_other_file_is_a_bad_trace_and_nothing_worse(lines: list[str]) -> None:
    with suppress(BadTrace):
        read(MARK + "\n".join(lines))


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("", "it is no JSON"),
        ("Hello", "it is no JSON"),
        ("[" * 100_000, "it is no JSON"),
        ("[1]", "[1] is no JSON object: {…}"),
        ('{"square": 1, "uids": []}', "“at_s” is missing"),
        ('{"at_s": 1, "uids": []}', "“square” is missing"),
        ('{"at_s": 1, "square": 1}', "“uids” is missing"),
        ('{"at_s": "1", "square": 1, "uids": []}', '"1" is no time in seconds'),
        ('{"at_s": true, "square": 1, "uids": []}', "true is no time in seconds"),
        ('{"at_s": NaN, "square": 1, "uids": []}', "NaN is no time in seconds"),
        ('{"at_s": -1, "square": 1, "uids": []}', "-1 is no time in seconds"),
        ('{"at_s": 0.6, "button": "confirm", "held": 1}', "1 is not true or false"),
        ('{"at_s": 0.25, "button": "confirm"}', "0.25 s is before the 0.5 s of a line above"),
        ('{"at_s": 1, "square": 0, "uids": []}', "0 is no square: they are numbered from 1"),
        ('{"at_s": 1, "square": true, "uids": []}', "true is no square: they are numbered from 1"),
        ('{"at_s": 1, "square": 1, "uids": "04"}', '"04" is no list of UIDs'),
        (
            '{"at_s": 1, "square": 1, "uids": ["04A1B2C3"]}',
            '"04A1B2C3" is no UID: 4, 7 or 10 bytes in lower-case hexadecimal digits',
        ),
        (
            '{"at_s": 1, "square": 1, "uids": [[]]}',
            "[] is no UID: 4, 7 or 10 bytes in lower-case hexadecimal digits",
        ),
        ('{"at_s": 1, "square": 1, "uids": [], "alone": "yes"}', '"yes" is neither true nor false'),
        (
            '{"at_s": 1, "square": 1, "failure": "tired"}',
            '"tired" is none of no-ack, no-reply, bad-reply, bus-error',
        ),
        (
            '{"at_s": 1, "square": 1, "reader": "ill"}',
            '"ill" is none of healthy, suspect, resetting, quarantined, back',
        ),
        ('{"at_s": 1, "button": "eject"}', '"eject" is none of confirm, take-back'),
        ('{"at_s": 1, "square": 1, "uids": [], "uid": 1}', '"uid" does not belong there'),
        ('{"at_s": 1, "square": 1, "uids": [], "failure": "no-ack"}', '"uids" does not belong'),
    ],
)
def test_a_mistake_is_told_with_its_line(line: str, cause: str) -> None:
    good = '{"at_s": 0.5, "square": 1, "uids": []}\n'
    with pytest.raises(BadTrace) as caught:
        read(f"{MARK}{good}{line}\n{good}")
    assert str(caught.value).startswith(f"Line 3: {cause}")
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", 'it is empty; a trace begins with {"hareboard_trace": 1}'),
        ("{}\n", 'a trace begins with {"hareboard_trace": 1}'),
        (TEXT.split("\n", 1)[1], 'a trace begins with {"hareboard_trace": 1}'),
        (
            '{"hareboard_trace": 3}\n',
            'traces of version 1 and 2 can be read, and this says {"hareboard_trace": 3}',
        ),
    ],
)
def test_a_file_that_is_something_else_is_refused(text: str, cause: str) -> None:
    with pytest.raises(BadTrace) as caught:
        read(text)
    assert str(caught.value) == f"Line 1: {cause}."


def test_of_a_recording_that_was_cut_off_the_rest_can_be_saved() -> None:
    with pytest.raises(BadTrace, match=r"^Line 8: it is cut off, .* without it the lines above"):
        read(TEXT[:-5])
