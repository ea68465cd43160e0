eval "$(_NONOSAT_COMPLETE=bash_source nonosat)"
