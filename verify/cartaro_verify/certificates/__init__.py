"""Certificates: proofs that anybody can check again without searching for them."""
