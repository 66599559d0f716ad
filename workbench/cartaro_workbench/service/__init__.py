"""All that a page asks, by the names of methods: texts and JSON come in, JSON goes out (decision 0016).

`Service.call` is the only door; `published_forms` writes the types of its answers in TypeScript.
"""
