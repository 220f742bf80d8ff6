"""One seat's page: what a phone that sits there may see, say and read aloud."""
