"""A server that is killed while people play: is everything there that it acknowledged?"""
