"""The printed boards: schematic, layout, fabrication; made from wiring.yml and board.yml."""
