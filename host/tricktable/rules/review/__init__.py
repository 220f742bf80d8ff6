"""What could have been: searches finished deals with all hands open. Knows no game and no clock."""
