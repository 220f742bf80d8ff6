"""The host's choice of the address to which guests are sent. Keeps it nowhere itself."""

from tricktable.text.language import _
from tricktable.web import this_machine
from tricktable.web.tables import off_hub


def choose(address: str) -> str:
    """Send guests to this address of ours from now on; returns why not, empty if it is done."""
    if not (now := this_machine.of_guests()):
        return _("A setting says where guests go: base_url or http_host.")
    if address not in (now, *this_machine.other_addresses()):
        return _("This computer no longer has that address.")
    try:
        off_hub(this_machine.here().choose, address)
    except OSError as fault:
        return _("Not saved: {fault}.", fault=fault.strerror or "the disk fails")
    return ""
