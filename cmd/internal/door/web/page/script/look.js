// Looking through a round: a page a step, in place.
import { byId, main, parsePage } from "./dom.js";
import { morph } from "./morph.js";

const leastSwipe = 60; // pixels

let asked = 0;

export function startLook() {
  const walk = byId("walk");
  main.addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.target, new URLSearchParams(new FormData(event.target, event.submitter)));
  });
  main.addEventListener(walk.method === "post" ? "change" : "input", ({ target }) => {
    const data = new URLSearchParams(new FormData(target.form));
    data.append("at", target.value);
    send(target.form, data);
  });
  addEventListener("keydown", (event) => {
    if (event.target.id === "at") {
      return; // the slider has arrows of its own
    }
    if (event.key === "ArrowLeft") {
      step(-1);
    } else if (event.key === "ArrowRight") {
      step(1);
    }
  });
  startSwipes();
  if (new URLSearchParams(location.search).has("together")) {
    const events = new EventSource(`/table/${byId("look").dataset.table}/events`);
    events.addEventListener("table", () => show(location.href));
  }
}

function startSwipes() {
  let from = 0;
  const touched = (event) => {
    from = event.target.id === "at" ? NaN : event.touches[0].clientX;
  };
  main.addEventListener("touchstart", touched, { passive: true });
  main.addEventListener("touchend", (event) => {
    const to = event.changedTouches[0].clientX;
    if (Math.abs(from - to) > leastSwipe) {
      step(to > from ? -1 : 1);
    }
  });
}

function step(by) {
  byId(by < 0 ? "web.look.back" : "web.look.on").click();
}

function send({ action, method }, data) {
  return method === "post" ? show(action, data) : show(action + "?" + data);
}

// show fetches a moment, and shows it unless another one was asked for meanwhile.
async function show(url, body) {
  const mine = ++asked;
  const page = await parsePage(await fetch(url, body && { method: "POST", body }));
  if (mine !== asked) {
    return;
  }
  morph(main, page.getElementById("main").innerHTML);
  byId("at").value = byId("at").getAttribute("value");
  if (!body) {
    history.replaceState(null, "", url);
  }
}
