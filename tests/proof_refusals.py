"""What tests of refused proofs have in common."""

from __future__ import annotations

import pytest

from nonosat.errors import ProofRefused
from nonosat.proofs.certificate import verify_proof


def reason(folder, puzzle=None) -> str:
    """Why a proof is refused: one line that is not too long."""
    with pytest.raises(ProofRefused) as caught:
        verify_proof(str(folder), puzzle)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400
    return message
