"""The builder's page: what the doctor finds, how every reader is, where to go on.

The doctor is imported when it is first called: few games need one.
"""

# ruff: noqa: PLC0415 - importing on demand, as above

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, render_template

from web.pages.speaking import spoken
from web.server.answers import as_json

if TYPE_CHECKING:
    from controller.maintenance.doctor.case import Case
    from controller.maintenance.doctor.examination import Report

BUNDLE_NAME: Final = "hareboard-doctor.tar.gz"


def builder(examine: "Callable[[], tuple[Case, Report]]") -> Blueprint:
    """Make the routes of the builder's page.

    Args:
        examine: returns the case examined and the report, mostly an `Examiner`. It may
            take some seconds and is called in the request's thread, of which there are plenty.
    """
    routes = Blueprint("builder", __name__)

    @routes.get("/builder")
    def get_page() -> str:
        from controller.maintenance.doctor.bundle import TAKEN_OUT

        taken_out = [spoken()._(what) for what in TAKEN_OUT]
        return render_template("builder.html", taken_out=taken_out)

    @routes.get("/api/builder/doctor")
    def get_doctor() -> Response:
        from web.api.builder.diagnosis import told

        _, report = examine()
        return as_json(told(report, spoken()))

    @routes.get("/api/builder/bundle")
    def get_bundle() -> Response:
        from controller.maintenance.doctor.bundle import make_bundle

        bundle = make_bundle(*examine())
        response = Response(bundle.data, mimetype="application/gzip")
        response.headers["Content-Disposition"] = f'attachment; filename="{BUNDLE_NAME}"'
        return response

    return routes
