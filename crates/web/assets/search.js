// Searches while somebody types: the server filters, and only the table is put anew.
import { debounced, parsed, unreachable } from "./fragments.js";

for (const form of document.querySelectorAll("form[data-search]")) {
  const table = document.querySelector(form.dataset.search);
  let current;
  const search = async () => {
    current?.abort();
    const own = new AbortController();
    current = own;
    const address = `${location.pathname}?${new URLSearchParams(new FormData(form))}`;
    try {
      const response = await fetch(address, { signal: own.signal, headers: { "X-Fragment": "1", Accept: "text/html" }, redirect: "error" });
      const part = parsed(await response.text());
      if (own !== current) return;
      table.replaceChildren(part);
      if (response.ok) history.replaceState(null, "", address);
    } catch {
      if (!own.signal.aborted) table.replaceChildren(unreachable());
    }
  };
  form.addEventListener("input", debounced(250, search));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
}
