// The script of a replay: each position is a page, which is shown without leaving the page. It is loaded by itself,
// because the page of a table does not need it.
import { byId, main, parsePage, say } from "./dom.js";
import { follow } from "./events.js";
import { morph } from "./morph.js";

const shortestSwipe = 60; // pixels

const state = {
  // The number of pages that were asked for. Only the last one is shown.
  requests: 0,
};

startLook();

function startLook() {
  const walk = byId("walk");
  main.addEventListener("submit", (event) => {
    if (event.submitter?.hasAttribute("formaction")) {
      return; // it leads back to the table
    }
    event.preventDefault();
    send(event.target, new URLSearchParams(new FormData(event.target, event.submitter)));
  });
  // Alone, the slider shows each position that it passes; together with others, only the one where it stops.
  const moved = walk.method === "post" ? "change" : "input";
  main.addEventListener(moved, ({ target: slider }) => {
    const data = new URLSearchParams(new FormData(slider.form));
    data.append("at", slider.value);
    send(slider.form, data);
  });
  addEventListener("keydown", (event) => {
    if (isSlider(event.target)) {
      return; // the slider handles the arrow keys itself
    }
    if (event.key === "ArrowLeft") {
      stepBack();
    } else if (event.key === "ArrowRight") {
      stepOn();
    }
  });
  startSwipes();
  const isTogether = new URLSearchParams(location.search).has("together");
  if (isTogether) {
    follow({
      table: byId("look").dataset.table,
      showTable: () => show(location.href),
      showEnd() {},
    });
  }
}

function startSwipes() {
  let startX = null;
  const begin = (event) => {
    startX = isSlider(event.target) ? null : event.touches[0].clientX;
  };
  const end = (event) => {
    const distance = startX === null ? 0 : event.changedTouches[0].clientX - startX;
    if (distance > shortestSwipe) {
      stepBack();
    } else if (distance < -shortestSwipe) {
      stepOn();
    }
  };
  main.addEventListener("touchstart", begin, { passive: true });
  main.addEventListener("touchend", end);
}

function isSlider(element) {
  return element.id === "at";
}

function stepBack() {
  byId("web.look.back").click();
}

function stepOn() {
  byId("web.look.on").click();
}

function send({ action, method }, data) {
  if (method === "post") {
    show(action, data);
  } else {
    show(action + "?" + data);
  }
}

// show fetches a position, and shows it unless another one was asked for meanwhile.
async function show(url, body) {
  state.requests++;
  const request = state.requests;
  const response = await fetch(url, body && { method: "POST", body });
  const page = await parsePage(response);
  if (request !== state.requests) {
    return;
  }
  morph(main, page.getElementById("main").innerHTML);
  say(main.querySelector(".detail").textContent);
  const slider = byId("at");
  slider.value = slider.getAttribute("value");
  if (!body) {
    history.replaceState(null, "", url);
  }
}
