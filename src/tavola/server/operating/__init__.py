"""What somebody who runs a house for others does beside the server: `tavola admin`."""
