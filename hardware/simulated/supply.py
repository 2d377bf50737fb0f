"""A power supply that can be made to sag."""


class SimulatedSupply:
    """The supply of the simulated board.

    Attributes:
        sagging: True if its voltage is too low.
    """

    def __init__(self) -> None:
        self.sagging = False

    def sags(self) -> bool:
        """Check whether the voltage is too low now."""
        return self.sagging
