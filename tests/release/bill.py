"""What a release brings along and asks for, as a CycloneDX bill of materials (SBOM).

The packages are those of the lock, the same on every machine that the lock is for. Licences and
who needs whom come from the packages that are installed here: one that is only for another system
stands without.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from importlib.metadata import PackageNotFoundError, distribution, metadata, requires
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import License
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

NAME: Final = "tricktable"
EXTRAS: Final = ("club", "demo", "flash", "mqtt")
"""What a house may ask for; `bench` is for those who work on the program."""
_SYSTEMS: Final = (
    {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "x86_64"},
    {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "aarch64"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "platform_machine": "arm64"},
    {"sys_platform": "win32", "platform_system": "Windows", "platform_machine": "AMD64"},
)
_PYTHONS: Final = tuple(
    {"python_version": version, "python_full_version": f"{version}.0"}
    for version in ("3.11", "3.12", "3.13", "3.14")
)

_MIT: Final = "Permission is hereby granted, free of charge, to any person obtaining a copy"


class Wanted(NamedTuple):
    """A package that is asked for."""

    name: str
    extras: tuple[str, ...] = ()


class Project(NamedTuple):
    """The project itself: what its metadata say."""

    version: str
    licence: str
    dependencies: Sequence[str]
    extras: Mapping[str, Sequence[str]]


class Games(NamedTuple):
    """A package of games that is released with it: what its metadata say."""

    name: str
    version: str
    licence: str


def bill(
    project: Project, lock: str, vendored: Path, made: datetime, games: Sequence[Games] = ()
) -> str:
    """The bill of materials, as JSON of CycloneDX 1.6; the same text for the same arguments.

    Args:
        project: which it is.
        lock: the text of a lock that answers all of its dependencies and extras.
        vendored: the list of the files of others that it brings, web/static/vendor/vendor.json.
        made: when.
        games: what is released beside it, and needs nothing but it.
    """
    pins = pinned(lock)
    needed = closure(project.dependencies)
    more = closure([line for extra in EXTRAS for line in project.extras[extra]])
    packages = {
        name: [_package(name, version, name in needed) for version in pins[name]]
        for name in sorted({*needed, *more} & pins.keys())
    }
    files = [*_vendored(vendored)]
    whole = Component(
        name=NAME,
        version=project.version,
        type=ComponentType.APPLICATION,
        purl=PackageURL("pypi", None, NAME, project.version),
        bom_ref=NAME,
        licenses=[LicenseFactory().make_from_string(project.licence)],
    )
    beside = [_games(each) for each in games]
    bom = Bom(
        components=[*(each for found in packages.values() for each in found), *files, *beside],
        serial_number=uuid5(NAMESPACE_URL, f"pkg:pypi/{NAME}@{project.version}#{made}"),
    )
    bom.metadata.component = whole
    bom.metadata.timestamp = made

    def chosen(names: Iterable[str]) -> list[Component]:
        return [each for name in names for each in packages.get(name, ())]

    for each in beside:
        bom.register_dependency(each, [whole])
    direct = {each.name for each in _asked(project.dependencies)}
    bom.register_dependency(whole, [*chosen(direct), *files])
    for name, found in packages.items():
        extras = {*needed.get(name, ()), *more.get(name, ())}
        for each in found:
            bom.register_dependency(each, chosen(one.name for one in _needs(name, extras)))
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def _games(of: Games) -> Component:
    return Component(
        name=of.name,
        version=of.version,
        type=ComponentType.LIBRARY,
        scope=ComponentScope.OPTIONAL,
        purl=PackageURL("pypi", None, of.name, of.version),
        bom_ref=of.name,
        licenses=[LicenseFactory().make_from_string(of.licence)],
    )


def pinned(lock: str) -> dict[str, list[str]]:
    """The versions that a lock pins, by package; some have one for each system."""
    found: dict[str, list[str]] = {}
    for line in lock.splitlines():
        if not line.startswith(" "):
            name, version = line.removesuffix("\\").split(";")[0].strip().split("==")
            found.setdefault(canonicalize_name(name), []).append(version)
    return found


def closure(lines: Iterable[str]) -> dict[str, set[str]]:
    """All that these requirements need on any system that we are for, with the extras asked for."""
    found: dict[str, set[str]] = {}
    waiting = [*_asked(lines)]
    while waiting:
        name, extras = waiting.pop()
        known = found.get(name)
        if known is None or not known.issuperset(extras):
            found[name] = {*(known or ()), *extras}
            waiting += _needs(name, found[name])
    return found


def _asked(lines: Iterable[str], extras: Iterable[str] = ()) -> Iterator[Wanted]:
    """The packages that requirements ask for somewhere."""
    for requirement in map(Requirement, lines):
        marker = requirement.marker
        if marker is None or any(
            marker.evaluate({**system, **python, "extra": extra})
            for system, python, extra in product(_SYSTEMS, _PYTHONS, ("", *extras))
        ):
            yield Wanted(canonicalize_name(requirement.name), tuple(sorted(requirement.extras)))


def _needs(name: str, extras: Iterable[str]) -> Iterator[Wanted]:
    """What a package asks for; nothing is known of one that is not installed here."""
    try:
        return _asked(requires(name) or (), extras)
    except PackageNotFoundError:
        return iter(())


def _package(name: str, version: str, is_needed: bool) -> Component:
    purl = PackageURL("pypi", None, name, version)
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        scope=ComponentScope.REQUIRED if is_needed else ComponentScope.OPTIONAL,
        purl=purl,
        bom_ref=str(purl),
        licenses=_licences(name),
    )


def _licences(name: str) -> list[License]:
    """What the package says of its licence, in the shortest form that it has."""
    try:
        said = metadata(name)
    except PackageNotFoundError:
        return []
    text = next((said[key] for key in ("License-Expression", "License") if key in said), "")
    named = [
        each.rpartition(" :: ")[2]
        for each in said.get_all("Classifier", [])
        if each.startswith("License :: OSI Approved :: ")
    ]
    short = text if text and "\n" not in text else next(iter(named), "") or _by_its_text(name)
    return [LicenseFactory().make_from_string(short)] if short else []


def _by_its_text(name: str) -> str:
    """The MIT licence by its first words, for a package that brings its text and no name of it."""
    files = (each for each in distribution(name).files or () if "licenses" in each.parts)
    is_mit = any(_MIT in " ".join(each.read_text().split()) for each in files)
    return "MIT" if is_mit else ""


def _vendored(path: Path) -> Iterator[Component]:
    """The files of others that the pages bring, each with its own hash."""
    for each in json.loads(path.read_text("utf-8")):
        if each["file"].endswith("-LICENSE.txt"):
            continue
        group, _, name = each["package"].rpartition("/")
        purl = PackageURL("npm", group or None, name, each["version"], subpath=each["path"])
        yield Component(
            name=each["file"],
            version=each["version"],
            type=ComponentType.FILE,
            scope=ComponentScope.REQUIRED,
            purl=purl,
            bom_ref=str(purl),
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=each["sha256"])],
            licenses=[LicenseFactory().make_from_string(each["licence"])],
        )
