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
from web.languages.language import Speech
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.views.findings import in_words
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
        taken_out = [spoken()._(what) for what in TAKEN_OUT]
        return render_template("builder.html", taken_out=taken_out)

    @routes.get("/api/builder/doctor")
    def get_doctor() -> Response:
        _, report = examine()
        return as_json(told(report, spoken()))

    @routes.get("/api/builder/bundle")
    def get_bundle() -> Response:
        bundle = make_bundle(*examine())
        response = Response(bundle.data, mimetype="application/gzip")
        response.headers["Content-Disposition"] = f'attachment; filename="{BUNDLE_NAME}"'
        return response

    return routes


def told(report: Report, say: Speech) -> Diagnosis:
    """Return a report as the page shows it, worst first."""
    return Diagnosis(
        made_at=report.made_at,
        version=report.version,
        groups=tuple(
            Group(verdict, say._(title), tuple(_finding(each, say) for each in report.of(verdict)))
            for verdict, title in VERDICTS.items()
        ),
        readers=msgspec.convert(report.readers, tuple[ReaderSeen, ...], from_attributes=True),
        states=tuple(
            StateTitle(state, say._(title)) for state, (title, _) in READER_STATES.items()
        ),
    )


def _finding(finding: DoctorFinding, say: Speech) -> FindingTold:
    return FindingTold(
        check=finding.check,
        title=say._(TITLES[finding.check]),
        found=in_words(finding.found, say),
        why=in_words(finding.why, say),
        do=in_words(finding.do, say),
    )
