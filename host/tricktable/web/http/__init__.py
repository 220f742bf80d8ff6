"""HTTP as strictly as RFC 9112 asks it: connections, heads, bodies, and who may stay."""
