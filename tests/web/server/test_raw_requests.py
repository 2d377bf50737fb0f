"""Whatever bytes are sent, no answer blames the server, and the log stays short.

`make bench ARGS=raw` sends a hundred thousand to the real program.
"""

import logging
import random
import threading

import pytest
from flask import Flask

from controller.bootstrap import SimulatedTable
from tests.support.tiers import few_or
from tests.support.waiting import PATIENCE_S
from tests.support.web.raw_requests import RawAnswers, raw_request, status_of
from web.server.server import Server


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("requests", few_or(300, 3000))
def test_no_bytes_make_the_server_fail(
    app: Flask, table: SimulatedTable, caplog: pytest.LogCaptureFixture, requests: int
) -> None:
    caplog.set_level(logging.INFO)
    server = Server("127.0.0.1", 0)
    serving = threading.Thread(target=server.run, args=(app,))
    serving.start()
    rng, answers = random.Random(18), RawAnswers()
    try:
        for _ in range(requests):
            request = raw_request(rng)
            answers.add(request, status_of(server.port, request))
    finally:
        table.stop()  # streams end
        server.close()
        serving.join(PATIENCE_S)
    assert answers.wrong == []
    assert answers.statuses[200] > requests / 20, answers.statuses
    assert answers.statuses[400] > requests / 10, answers.statuses
    assert len([each for each in caplog.records if each.levelno >= logging.WARNING]) <= 2
