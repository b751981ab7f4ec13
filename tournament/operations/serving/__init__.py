"""Everything `manage.py serve` is made of: one command that runs the whole site."""
