"""A calculated figure with its limit and source."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Calculated:
    """A figure of the calculation, in words.

    Attributes:
        subject: what it is of.
        figure: the figure, with its unit and what it was calculated from.
        limit: its limit.
        source: source of the formula and of uncertain figures.
        marginal: True if it is beyond its limit.
    """

    subject: str
    figure: str
    limit: str
    source: str
    marginal: bool

    @property
    def sentence(self) -> str:
        """The figure as a sentence."""
        return f"{self.subject}: {self.figure}; {self.limit}. Source: {self.source}."
