"""Settings: who has the last word, and what is said of a word that cannot be used."""

import os
import re
import stat
import sys
from pathlib import Path

import pytest

from rig.sites import settings_with
from tricktable.settings import SETTINGS, BadSetting, Settings, build, load, sources
from tricktable.store.machine import Machine, host_token, this_machine
from tricktable.web.own_addresses import url_for_guests

HOME = Path("/home/ann")
DATA = HOME / ".local/share/tricktable"
PI = Machine(DATA, HOME, "table", ("192.168.1.20", "fd00::20"))


# Who has the last word


def test_without_a_word_everything_has_its_default():
    settings = build(PI)
    assert settings.http_port == 8080
    assert settings.data == DATA
    assert settings.journal == str(settings.data / "journal.db")
    assert settings.decks == settings.data / "decks"


def test_the_file_the_environment_and_the_flags_speak_in_this_order():
    file = {"http_port": 1, "http_host": "file", "board_port": "file", "database": "file"}
    environ = {
        "TRICKTABLE_HTTP_PORT": "2",
        "TRICKTABLE_HTTP_HOST": "environ",
        "TRICKTABLE_BOARD_PORT": "environ",
    }
    flags = {"http_port": 3, "http_host": "flag", "board_port": None}
    settings = build(PI, file, environ, flags)
    assert (settings.http_port, settings.http_host) == (3, "flag")
    assert (settings.board_port, settings.database) == (("environ",), "file")


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_heard_from_each_place(setting):
    said = {
        "data": "/srv/table",
        "base_url": "https://cards.example/club",
        "host_token": "A" * 22,
        "max_journal_mib": "5000",
        "http_port": "5000",
        "streams_per_address": "5000",
        "streams_in_total": "5000",
        "max_body_bytes": "5000",
        "sleep_after_min": "60",
        "delay_s": "60",
        "allow_origins": "https://example.org",
        "webhook_urls": "https://hooks.example/table",
        "webhook_secret": "whsec_" + "A" * 32,
        "mqtt_url": "mqtts://ann:secret@broker.example:8884",
        "wifi_password": "eight signs",
        "wifi_address": "10.42.0.1",
    }
    word = said.get(setting.name, "word")
    by_environ = build(PI, environ={setting.variable: word})
    assert by_environ == build(PI, file={setting.name: by_file(word, setting)})
    assert by_environ == build(PI, flags={setting.name: word})
    assert by_environ != build(PI)
    assert setting.flag == "--" + setting.name.replace("_", "-")


def by_file(word, setting):
    if setting.name == "trusted_hosts":
        return [word]
    return int(word) if word.isdigit() else word


def test_boards_may_have_several_ports_in_every_place():
    both = build(PI, file={"board_port": ["/dev/one", "socket://two:4000"]})
    assert both.board_port == ("/dev/one", "socket://two:4000")
    assert both == build(PI, flags={"board_port": ("/dev/one", "socket://two:4000")})
    assert both == build(PI, environ={"TRICKTABLE_BOARD_PORT": "/dev/one, socket://two:4000"})
    with pytest.raises(BadSetting, match="board_port in the settings file"):
        build(PI, file={"board_port": [""]})


def test_other_peoples_variables_mean_nothing():
    assert build(PI, environ={"HTTP_PORT": "1", "PATH": "/bin", "tricktable_data": "x"}) == build(
        PI
    )


def test_the_same_words_make_the_same_settings():
    words = {"trusted_hosts": ["cards.example"]}
    assert build(PI, words) == build(PI, dict(words))
    assert words == {"trusted_hosts": ["cards.example"]}


# What follows from the machine


@pytest.mark.skipif(sys.platform != "linux", reason="where Linux keeps it")
@pytest.mark.parametrize(
    ("named", "folder"),
    [
        (None, "/home/ann/.local/share/tricktable"),
        ("", "/home/ann/.local/share/tricktable"),
        ("/srv/data", "/srv/data/tricktable"),
        ("relative", "/home/ann/.local/share/tricktable"),
    ],
)
def test_data_lies_where_it_has_always_been(monkeypatch, named, folder):
    monkeypatch.setenv("HOME", "/home/ann")
    if named is None:
        monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    else:
        monkeypatch.setenv("XDG_DATA_HOME", named)
    assert build(this_machine()).data == Path(folder)
    assert not Path(folder).exists(), "only a start makes it"


def test_a_path_may_begin_at_home():
    assert build(PI, {"data": "~/cards"}).data == HOME / "cards"
    assert build(PI, {"data": "~"}).data == HOME
    assert build(PI, {"data": "/srv/~cards"}).data == Path("/srv/~cards")


def test_a_machine_is_trusted_by_its_own_names_and_the_ones_added():
    settings = build(PI, environ={"TRICKTABLE_TRUSTED_HOSTS": "cards.example, table.local"})
    assert settings.trusted_hosts == (
        "localhost",
        "127.0.0.1",
        "[::1]",
        "192.168.1.20",
        "[fd00::20]",
        "table",
        "table.local",
        "cards.example",
    )


def test_a_name_that_ends_in_local_already_is_not_given_it_twice():
    assert build(PI._replace(hostname="Table.local")).trusted_hosts[-2:] == ("table", "table.local")
    assert "" not in build(PI._replace(hostname="")).trusted_hosts


@pytest.mark.parametrize(
    ("said", "guests_url"),
    [
        ({}, "http://192.168.1.20:8080"),
        ({"http_port": 80}, "http://192.168.1.20"),
        ({"http_host": "127.0.0.1"}, "http://127.0.0.1:8080"),
        ({"http_host": "::1"}, "http://[::1]:8080"),
        ({"http_host": "::"}, "http://192.168.1.20:8080"),
        ({"base_url": "https://cards.example"}, "https://cards.example"),
    ],
)
def test_guests_are_sent_to_an_address_that_they_can_reach(said, guests_url):
    settings = build(PI, said)
    service = settings_with(http_host=settings.http_host, base_url=settings.base_url)
    assert url_for_guests(service, settings.http_port, PI.addresses) == guests_url


def test_where_guests_go_is_asked_when_they_come_and_no_setting_unless_it_is_given():
    assert build(PI).base_url == ""
    assert url_for_guests(settings_with(), 8080, ()) == "http://127.0.0.1:8080"


def test_this_machine_knows_its_names_and_no_address_twice():
    machine = this_machine()
    assert machine.home.is_absolute()
    assert len(set(machine.addresses)) == len(machine.addresses)
    assert not any(each.startswith("127.") for each in machine.addresses)


# Words that cannot be used


@pytest.mark.parametrize(
    ("file", "environ", "flags", "said"),
    [
        (
            {"http_port": "eighty"},
            {},
            {},
            "http_port in the settings file must be a whole number from 0 to 65535. The port",
        ),
        (
            {},
            {"TRICKTABLE_HTTP_PORT": "70000"},
            {},
            "HTTP_PORT must be a whole number from 0 to 65535. The port",
        ),
        ({}, {}, {"http_port": -1}, "--http-port must be a whole number from 0 to 65535. The port"),
        (
            {"http_port": 80.5},
            {},
            {},
            "http_port in the settings file must be a whole number from 0 to 65535. The port",
        ),
        ({"data": 7}, {}, {}, "data in the settings file must be a path. The folder"),
        ({"data": ""}, {}, {}, "data in the settings file must be a path. The folder"),
        ({"base_url": "cards.example"}, {}, {}, "base_url in the settings file must look like"),
        (
            {},
            {},
            {"base_url": "http://a?b"},
            "--base-url must look like https://cards.example.org. The",
        ),
        (
            {},
            {"TRICKTABLE_HOST_TOKEN": "secret"},
            {},
            "HOST_TOKEN cannot be that. Lets another device",
        ),
        (
            {},
            {"TRICKTABLE_TRUSTED_HOSTS": "http://a"},
            {},
            "TRICKTABLE_TRUSTED_HOSTS must look like cards.local. ",
        ),
        (
            {},
            {},
            {"mqtt_url": "x"},
            "--mqtt-url must look like mqtt://user:password@host:1883. The",
        ),
        (
            {},
            {},
            {"webhook_urls": ("x",)},
            "--webhook-urls must look like https://example.org/hook",
        ),
        (
            {"max_journal_mib": 0},
            {},
            {},
            "max_journal_mib in the settings file must be a whole number from 1 to 1048576. ",
        ),
        ({"port": 80}, {}, {}, "unknown setting 'port' in the settings file; did you mean"),
        ({"http": {"port": 80}}, {}, {}, "unknown setting 'http' in the settings file"),
        ({}, {"TRICKTABLE_HTTP_PROT": "1"}, {}, "did you mean TRICKTABLE_HTTP_PORT?"),
        ({}, {}, {"colour": "red"}, "unknown setting 'colour' in the flags"),
    ],
)
def test_a_wrong_word_is_refused_by_name_and_place(file, environ, flags, said):
    with pytest.raises(BadSetting) as refusal:
        build(PI, file, environ, flags)
    assert said in str(refusal.value)
    assert "secret" not in str(refusal.value)


LIBRARY = re.compile(r"Expected|`|\bint\b|\bstr\b|\barray\b|\$")
"""What a library for values says; our users never read it."""


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_each_setting_says_in_words_what_it_takes(setting):
    odd = ({}, [], [7], [""], ["a b"], "", "x" * 99, " ", -1, 0.5, 10**9, True, None, {"a": 1})
    refused = []
    for value in odd:
        try:
            build(PI, {setting.name: value})
        except BadSetting as refusal:
            refused.append(str(refusal).removesuffix(setting.help))
    assert refused
    assert not [each for each in refused if LIBRARY.search(each)]


def test_settings_print_without_secrets():
    database = "postgresql://ann:pass@word@db/club"
    secrets = {"host_token": "T" * 22, "database": database, "wifi_password": "W" * 12}
    settings = build(PI, secrets)
    printed = repr(settings)
    assert "T" * 22 not in printed
    assert "W" * 12 not in printed
    assert "pass@" not in printed
    assert "postgresql://…@db/club" in printed
    assert "http_port=8080" in printed


def test_settings_are_a_value():
    assert build(PI) == build(PI)
    with pytest.raises(AttributeError):
        build(PI).http_port = 1
    assert isinstance(build(PI), Settings)


# Files


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_the_file_lies_in_the_data_folder_and_may_be_absent(tmp_path):
    environ = {"TRICKTABLE_DATA": str(tmp_path / "data")}
    assert load(environ=environ, machine=PI).http_port == 8080
    write(tmp_path / "data/settings.toml", "http_port = 8081\n")
    assert load(environ=environ, machine=PI).http_port == 8081
    assert load({"http_port": 8082}, environ, PI).http_port == 8082
    assert load({"data": tmp_path / "other"}, environ, PI).http_port == 8080


def test_another_file_can_be_named_and_must_then_be_there(tmp_path):
    path = write(tmp_path / "my.toml", f'data = "{tmp_path / "data"}"\nhttp_port = 8081\n')
    settings = load(environ={"TRICKTABLE_SETTINGS": str(path)}, machine=PI)
    assert (settings.http_port, settings.data) == (8081, tmp_path / "data")
    with pytest.raises(BadSetting, match=r"gone\.toml: no such settings file"):
        load(environ={"TRICKTABLE_SETTINGS": str(tmp_path / "gone.toml")}, machine=PI)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"http_port = ", "Invalid value"),
        (b"\xff", "codec"),
        (b"#" * 70_000, "longer than 65536 bytes"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path, content, said):
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    with pytest.raises(BadSetting, match=rf"settings\.toml.*{said}"):
        load({"data": tmp_path}, {}, PI)


def test_a_folder_is_no_settings_file(tmp_path):
    with pytest.raises(BadSetting, match="directory"):
        load(environ={"TRICKTABLE_SETTINGS": str(tmp_path)}, machine=PI)


# The host token


def test_the_host_token_is_made_once_and_is_its_owners_alone(tmp_path):
    data = tmp_path / "new" / "data"
    first = load({"data": data}, {}, PI).host_token
    assert len(first) == 22
    assert load({"data": data}, {}, PI).host_token == first
    assert stat.S_IMODE((data / "host-token").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert [left.name for left in data.iterdir()] == ["host-token"]
    assert host_token(tmp_path / "another") != first


def test_a_host_token_that_others_could_read_or_that_was_cut_off_is_replaced(tmp_path):
    first = host_token(tmp_path)
    (tmp_path / "host-token").chmod(0o640)
    second = host_token(tmp_path)
    assert second != first
    (tmp_path / "host-token").write_text(second[:10])
    third = host_token(tmp_path)
    assert len(third) == 22
    assert stat.S_IMODE((tmp_path / "host-token").stat().st_mode) == 0o600


def test_a_host_token_that_was_given_is_not_kept(tmp_path):
    assert load({"data": tmp_path, "host_token": "T" * 22}, {}, PI).host_token == "T" * 22
    assert list(tmp_path.iterdir()) == []


def test_a_data_folder_that_cannot_be_written_is_a_bad_setting(tmp_path):
    write(tmp_path / "file", "")
    with pytest.raises(BadSetting, match=r"file/settings\.toml: Not a directory"):
        load({"data": tmp_path / "file"}, {}, PI)
    (tmp_path / "host-token").mkdir()
    with pytest.raises(BadSetting, match=r"cannot read .*host-token: is a directory; choose"):
        load({"data": tmp_path}, {}, PI)


def test_the_real_environment_is_the_default(monkeypatch, tmp_path):
    for name in os.environ:
        if name.startswith("TRICKTABLE_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TRICKTABLE_DATA", str(tmp_path))
    assert load().data == tmp_path


def test_what_leaves_the_host_is_shown_without_its_secrets(tmp_path):
    secret = "whsec_" + "S" * 32
    said = {
        "mqtt_url": "mqtt://bob:pw-of-bob@broker:1883",
        "webhook_urls": ["https://hooks.example/hidden?key=too"],
        "webhook_secret": secret,
    }
    settings = build(PI, said)
    shown = {each.setting.name: each.value for each in sources(said, {}, PI)}
    for printed in (repr(settings), str(shown)):
        for hidden in ("pw-of-", "bob", "hidden", "key=", secret):
            assert hidden not in printed
    assert "mqtt://…@broker:1883" in str(shown)
    assert "https://hooks.example/…" in str(shown)


def test_a_secret_for_webhooks_is_made_once_and_only_where_there_is_an_address(tmp_path):
    machine = PI._replace(data=tmp_path)
    assert load({}, {}, machine).webhook_secret == ""
    assert not (tmp_path / "webhook-secret").exists()
    flags = {"webhook_urls": ("https://hooks.example/x",)}
    made = load(flags, {}, machine).webhook_secret
    assert made.startswith("whsec_")
    assert load(flags, {}, machine).webhook_secret == made
    assert build(machine, {"webhook_secret": made}).webhook_secret == made
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "webhook-secret").stat().st_mode) == 0o600


# Which pages elsewhere may read


@pytest.mark.parametrize(
    "origin",
    [
        "https://example.org",
        "http://localhost:3000",
        "http://192.168.1.9",
        "https://[fd00::20]:8443",
        "https://example.org:80",
    ],
)
def test_origins_are_written_as_browsers_write_them(origin):
    assert build(PI, file={"allow_origins": [origin]}).allow_origins == (origin,)


@pytest.mark.parametrize(
    "origin",
    [
        "*",
        "null",
        "example.org",
        "https://*.example.org",
        "https://Example.org",
        "https://example.org/",
        "https://example.org/page",
        "https://example.org:443",
        "http://example.org:80",
        "https://ann@example.org",
        "https://example.org 'unsafe-inline'",
        "https://example.org;script-src",
        "https://example.org\n",
        "file://",
        "",
    ],
)
def test_what_no_browser_would_write_is_no_origin(origin):
    with pytest.raises(BadSetting, match="allow_origins in the settings file"):
        build(PI, file={"allow_origins": [origin]})
