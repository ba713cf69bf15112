"use strict";
// Cards of a real table are tapped in place, one after the other: nothing moves under the finger. Without this
// script each tap loads the page again.
(() => {
  const main = document.getElementById("main");
  let before = Promise.resolve(), fails = false;
  main.addEventListener("submit", (e) => {
    const by = e.submitter;
    if (fails || !by?.matches("#form :is([name=tap],[name=to],#undo)")) return;
    e.preventDefault();
    before = before.then(async () => {
      const form = document.getElementById("form"), body = new URLSearchParams(new FormData(form));
      body.append(by.name, by.value);
      const answer = await fetch(form.action, { method: "POST", body });
      const open = main.querySelector("details")?.open, focus = document.activeElement?.id;
      main.innerHTML = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main").innerHTML;
      if (open) main.querySelector("details").open = true;
      if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
    }).catch(() => { fails = true; (document.getElementById(by.id) ?? by).click(); });
  });
})();
