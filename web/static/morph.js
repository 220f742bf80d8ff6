// Makes one piece of a page equal to another, node by node: what did not change is not touched,
// so focus, scroll position, typed text and open details stay. Knows nothing of tables.

const kind = (node) => `${node.nodeName} ${node.id ?? ""} ${node.classList?.[0] ?? ""}`;
const alike = (one, other) => one && other && kind(one) === kind(other);

/** Make `have` equal to `want`, which is used up. */
export function morph(have, want) {
  if (have.nodeType !== Node.ELEMENT_NODE) {
    if (have.data !== want.data) have.data = want.data;
    return;
  }
  if (have.isEqualNode(want)) return;
  copyAttributes(have, want);
  morphChildren(have, want);
}

function copyAttributes(have, want) {
  const isReaders = (name) => name === "open" && have.nodeName === "DETAILS"; // opened by hand
  for (const { name, value } of want.attributes) {
    if (!isReaders(name) && have.getAttribute(name) !== value) have.setAttribute(name, value);
  }
  for (const { name } of [...have.attributes]) {
    if (!isReaders(name) && !want.hasAttribute(name)) have.removeAttribute(name);
  }
}

function morphChildren(parent, wanted) {
  let here = parent.firstChild;
  const ids = new Set([...wanted.children].map(({ id }) => id));
  const isKept = (node) => node?.id && ids.has(node.id); // its turn comes
  for (const want of [...wanted.childNodes]) {
    const named = want.id && [...parent.children].find((child) => child.id === want.id);
    if (named) {
      if (named !== here) parent.insertBefore(named, here);
      here = named;
    } else if (!isKept(here) && !alike(here, want) && alike(here?.nextSibling, want)) {
      const gone = here;
      here = gone.nextSibling;
      gone.remove();
    }
    if (alike(here, want)) {
      morph(here, want);
      here = here.nextSibling;
    } else {
      parent.insertBefore(want, here);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}
