// The languages that were used last come first, and are chosen again. They are kept in this browser only.
const MOST = 4;

/** What is kept of a choice: tags, the last used first. */
const kept = (name) => {
  try {
    const tags = JSON.parse(localStorage.getItem(`last-${name}`));
    return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
  } catch {
    return [];
  }
};

const offers = (select, tag) => [...select.options].some((option) => option.value === tag);

function showLast(select) {
  // What is chosen may be among those that are shown anew.
  const chosen = select.value;
  select.querySelector("optgroup")?.remove();
  select.value = chosen;
  const tags = kept(select.name).filter((tag) => tag && offers(select, tag));
  if (tags.length === 0) return;
  const group = document.createElement("optgroup");
  group.label = document.body.dataset.lastUsed;
  for (const tag of tags) {
    const known = [...select.options].find((option) => option.value === tag);
    group.append(new Option(known.textContent, tag));
  }
  const first = select.options[0]?.value === "" ? select.options[0].nextSibling : select.firstChild;
  select.insertBefore(group, first);
  select.value = chosen;
}

/** Chooses what was used last, unless the page was made with a choice, and remembers what is used from now on. */
export function remember(form, isChosen) {
  for (const name of ["from", "to"]) {
    const select = form.elements[name];
    const [last] = kept(name);
    if (!isChosen && last !== undefined && offers(select, last)) select.value = last;
    showLast(select);
    select.addEventListener("change", () => {
      const tags = [select.value, ...kept(name).filter((tag) => tag !== select.value)];
      localStorage.setItem(`last-${name}`, JSON.stringify(tags.slice(0, MOST)));
      showLast(select);
    });
  }
}
