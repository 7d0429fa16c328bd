"""The card game itself: pure functions over cards, variants and entries. Knows no Django and no
names.
"""
