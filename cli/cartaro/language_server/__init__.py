"""The language server, which takes files and unsaved texts and returns the workbench's answers in the Language Server
Protocol.
"""
