_NONOSAT_COMPLETE=fish_source nonosat | source
