// Takes the seat's token along, which only the address's fragment has, as seat.js does: whoever reads
// the rules at a seat comes back to it, in any language. No module: no link is there to be touched before this is.
document.addEventListener("click", ({ target }) => {
  const link = target.closest(".tongues a, [data-keeps], [href*='from=seat']");
  if (link) link.hash = location.hash;
});
