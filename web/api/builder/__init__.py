"""The builder's page: what the doctor finds, how every reader is, where to go on."""

from collections.abc import Callable
from typing import Final

import msgspec
from flask import Blueprint, Response, render_template

from controller.maintenance.doctor import Case, Report, make_bundle
from controller.maintenance.doctor.bundle import TAKEN_OUT
from controller.maintenance.doctor.checks import TITLES
from controller.maintenance.doctor.findings import VERDICTS, DoctorFinding
from web.api.readers import READER_STATES
from web.server.answers import as_json
from web.views.shapes.building import Diagnosis, FindingTold, Group, ReaderSeen, StateTitle

BUNDLE_NAME: Final = "hareboard-doctor.tar.gz"


def builder(examine: Callable[[], tuple[Case, Report]]) -> Blueprint:
    """Make the routes of the builder's page.

    Args:
        examine: returns the case examined and the report, mostly an `Examiner`. It may
            take some seconds and is called in the request's thread, of which there are plenty.
    """
    routes = Blueprint("builder", __name__)

    @routes.get("/builder")
    def get_page() -> str:
        return render_template("builder.html", taken_out=TAKEN_OUT)

    @routes.get("/api/builder/doctor")
    def get_doctor() -> Response:
        _, report = examine()
        return as_json(told(report))

    @routes.get("/api/builder/bundle")
    def get_bundle() -> Response:
        bundle = make_bundle(*examine())
        response = Response(bundle.data, mimetype="application/gzip")
        response.headers["Content-Disposition"] = f'attachment; filename="{BUNDLE_NAME}"'
        return response

    return routes


def told(report: Report) -> Diagnosis:
    """Return a report as the page shows it, worst first."""
    return Diagnosis(
        made_at=report.made_at,
        version=report.version,
        groups=tuple(
            Group(verdict, title, tuple(_finding(each) for each in report.of(verdict)))
            for verdict, title in VERDICTS.items()
        ),
        readers=msgspec.convert(report.readers, tuple[ReaderSeen, ...], from_attributes=True),
        states=tuple(StateTitle(state, title) for state, (title, _) in READER_STATES.items()),
    )


def _finding(finding: DoctorFinding) -> FindingTold:
    return FindingTold(
        check=finding.check,
        title=TITLES[finding.check],
        found=finding.found,
        why=finding.why,
        do=finding.do,
    )
