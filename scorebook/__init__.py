"""Scorebook: a family's score book for Liverpool rummy."""
