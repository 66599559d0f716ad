"""The checked game as plain data, and the facts about its parts that every backend uses; nothing here reads a text."""
