"""Results as data: verdicts with methods, reasons and open cases, their English wording, their JSON."""
