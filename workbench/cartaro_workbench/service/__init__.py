"""All that a page asks, by the names of methods: texts and JSON come in, JSON goes out (decision 0016).

`Service.call` is the only door; `type_script` writes the types of what comes out of it.
"""
