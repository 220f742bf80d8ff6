"""A page for the bench: a board beside the list of its parts, each with a box to tick."""

from __future__ import annotations

from html import escape

from pcb.assembly import fitted
from pcb.layout import Layout, Placed

_PER_MM = 8
_STYLE = """body{font:16px sans-serif;margin:1em;display:flex;flex-wrap:wrap;gap:1.5em}
svg{max-width:100%;height:auto;background:#2e5c42}rect.pad,circle.pad{fill:#e2be5a}
.body{fill:#fff2;stroke:#f5f5f5;stroke-width:.15}.chosen .body{fill:#d33;fill-opacity:.7}
li.chosen{background:#fdd}li{padding:.15em;list-style:none}ul{padding:0;margin:0}"""
_SCRIPT = """document.addEventListener('mouseover',e=>choose(e.target.closest('[data-part]')));
document.addEventListener('focusin',e=>choose(e.target.closest('[data-part]')));
function choose(one){if(!one)return;for(const each of document.querySelectorAll('[data-part]'))
each.classList.toggle('chosen',each.dataset.part===one.dataset.part)}
for(const box of document.querySelectorAll('input')){const key=document.title+box.value;
box.checked=localStorage[key]==='1';box.onchange=()=>localStorage[key]=box.checked?1:0}"""


def page(layout: Layout) -> str:
    """The page of a board as HTML. What a shop fits stands last."""
    by_shop = fitted(layout)
    own = [part for part in layout.parts if part not in by_shop]
    width, height = layout.width, layout.height
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>{escape(layout.title)}</title>"
        f"<style>{_STYLE}</style>\n"
        f'<svg width="{width * _PER_MM:g}" viewBox="0 0 {width:g} {height:g}">\n'
        + "\n".join(map(_drawn, layout.parts))
        + f"</svg>\n<div><h1>{escape(layout.title)}</h1>"
        + _listed("You solder", own)
        + _listed("The shop solders: look whether it is there", by_shop)
        + f"</div>\n<script>{_SCRIPT}</script></html>\n"
    )


def _drawn(part: Placed) -> str:
    left, back, right, front = part.footprint.body
    (x0, y0), (x1, y1) = part.at(left, back), part.at(right, front)
    body = (
        f'<rect class="body" x="{min(x0, x1):g}" y="{min(y0, y1):g}" '
        f'width="{abs(x1 - x0):g}" height="{abs(y1 - y0):g}"/>'
    )
    pads = "".join(
        f'<rect class="pad" x="{pad.x - pad.width / 2:g}" y="{pad.y - pad.height / 2:g}" '
        f'width="{pad.width:g}" height="{pad.height:g}" '
        f'rx="{min(pad.width, pad.height) / 2 if pad.round else 0:g}"/>'
        for pad in part.pads()
    )
    return f'<g data-part="{part.name}"><title>{part.name}</title>{pads}{body}</g>'


def _listed(title: str, parts: list[Placed]) -> str:
    rows = "\n".join(
        f'<li data-part="{part.name}"><label><input type="checkbox" value="{part.name}"> '
        f"{part.name}: {escape(part.what)}, {escape(part.value)}</label></li>"
        for part in sorted(parts, key=lambda part: part.name)
    )
    return f"<h2>{title}</h2>\n<ul>\n{rows}\n</ul>\n" if parts else ""
