"""The public functions of Cartaro, and the command `cartaro`."""
