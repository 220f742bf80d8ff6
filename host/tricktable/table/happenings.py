"""What has just happened, entry by entry, as plain sentences. Reveals no secrets."""

from tricktable.rules.topics import topic_of
from tricktable.rules.view import AnyView
from tricktable.text.names import seat_name


def newest_happening(view: AnyView) -> str:
    """The newest entry: `Ann plays QH`; empty if it is not news for everybody."""
    newest = view.newest
    if newest is None or newest.kind == "held":
        return ""
    name = seat_name(newest.seat, view.names)
    match newest.kind:
        case "shown":
            shown_by = None if newest.seat is None else name
            return view.rules.laying.shown(shown_by, str(newest.card), view)
        case "played":
            return f"{name} plays {newest.card}{view.rules.laying.more(view)}"
    value = newest.number if newest.move else newest.value
    what = newest.move or newest.topic or newest.kind
    return topic_of(view.rules, what).tell(name, value, view)
