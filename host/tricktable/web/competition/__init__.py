"""The pages of a competition: for phones, for the organiser, for the wall and on paper."""
