"""The language server: files and unsaved texts come in, the workbench's answers go out in the protocol of editors.

The only room of the project that knows pygls, which is an extra (`cartaro[lsp]`).
"""
