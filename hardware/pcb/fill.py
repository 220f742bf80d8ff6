"""Run by KiCad's own Python: fills a board's areas of ground and prints their polygons as JSON."""

import json
import sys

import pcbnew

ROUND_MM = 0.05
"""How far the corners of a polygon may be off a circle: few corners make a small file."""


def areas(path: str) -> dict[str, list[list[tuple[float, float]]]]:
    """The polygons by layer, in millimetres on KiCad's sheet, in an order that never changes."""
    board = pcbnew.LoadBoard(path)
    board.GetDesignSettings().m_MaxError = pcbnew.FromMM(ROUND_MM)
    board.BuildConnectivity()  # else they lie over the holes for screws
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    found: dict[str, list[list[tuple[float, float]]]] = {}
    for zone in board.Zones():
        layer = zone.GetLayer()
        polygons = zone.GetFilledPolysList(layer)
        found[board.GetLayerName(layer)] = sorted(
            [
                (
                    round(pcbnew.ToMM(outline.CPoint(n).x), 3),
                    round(pcbnew.ToMM(outline.CPoint(n).y), 3),
                )
                for n in range(outline.PointCount())
            ]
            for outline in (polygons.Outline(n) for n in range(polygons.OutlineCount()))
        )
    return found


if __name__ == "__main__":
    print(json.dumps(areas(sys.argv[1])))
