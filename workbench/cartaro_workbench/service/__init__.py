"""The methods that a page calls by name: texts and JSON in, JSON out (decision 0016).

`Service.call` is the entry point; `published_forms` writes the types of its answers in TypeScript.
"""
