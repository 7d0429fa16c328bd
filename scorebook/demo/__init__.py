"""A believable family and its evenings, played from dealt decks and handed in through the ledger."""
