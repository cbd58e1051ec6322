// Shows how much of a file has been sent, and follows imports and exports until they are done.
import { parsed, unreachable } from "./fragments.js";

const upload = document.querySelector("form[data-upload]");
upload?.addEventListener("submit", (event) => {
  event.preventDefault();
  const progress = document.querySelector(upload.dataset.upload);
  const button = upload.querySelector("button");
  progress.hidden = false;
  button.disabled = true;
  // The one way to know how much of a file has been sent.
  const request = new XMLHttpRequest();
  request.open("POST", upload.action);
  request.upload.addEventListener("progress", (sent) => {
    if (sent.lengthComputable) progress.value = sent.loaded / sent.total;
  });
  request.addEventListener("loadend", () => {
    progress.hidden = true;
    button.disabled = false;
    if (request.status === 0) {
      upload.append(unreachable());
    } else if (request.status < 400) {
      // The page that the server led to.
      location.assign(request.responseURL);
    } else {
      const notice = parsed(request.responseText).querySelector(".problem");
      upload.querySelector(".problem")?.remove();
      upload.append(notice ?? unreachable());
    }
  });
  request.send(new FormData(upload));
});

/** How long to wait before a job is looked at again. */
const PAUSE = 1500;

async function follow(job) {
  let next = job;
  try {
    const response = await fetch(job.dataset.job, { headers: { "X-Fragment": "1", Accept: "text/html" }, redirect: "error" });
    const part = parsed(await response.text());
    next = part.firstElementChild;
    job.replaceWith(part);
  } catch {
    // The server may be there again in a moment.
  }
  if (next?.dataset.job) setTimeout(follow, PAUSE, next);
}

const job = document.querySelector("[data-job]");
if (job) setTimeout(follow, PAUSE, job);
