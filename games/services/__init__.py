"""What can be done with games, one noun a module; views, pages and commands only call these."""
