"""What is known of one person or of two, without games: login, second factors, tokens, blocks, presence, sanctions."""
