"""A real MQTT broker, Mosquitto, and somebody who listens to it."""

import json
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Self

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion

from tests.support.needs import missing
from tests.support.waiting import until

HERE: Final = "127.0.0.1"


def mosquitto_path() -> str:
    """Where Mosquitto is. Raises as `missing` without it."""
    found = shutil.which("mosquitto") or shutil.which("/usr/sbin/mosquitto")
    if found is None:
        missing("The tests of MQTT need the broker Mosquitto: sudo apt install mosquitto")
    return found


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server((HERE, 0)) as free:
        port: int = free.getsockname()[1]
        return port


class Mosquitto:
    """The broker, whose state is forgotten when it ends.

    Args:
        folder: for its files.
        more: lines of its configuration; without any, everybody may do everything.
    """

    def __init__(self, folder: Path, more: Iterable[str] = ("allow_anonymous true",)) -> None:
        self._program = mosquitto_path()
        self._folder = folder
        self._more = tuple(more)
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start it, with nothing retained."""
        settings = self._folder / "mosquitto.conf"
        # It would give up root's rights, and could not read files that are the test's own.
        lines = ("user root", f"listener {self.port} {HERE}", *self._more)
        settings.write_text("\n".join(lines) + "\n")
        with (self._folder / "mosquitto.log").open("ab") as log:
            self._process = subprocess.Popen(
                (self._program, "-c", str(settings)), stdout=log, stderr=log
            )
        until(self._answers, "Mosquitto listens")

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def _answers(self) -> bool:
        try:
            socket.create_connection((HERE, self.port), 1.0).close()
        except OSError:
            return False
        return True


class Listener:
    """Somebody who listens to every topic, and may say something too.

    Attributes:
        heard: topic and payload of every message, oldest first.
    """

    def __init__(self, port: int) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self._up = threading.Event()
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = self._subscribe
        self._client.on_subscribe = lambda *_: self._up.set()
        self._client.on_message = self._hear
        self._client.reconnect_delay_set(1, 1)
        self._client.connect(HERE, port)

    def __enter__(self) -> Self:
        self._client.loop_start()
        until(self._up.is_set, "the listener listens")
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def say(self, topic: str, payload: str | bytes, *, retain: bool = False) -> None:
        """Publish a message, and wait until the broker has it."""
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(30)

    def newest(self, topic: str) -> bytes | None:
        """The newest message of a topic that ends so."""
        return next((said for at, said in reversed(self.heard) if at.endswith(topic)), None)

    def _subscribe(self, *_: Any) -> None:
        self._client.subscribe("#", qos=1)

    def _hear(self, _client: Any, _data: Any, message: paho.MQTTMessage) -> None:
        self.heard.append((message.topic, bytes(message.payload)))


def certificate(folder: Path, made_for: str = "IP:127.0.0.1") -> tuple[Path, Path]:
    """A certificate, for this computer unless told otherwise, that nobody has signed; its key."""
    made, key = folder / "ours.crt", folder / "ours.key"
    words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
    words += "-subj /CN=localhost "
    words += f"-addext subjectAltName={made_for}"
    files = ("-keyout", str(key), "-out", str(made))
    subprocess.run((*words.split(), *files), check=True, capture_output=True)
    return made, key


def refusing(folder: Path, readable: str) -> tuple[str, ...]:
    """Lines of a configuration that lets everybody publish, but listen to these topics only.

    With Mosquitto's own `acl_file` it would accept to be listened to, and send nothing.
    """
    found = sorted(Path("/usr/lib").glob("*/mosquitto_dynamic_security.so"))
    plugin = found[0] if found else missing("They need Mosquitto's mosquitto_dynamic_security.so")
    may = {"publishClientSend": True, "publishClientReceive": True, "unsubscribe": True}
    allowed = {"acltype": "subscribePattern", "topic": readable, "allow": True}
    rights = {
        "defaultACLAccess": {**may, "subscribe": False},
        "roles": [{"rolename": "listen", "acls": [allowed]}],
        "groups": [{"groupname": "all", "roles": [{"rolename": "listen"}]}],
        "anonymousGroup": "all",
    }
    file = folder / "rights.json"
    file.write_text(json.dumps(rights))
    return ("allow_anonymous true", f"plugin {plugin}", f"plugin_opt_config_file {file}")


def with_user(folder: Path, user: str, password: str) -> tuple[str, ...]:
    """Lines of a configuration that lets in one user alone."""
    users = folder / "users"
    made = shutil.which("mosquitto_passwd") or missing("They need mosquitto_passwd")
    subprocess.run((made, "-b", "-c", str(users), user, password), check=True, capture_output=True)
    return (f"password_file {users}",)
