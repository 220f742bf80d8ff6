"""A page for the bench: a board beside the list of its parts, each with a box to tick."""

from __future__ import annotations

import re
from html import escape

from pcb.assembly import fitted
from pcb.layout import Layout, Placed

_LETTER_MM = 1.6
_LETTER_WIDTH = 0.65  # of its height
_STYLE = """body{font:16px sans-serif;margin:0;color:#111;background:#fff}
svg{display:block;width:100%;max-height:45vh;background:#2e5c42}
figure{margin:0;position:sticky;top:0;padding:.5em;background:#fff;z-index:1}
main{padding:.5em 1em}h1{font-size:1.3em;margin:.3em 0}h2{font-size:1em;margin:1em 0 .3em}
figcaption{font-size:1.4em;font-weight:bold;min-height:2.4em;line-height:1.2}
rect.pad{fill:#e2be5a}text{fill:#fff;text-anchor:middle;pointer-events:none}
.body{fill:#fff2;stroke:#f5f5f5;stroke-width:.15}.chosen .body{fill:#d33;fill-opacity:.7}
li{list-style:none;scroll-margin-top:50vh}li.chosen{background:#fdd}ul{padding:0;margin:0}
label{display:flex;gap:.6em;align-items:center;min-height:44px}input{width:20px;height:20px;flex:none}
@media(min-width:900px){body{display:grid;grid-template-columns:3fr 2fr}
svg{max-height:calc(100vh - 1em)}
figure{align-self:start}li{scroll-margin-top:0}label{min-height:28px}}"""
_SCRIPT = """document.addEventListener('mouseover',e=>choose(e.target.closest('[data-part]')));
document.addEventListener('focusin',e=>choose(e.target.closest('[data-part]')));
const board=document.querySelector('svg'),whole=board.getAttribute('viewBox');let near=null;
board.onclick=e=>{const one=e.target.closest('g');near=near===one?null:one;
if(!near){board.setAttribute('viewBox',whole);return}
choose(near);row(near).scrollIntoView({block:'nearest'});const at=near.getBBox(),
[,,width,height]=whole.split(' ').map(each=>each/3);board.setAttribute('viewBox',
[at.x+(at.width-width)/2,at.y+(at.height-height)/2,width,height].join(' '))};
function row(one){return document.querySelector(`li[data-part=${one.dataset.part}]`)}
function choose(one){if(!one)return;for(const each of document.querySelectorAll('[data-part]'))
each.classList.toggle('chosen',each.dataset.part===one.dataset.part);
document.querySelector('figcaption').textContent=row(one).textContent}
for(const box of document.querySelectorAll('input')){const key=document.title+box.value;
box.checked=localStorage[key]==='1';box.onchange=()=>localStorage[key]=box.checked?1:0}"""


def page(layout: Layout) -> str:
    """The page of a board as HTML. What a shop fits stands last."""
    by_shop = fitted(layout)
    own = [part for name in layout.by_hand for part in layout.parts if part.name == name]
    width, height = layout.width, layout.height
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(layout.title)}</title>"
        f"<style>{_STYLE}</style>\n"
        f'<figure><svg viewBox="0 0 {width:g} {height:g}">\n'
        + "\n".join(map(_drawn, layout.parts))
        + "</svg><figcaption>Touch a part to enlarge it; touch it again to go back."
        + f"</figcaption></figure>\n<main><h1>{escape(layout.title)}</h1>"
        + _listed("You solder", own)
        + _listed("The shop solders these: check that each is there", sorted(by_shop, key=_counted))
        + f"</main>\n<script>{_SCRIPT}</script></html>\n"
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
    across, along = sorted((abs(x1 - x0), abs(y1 - y0)))
    size = min(_LETTER_MM, across, along / (_LETTER_WIDTH * len(part.name)))
    turn = -90 if abs(y1 - y0) > abs(x1 - x0) else 0
    name = (
        f'<text transform="translate({(x0 + x1) / 2:g} {(y0 + y1) / 2:g}) rotate({turn})" '
        f'font-size="{size:.2f}" dominant-baseline="central">{part.name}</text>'
    )
    return f'<g data-part="{part.name}"><title>{part.name}</title>{pads}{body}{name}</g>'


def _listed(title: str, parts: list[Placed]) -> str:
    rows = "\n".join(
        f'<li data-part="{part.name}"><label><input type="checkbox" value="{part.name}"> '
        f"{part.name}: {escape(_named(part))}</label></li>"
        for part in parts
    )
    return f"<h2>{title}</h2>\n<ul>\n{rows}\n</ul>\n" if parts else ""


def _counted(part: Placed) -> list[str | int]:
    """A part's name as one counts: KEY2 before KEY10."""
    return [int(each) if each.isdecimal() else each for each in re.split(r"(\d+)", part.name)]


def _named(part: Placed) -> str:
    return part.what if part.value in part.what else f"{part.what}, {part.value}"
