"""A believable family and its evenings, played from dealt packs, handed in through the ledger."""
