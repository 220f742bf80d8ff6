// Opens the host's door with the token that a scanned code brought in the fragment, which no browser
// sends. The fragment goes, so that neither the address nor the history keeps the token.
const { hash, pathname, search } = location;
if (hash.length > 1) {
  history.replaceState(null, "", pathname + search);
  const field = document.getElementById("token");
  field.value = hash.slice(1);
  field.form.requestSubmit();
}
