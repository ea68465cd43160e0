"""Search on a puzzle that line solving leaves open: engines in processes side by side, the first answer counts."""
