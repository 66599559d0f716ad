"""`python -m cartaro` is the command `cartaro`."""

from cartaro.main import main

main()
