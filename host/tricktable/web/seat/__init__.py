"""What one seat may see and say, on a phone that sits there."""
