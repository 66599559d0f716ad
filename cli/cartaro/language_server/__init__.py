"""The language server: files and unsaved texts come in, the workbench's answers go out in the Language Server Protocol."""
