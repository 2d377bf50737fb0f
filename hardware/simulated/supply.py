"""A power supply that can be made to sag."""


class SimulatedSupply:
    """The supply of the simulated board.

    Attributes:
        sagging: whether its voltage is too low.
    """

    def __init__(self) -> None:
        self.sagging = False

    def sags(self) -> bool:
        """Whether the voltage is too low just now."""
        return self.sagging
