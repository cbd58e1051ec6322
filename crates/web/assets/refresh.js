// Shows how far something is that is at work on the server, every two seconds until it has ended.
import { parsed, unreachable } from "./fragments.js";

const live = document.getElementById("live");
const isRunning = () => live.querySelector("[data-running]") !== null;

async function look() {
  let wait = 2000;
  try {
    const response = await fetch(location.href, {
      headers: { "X-Fragment": "1", Accept: "text/html" },
      redirect: "error",
    });
    live.replaceChildren(parsed(await response.text()));
    if (!isRunning()) {
      // What has ended has changed the rest of the page, too. A refusal stays to be read.
      if (response.ok) location.reload();
      return;
    }
  } catch {
    if (!live.querySelector(".problem")) live.prepend(unreachable());
    wait = 5000;
  }
  setTimeout(look, wait);
}

if (isRunning()) setTimeout(look, 2000);
