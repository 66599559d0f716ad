"""The subcommands of `cartaro`, one a module; `main` reads them when they are used."""
