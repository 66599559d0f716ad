"""The encoder: expressions, acts, effects and the course of play as terms over symbolic states."""
