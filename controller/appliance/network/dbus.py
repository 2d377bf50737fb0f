"""Calls over D-Bus; answers contain no types of the library."""

from collections import deque
from contextlib import suppress
from typing import Any, Final

from jeepney import (
    DBusAddress,
    DBusErrorResponse,
    HeaderFields,
    MatchRule,
    Message,
    MessageFlag,
    Properties,
    message_bus,
    new_method_call,
)
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import unwrap_msg

from controller.appliance.network.ports import NetworkTrouble

ANSWER_S: Final = 5.0
"""Time limit of an answer in seconds."""
CONNECT_S: Final = 2.0
KEPT: Final = 64
"""Maximum number of signals kept until `heard` is called."""

Settings = dict[str, dict[str, tuple[str, Any]]]
"""Settings of NetworkManager: sections of names, each with a type and a value."""


class DBus:
    """The system's message bus, as far as it is needed here. For one thread.

    The next call reopens a broken connection.
    """

    def __init__(self) -> None:
        self._line: DBusConnection | None = None
        self._heard: deque[Message] = deque(maxlen=KEPT)

    def call(
        self, address: DBusAddress, method: str, signature: str = "", *arguments: Any
    ) -> tuple[Any, ...]:
        """Call a method; return its answer.

        Raises:
            NetworkTrouble: there is no bus, no such service, or it refused. The message contains
                no arguments: there are passwords among them.
        """
        return self._ask(new_method_call(address, method, signature or None, arguments))

    def get(self, address: DBusAddress, name: str) -> Any:
        """Return a property, without its type. Raises as `call`."""
        return self._ask(Properties(address).get(name))[0][1]

    def get_all(self, address: DBusAddress) -> dict[str, Any]:
        """Return all properties of an interface, without their types. Raises as `call`."""
        (found,) = self._ask(Properties(address).get_all())
        return {name: value for name, (_, value) in found.items()}

    def has(self, name: str) -> bool:
        """Check whether a service with this name is on the bus. Raises as `call`."""
        return bool(self._ask(message_bus.NameHasOwner(name))[0])

    def listen(self, interface: str, member: str) -> None:
        """Keep the signals of this name from now on. Raises as `call`."""
        rule = MatchRule(type="signal", interface=interface, member=member)
        line = self._open()
        line.filter(rule, queue=self._heard)
        self._ask(message_bus.AddMatch(rule))

    def heard(self) -> list[tuple[str, tuple[Any, ...]]]:
        """Return the signals since the last call: object path, and arguments."""
        with suppress(TimeoutError, OSError):
            while True:
                self._open().recv_messages(timeout=0)
        found = list(self._heard)
        self._heard.clear()
        return [(each.header.fields[HeaderFields.path], each.body) for each in found]

    def close(self) -> None:
        """Close the connection."""
        if self._line is not None:
            self._line.close()
        self._line = None

    def _open(self) -> DBusConnection:
        if self._line is None:
            try:
                self._line = open_dbus_connection("SYSTEM", auth_timeout=CONNECT_S)
            except (OSError, AttributeError, ValueError, RuntimeError) as error:  # as on Windows
                raise NetworkTrouble(f"The system's message bus is not there: {error}.") from error
        return self._line

    def _ask(self, message: Message) -> tuple[Any, ...]:
        message.header.flags |= MessageFlag.no_auto_start
        fields = message.header.fields
        what = f"{fields[HeaderFields.destination]}: {fields[HeaderFields.member]}"
        try:
            answer = self._open().send_and_get_reply(message, timeout=ANSWER_S)
            body: tuple[Any, ...] = unwrap_msg(answer)
        except DBusErrorResponse as error:
            raise NetworkTrouble(f"{what} was refused ({error.name}).") from error
        except (OSError, TimeoutError) as error:
            self.close()
            raise NetworkTrouble(f"{what} was not answered ({error}).") from error
        return body
