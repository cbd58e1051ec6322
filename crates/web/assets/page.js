// What every page has: that modules run, and that a form is not sent twice.
document.documentElement.classList.add("scripts");

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  const button = event.submitter;
  // Downloads leave the page as it is.
  if (button && !event.target.hasAttribute("data-download")) {
    setTimeout(() => { button.disabled = true; });
    addEventListener("pageshow", () => { button.disabled = false; }, { once: true });
    setTimeout(() => { button.disabled = false; }, 5000);
  }
});
