"""What to try on a puzzle that single lines leave open: `plans` names it, `ways` lists it, `search` does it."""
