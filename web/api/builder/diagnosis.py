"""A report of the doctor in the words of a page."""

import msgspec

from controller.maintenance.doctor.checks import TITLES
from controller.maintenance.doctor.examination import Report
from controller.maintenance.doctor.findings import VERDICTS, DoctorFinding
from web.api.readers import READER_STATES
from web.languages.language import Speech
from web.views.findings import in_words
from web.views.shapes.building import Diagnosis, FindingTold, Group, ReaderSeen, StateTitle


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
