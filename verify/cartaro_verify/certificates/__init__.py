"""Certificates: proofs that are checked again without the search for them, and by others."""
