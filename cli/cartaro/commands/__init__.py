"""The subcommands of `cartaro`, one in each module; `main` imports a module when its subcommand is used."""
