"""What is made once for all apps of the tests keeps them apart."""

from http import HTTPStatus

from flask import Flask


def app(address: str, *methods: str) -> Flask:
    """One with this address alone."""
    made = Flask("made")
    made.add_url_rule(address, "page", lambda: "here", methods=methods)
    return made


def test_apps_with_other_addresses_do_not_share_them() -> None:
    for made in (app("/a", "GET"), app("/a", "GET"), app("/b", "GET"), app("/a", "PUT")):
        (rule,) = made.url_map.iter_rules("page")
        asked = made.test_client()
        for address in ("/a", "/b"):
            for method in ("GET", "PUT"):
                is_here = asked.open(address, method=method).status_code == HTTPStatus.OK
                assert is_here == (rule.rule == address and method in (rule.methods or ()))


def test_apps_with_the_same_addresses_share_what_is_made_of_them() -> None:
    one, other = (app("/a", "GET").url_map for _ in range(2))
    assert next(one.iter_rules()) is next(other.iter_rules())
