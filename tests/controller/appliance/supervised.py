"""Services that behave: who looks after them, and what they do when they are started."""

from controller.appliance.standing import ServiceState


class Unsupervised:
    """A computer without systemd: there is nobody to give an order to."""

    def state(self) -> ServiceState | None:
        return None

    def restart(self) -> None:
        raise AssertionError("there is nobody here who could")

    stop = start = restart

    def log(self, _lines: int) -> tuple[str, ...]:
        return ()


class WithService(Unsupervised):
    """A computer with a service that is as it is."""

    def __init__(self, state: ServiceState) -> None:
        self._state = state

    def state(self) -> ServiceState | None:
        return self._state
