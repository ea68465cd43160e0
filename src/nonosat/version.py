"""The version of nonosat."""

__version__ = "0.1.0"
