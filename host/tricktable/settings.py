"""Settings: defaults, then a file, then the environment, then flags; the last one wins.

`build` is a pure function; only `load` reads a file or asks the machine. No other part of the
program reads the environment.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final, NamedTuple, get_args

import msgspec
from msgspec import Meta

from tricktable.store import private_files, swap
from tricktable.store.machine import (
    EVERY_ADDRESS,
    TOKEN_FILE,
    WEBHOOK_SECRET_FILE,
    Machine,
    host_token,
    in_a_url,
    this_machine,
    webhook_secret,
)
from tricktable.text.unfit import form

PREFIX: Final = "TRICKTABLE_"
"""What the names of all our environment variables begin with."""
FILE_VARIABLE: Final = "TRICKTABLE_SETTINGS"
"""Names a settings file to use instead of `settings.toml` in the data folder."""
MAX_FILE_BYTES: Final = 64 * 1024
"""A longer settings file is refused."""

_TOKEN: Final = r"^$|^[A-Za-z0-9_-]{22,}$"
_HOST: Final = r"([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])"
_ORIGIN: Final = (
    rf"^(http://{_HOST}(:(?!80$)[0-9]{{1,5}})?|https://{_HOST}(:(?!443$)[0-9]{{1,5}})?)\Z"
)
_PASSWORD: Final = re.compile(r"(?<=://)[^/]*(?=@)")
_WITH_PASSWORD: Final = ("database", "mqtt_url")
"""The settings that are addresses in which a password may stand."""
_SECRETS: Final = ("host_token", "webhook_secret", "wifi_password")
_TOPIC: Final = r"^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$"
_HOMELESS: Final = (
    "this user has no home folder (HOME is not set, and the system knows no other): choose a "
    "folder with --data or TRICKTABLE_DATA"
)
_LOCAL: Final = ".local"
_LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")


_SPECIAL: Final = re.compile(r'([\\;,":])')


class BadSetting(Exception):
    """Raised if a setting cannot be used: one sentence says which one, where it was set and why.

    It never repeats the value, which may be a secret.
    """

    def __init__(self, sentence: str, *, is_flag: bool = False) -> None:
        super().__init__(sentence)
        self.is_flag = is_flag
        """Whether the value was given as a flag and can never be one."""


class GuestWifi(NamedTuple):
    """A Wi-Fi that this computer opens for its guests; without a name there is none."""

    name: str = ""
    password: str = ""
    """Empty if anybody may join."""
    address: str = ""
    """This computer's address there; empty if the Wi-Fi is always on."""

    def is_on(self, addresses: Collection[str]) -> bool:
        """Whether guests of a computer with these addresses can join."""
        return bool(self.name) and (not self.address or self.address in addresses)

    @property
    def code(self) -> str:
        """What a phone's camera reads to join (ZXing, "Barcode Contents", Wi-Fi network)."""
        name, password = (_SPECIAL.sub(r"\\\1", each) for each in (self.name, self.password))
        return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings, complete and checked. Made by `build`."""

    data: Annotated[
        Path, Meta(description="The folder for the journal, the decks and the host token.")
    ]
    database: Annotated[
        str,
        Meta(
            description="The journal: a path, or a URL: `sqlite:////var/lib/table.db`, or "
            "`postgresql://club@server/club` for a database that several hosts share "
            "(default: `journal.db` in the data folder)."
        ),
    ] = ""
    max_journal_mib: Annotated[
        int, Meta(ge=1, le=2**20, description="The maximum size of the journal's file (MiB).")
    ] = 1024
    board_port: Annotated[
        tuple[Annotated[str, Meta(min_length=1)], ...],
        Meta(
            description="The boards' serial ports: devices or pyserial URLs "
            "(default: boards are found by their USB id and greeting)."
        ),
    ] = ()
    board_key_file: Annotated[
        str,
        Meta(
            description="The file with the key of a board on the network (`socket://`; "
            "default: `board-key` in the data folder)."
        ),
    ] = ""
    http_host: Annotated[
        str,
        Meta(
            description="The address to serve pages on; `127.0.0.1` keeps guests out, "
            "`::` adds IPv6."
        ),
    ] = "0.0.0.0"
    http_port: Annotated[
        int, Meta(ge=0, le=65535, description="The port to serve pages on; 0 picks a free one.")
    ] = 8080
    base_url: Annotated[
        str,
        Meta(
            pattern=r"^$|^https?://[^\s/?#]+(/[^\s?#]*)?$",
            examples=["https://cards.example.org"],
            description="The start of the address in a guest's QR code "
            "(default: this machine's address and port).",
        ),
    ] = ""
    trusted_hosts: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^[^\s/,]+$", examples=["cards.local"])], ...],
        Meta(
            description="More names that browsers may use for this machine, besides its "
            "addresses, its name, its `.local` name and `localhost`. Do not include ports."
        ),
    ] = ()
    host_token: Annotated[
        str,
        Meta(
            pattern=_TOKEN,
            description="Lets another device act as host: 22 or more letters, digits, `-`, `_` "
            "(default: the one in `host-token` in the data folder).",
        ),
    ] = ""
    allow_origins: Annotated[
        tuple[Annotated[str, Meta(pattern=_ORIGIN, examples=["https://example.org"])], ...],
        Meta(
            description="Other origins whose pages may read the API and frame guests' pages, as "
            "browsers write them: `https://example.org`, in lower case and without a path."
        ),
    ] = ()
    streams_per_address: Annotated[
        int,
        Meta(
            ge=1,
            description="How many live pages one address may keep open; of IPv6 from outside this "
            "computer's networks, all addresses of one /64 together.",
        ),
    ] = 32
    streams_in_total: Annotated[
        int,
        Meta(
            ge=1,
            description="How many live pages may be open in total; "
            "fewer if the system limits open files.",
        ),
    ] = 4000
    max_body_bytes: Annotated[
        int, Meta(ge=1024, description="The longest form that the host accepts (bytes).")
    ] = 32 * 1024
    wifi_name: Annotated[
        str,
        Meta(
            max_length=32,
            description="The name of a Wi-Fi for guests; its code is then shown beside the link.",
        ),
    ] = ""
    wifi_password: Annotated[
        str,
        Meta(
            pattern=r"^$|^[ -~]{8,63}$",
            description="The password of that Wi-Fi: 8 to 63 letters, digits or signs "
            "(default: anybody may join).",
        ),
    ] = ""
    wifi_address: Annotated[
        str,
        Meta(
            pattern=r"^$|^[0-9.]{7,15}$|^[0-9A-Fa-f:]{2,39}$",
            examples=["10.42.0.1"],
            description="This computer's own address on that Wi-Fi; the code is shown, and phones "
            "that join are led to the table, only while it has that address "
            "(default: the code is always shown).",
        ),
    ] = ""
    poweroff_file: Annotated[
        str,
        Meta(
            description="To shut this computer down, the host's page creates this empty file "
            "(default: the page does not offer it)."
        ),
    ] = ""

    mqtt_url: Annotated[
        str,
        Meta(
            pattern=r"^$|^mqtts?://([^\s/@]+@)?([^\s/@:?#\[\]]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/?$",
            examples=["mqtt://user:password@host:1883"],
            description="The MQTT broker that receives table states: "
            "`mqtt://user:password@host:1883`, or `mqtts://` for an encrypted connection "
            "(default: none).",
        ),
    ] = ""
    mqtt_topic: Annotated[
        str,
        Meta(
            pattern=_TOPIC,
            examples=["tricktable"],
            description="The prefix of this host's topics; "
            "two hosts on one broker need different ones.",
        ),
    ] = "tricktable"
    mqtt_discovery: Annotated[
        str,
        Meta(
            pattern=f"^$|{_TOPIC}",
            examples=["homeassistant"],
            description="The prefix of Home Assistant's discovery topics; empty for no discovery.",
        ),
    ] = "homeassistant"

    sleep_after_min: Annotated[
        int,
        Meta(
            ge=1,
            le=1440,
            description="How long an unused table stays in memory (minutes). "
            "When somebody returns to it, it is as it was.",
        ),
    ] = 15
    delay_s: Annotated[
        int,
        Meta(
            ge=0,
            le=3600,
            description="The delay before spectators see play, for a broadcast (seconds).",
        ),
    ] = 0
    webhook_urls: Annotated[
        tuple[
            Annotated[
                str,
                Meta(
                    pattern=r"^https?://[^\s/@,]+(/[^\s,]*)?$",
                    examples=["https://example.org/hook"],
                ),
            ],
            ...,
        ],
        Meta(
            description="Webhook URLs called when a game or a deal begins or ends, "
            "such as `https://example.org/hook`."
        ),
    ] = ()
    webhook_secret: Annotated[
        str,
        Meta(
            pattern=r"^$|^whsec_([A-Za-z0-9+/]{4}){8,20}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
            description="The secret that signs webhooks: `whsec_` and 24 to 64 bytes in base64 "
            "(default: the one in `webhook-secret` in the data folder).",
        ),
    ] = ""

    def __repr__(self) -> str:
        """Everything but secrets, so that it is safe in a log."""
        shown = {name: getattr(self, name) for name in self.__struct_fields__}
        for name in _SECRETS:
            shown[name] = "…" if shown[name] else ""
        shown["webhook_urls"] = _without_paths(self.webhook_urls)
        for name in _WITH_PASSWORD:
            shown[name] = _PASSWORD.sub("…", shown[name])
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in shown.items())})"

    @property
    def journal(self) -> str:
        """Where the journal is, as `open_journal` takes it."""
        return self.database or str(self.data / "journal.db")

    @property
    def board_key(self) -> Path:
        """Where the key of a board on the network is kept."""
        return Path(self.board_key_file) if self.board_key_file else self.data / "board-key"

    @property
    def decks(self) -> Path:
        """The folder of the deck files."""
        return self.data / "decks"

    @property
    def wifi(self) -> GuestWifi:
        """The Wi-Fi that this computer opens for its guests, if any."""
        return GuestWifi(self.wifi_name, self.wifi_password, self.wifi_address)

    @property
    def connections_per_address(self) -> int:
        """Connections besides streams: two per stream, as a browser briefly opens up to six."""
        return 2 * self.streams_per_address


class Setting(NamedTuple):
    """One setting, as the documentation and the command line show it."""

    name: str
    default: object
    """None if it depends on the machine."""
    help: str
    type: object
    """As annotations have it."""

    @property
    def variable(self) -> str:
        """Its environment variable: `TRICKTABLE_HTTP_PORT`."""
        return PREFIX + self.name.upper()

    @property
    def has_many(self) -> bool:
        """Whether it takes several values."""
        return self.default == ()

    @property
    def flag(self) -> str:
        """Its flag on the command line: `--http-port`."""
        return "--" + self.name.replace("_", "-")


def _settings() -> Iterator[Setting]:
    for field in msgspec.structs.fields(Settings):
        (meta,) = (each for each in get_args(field.type)[1:] if isinstance(each, Meta))
        default = None if field.required else field.default
        yield Setting(field.name, default, str(meta.description), field.type)


SETTINGS: Final = tuple(_settings())
"""Every setting, in the order of the documentation."""
_BY_NAME: Final = {each.name: each for each in SETTINGS}
_BY_VARIABLE: Final = {each.variable: each for each in SETTINGS}


def build(
    machine: Machine,
    file: Mapping[str, object] | None = None,
    environ: Mapping[str, str] | None = None,
    flags: Mapping[str, object] | None = None,
) -> Settings:
    """The settings for `machine`: defaults < `file` (parsed TOML) < `environ` < `flags`.

    `flags` go by setting name; None means the flag was not given. Raises: BadSetting.
    """
    environ = environ or {}
    values: dict[str, object] = {} if machine.data is None else {"data": machine.data}
    for setting, source, value in _given_values(file or {}, environ, flags or {}):
        values[setting.name] = _convert(setting, source, value, machine.home)
    if "data" not in values:
        raise BadSetting(_HOMELESS)
    settings = msgspec.convert(values, Settings)
    return msgspec.structs.replace(
        settings,
        trusted_hosts=_trusted_hosts(machine, settings.http_host, settings.trusted_hosts),
    )


def _given_values(
    file: Mapping[str, object], environ: Mapping[str, str], flags: Mapping[str, object]
) -> Iterator[tuple[Setting, str, object]]:
    """Each value that was given: the setting, where it was set, and the value; strongest last."""
    for name, said in file.items():
        yield _setting(name, _BY_NAME, "the settings file"), f"{name} in the settings file", said
    for variable, word in environ.items():
        if variable.startswith(PREFIX) and variable != FILE_VARIABLE:
            yield _setting(variable, _BY_VARIABLE, "the environment"), variable, word
    for name, said in flags.items():
        if said is not None:
            setting = _setting(name, _BY_NAME, "the flags")
            yield setting, setting.flag, said


def _setting(name: str, settings: Mapping[str, Setting], where: str) -> Setting:
    if name in settings:
        return settings[name]
    close = difflib.get_close_matches(name, settings, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    raise BadSetting(f"unknown setting {name!r} in {where}{hint}")


def _convert(setting: Setting, source: str, value: object, home: Path | None) -> object:
    """The value converted to the setting's type, even from text (environment and flags)."""
    if setting.has_many and isinstance(value, str | tuple):
        words = value.split(",") if isinstance(value, str) else ",".join(value).split(",")
        value = [word.strip() for word in words if word.strip()]

    def path(_type: type, text: object) -> Path:
        if not isinstance(text, str | Path) or not str(text):
            raise BadSetting(f"{source} must be a path. {setting.help}")
        if not _from_home(text):
            return Path(text)
        if home is None:
            raise BadSetting(
                f"{source} cannot begin with ~: nobody knows your home folder. {setting.help}"
            )
        return home / Path(text).relative_to("~")

    try:
        return msgspec.convert(value, setting.type, strict=False, dec_hook=path)
    except msgspec.ValidationError as error:
        if "regex" in str(error):
            example = _example(setting.type)
            # Nobody is shown a secret that could be copied.
            said = f"{source} " + (f"must look like {example}" if example else "cannot be that")
        else:
            said = f"{source} must be {form(setting.type, is_member='$[' in str(error))}"
        sentence = f"{said}. {setting.help}"
        raise BadSetting(sentence, is_flag=source == setting.flag) from error


def _example(annotated: object) -> str:
    """A value of the right form, from where the form is: at the setting, or at each of several."""
    inner, *metas = get_args(annotated)
    for meta in metas:
        if isinstance(meta, Meta) and meta.examples:
            return str(meta.examples[0])
    each = next(iter(get_args(inner)), None)
    return "" if each is None else _example(each)


def _from_home(text: str | Path) -> bool:
    return Path(text).parts[:1] == ("~",)


def _trusted_hosts(machine: Machine, host: str, more: Iterable[str]) -> tuple[str, ...]:
    name = machine.hostname.lower().removesuffix(_LOCAL)
    own = map(in_a_url, (*machine.addresses, *({host} - {*EVERY_ADDRESS})))
    names = (name, f"{name}{_LOCAL}") if name else ()
    return tuple(dict.fromkeys((*_LOOPBACK, *own, *names, *more)))


def load(
    flags: Mapping[str, object] | None = None,
    environ: Mapping[str, str] | None = None,
    machine: Machine | None = None,
) -> Settings:
    """The settings of this run: `build` for this computer, with the host token.

    The file is the one that TRICKTABLE_SETTINGS names, which must exist, or `settings.toml` in
    the data folder, if there is one. That one and a board's key are closed to others. A restore
    that was ended in the middle is finished first. Raises: BadSetting.
    """
    environ = os.environ if environ is None else environ
    machine = machine or this_machine()
    path, is_named = _settings_file(flags, environ, machine)
    settings = build(machine, _read(path, is_named), environ, flags)
    try:
        if swap.finish(settings.data):  # a restore was ended in the middle of it
            settings = build(machine, _read(path, is_named), environ, flags)
    except OSError as error:
        raise BadSetting(_unusable(settings.data, error)) from error
    if not is_named:  # else whoever put it there has chosen its mode
        private_files.keep(path)  # a broker's password may stand in it
    private_files.keep(settings.board_key)
    kept: dict[str, str] = {}
    try:
        if not settings.host_token:
            kept["host_token"] = host_token(settings.data)
        if settings.webhook_urls and not settings.webhook_secret:
            kept["webhook_secret"] = webhook_secret(settings.data)
        return msgspec.structs.replace(settings, **kept)
    except OSError as error:
        raise BadSetting(_unusable(settings.data, error)) from error


class Source(NamedTuple):
    """A setting's value, and where it came from."""

    setting: Setting
    value: object
    """Text that is safe to show, or a number; secrets are an ellipsis."""
    source: str
    """`default`, `this computer`, `http_port in the settings file`, `TRICKTABLE_HTTP_PORT`, …"""


def sources(
    flags: Mapping[str, object] | None = None,
    environ: Mapping[str, str] | None = None,
    machine: Machine | None = None,
) -> list[Source]:
    """Every setting of this run, as `load` has it, but makes nothing. Raises: BadSetting."""
    environ, machine = os.environ if environ is None else environ, machine or this_machine()
    path, must_exist = _settings_file(flags, environ, machine)
    file = _read(path, must_exist)
    given = {each.name: source for each, source, _ in _given_values(file, environ, flags or {})}
    settings = build(machine, file, environ, flags)
    found = {"data": "this computer", "trusted_hosts": "this computer"}
    if not settings.host_token:
        found["host_token"] = str(settings.data / TOKEN_FILE)
    if settings.webhook_urls and not settings.webhook_secret:
        found["webhook_secret"] = str(settings.data / WEBHOOK_SECRET_FILE)
    return [
        Source(each, _safe(each, settings), given.get(each.name, found.get(each.name, "default")))
        for each in SETTINGS
    ]


def _safe(setting: Setting, settings: Settings) -> object:
    value = getattr(settings, setting.name)
    if setting.name in _SECRETS:
        is_made = setting.name == "host_token" or (
            setting.name == "webhook_secret" and settings.webhook_urls
        )
        return "…" if value or is_made else ""
    if setting.name == "webhook_urls":
        return _without_paths(value)
    return _PASSWORD.sub("…", value) if setting.name in _WITH_PASSWORD else value


def _without_paths(urls: Iterable[str]) -> tuple[str, ...]:
    """The addresses as far as they are no secret: a path often is one."""
    return tuple("/".join((*url.split("/")[:3], "…")) for url in urls)


def _settings_file(
    flags: Mapping[str, object] | None, environ: Mapping[str, str], machine: Machine
) -> tuple[Path, bool]:
    """The settings file, and whether it must exist."""
    named = environ.get(FILE_VARIABLE)
    if named:
        return Path(named), True
    return build(machine, {}, environ, flags).data / "settings.toml", False


def _unusable(data: Path, error: OSError) -> str:
    """Why the data folder cannot be used, and what to do about it."""
    token = data / TOKEN_FILE
    what = f"read {token}" if error.filename == str(token) else f"write to {data}"
    reason = error.strerror or "the disk fails"
    return f"cannot {what}: {reason[:1].lower()}{reason[1:]}; choose another folder with --data"


def _read(path: Path, must_exist: bool) -> dict[str, object]:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            raise BadSetting(f"{path} is longer than {MAX_FILE_BYTES} bytes")
        return tomllib.loads(content.decode())
    except FileNotFoundError as error:
        if must_exist:
            raise BadSetting(f"{path}: no such settings file") from error
        return {}
    except OSError as error:
        raise BadSetting(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise BadSetting(f"{path}: {error}") from error
