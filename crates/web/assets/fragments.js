// Asks the server for a part of a page. The server makes the same HTML as for a whole page.

/** The part as elements, and whether the server did what was asked. */
export async function ask(address, fields, signal) {
  const body = fields instanceof FormData && [...fields.values()].some((value) => value instanceof File)
    ? fields
    : new URLSearchParams(fields);
  const response = await fetch(address, {
    method: "POST",
    body,
    signal,
    headers: { "X-Fragment": "1", Accept: "text/html" },
    redirect: "error",
  });
  return { isDone: response.ok, part: parsed(await response.text()) };
}

/** HTML of this server as elements. */
export function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** What the page says when the server cannot be reached. */
export function unreachable() {
  const notice = document.createElement("div");
  notice.className = "problem";
  notice.setAttribute("role", "alert");
  notice.textContent = document.body.dataset.unreachable;
  return notice;
}

/** Does something when nothing has happened for a while. */
export function debounced(milliseconds, act) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds, ...values);
  };
}

/** Asks for one thing at a time: what is asked for later takes the place of what is under way. */
export function latest() {
  let current;
  return async (address, fields) => {
    current?.abort();
    const own = new AbortController();
    current = own;
    try {
      return await ask(address, fields, own.signal);
    } catch (error) {
      if (own.signal.aborted) return undefined;
      return { isDone: false, part: unreachable() };
    }
  };
}

/** Keeps the number of characters of a text beside it. */
export function count(form) {
  const shown = form.querySelector("[data-count]");
  const text = form.querySelector(shown.dataset.count);
  const format = new Intl.NumberFormat(document.documentElement.lang);
  const update = () => { shown.textContent = format.format([...text.value].length); };
  text.addEventListener("input", update);
  update();
  return update;
}

/** Copies a text and says so on the button. */
export async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  const before = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => { button.textContent = before; }, 2000);
}

/** Sends the form by Ctrl+Enter (Command+Enter) from a text. */
export function sendByKeys(form) {
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
}
