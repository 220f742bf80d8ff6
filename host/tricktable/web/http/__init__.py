"""HTTP as strictly as RFC 9112 requires: connections, heads, bodies, and who may stay."""
