"""Sources and spans, diagnostics with their codes, messages and their translations."""
