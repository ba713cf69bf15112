"use strict";
// Without this script everything works by loading pages again. With it a table follows the
// events of the server, each of which is the whole table, and forms are sent in place.
(() => {
  const main = document.getElementById("main"), said = document.getElementById("said");
  const table = () => document.getElementById("table");
  const still = () => document.documentElement.dataset.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;

  // A link has its code behind the #, which no server is told. Only that of a table: by a longer
  // one somebody becomes who sent the link.
  const code = document.getElementById("code");
  if (code && /^#\w{3}-?\w{3}-?\w{3}$/.test(location.hash)) {
    code.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
  }
  if (!table()) return;

  // Who plays by keys finds the focus on the first card.
  let keyed = false;
  addEventListener("keydown", () => { keyed = true; });
  addEventListener("pointerdown", () => { keyed = false; });

  const announce = (text) => { said.textContent = text; };
  let events, alive = 0, over = false, sending = false, sent = "";
  let told = -1, noted = "", turn = false, now = main.innerHTML, drawn = +main.dataset.drawn;

  // What has happened since is said, a line for each thing.
  const tell = () => {
    const lines = [...main.querySelectorAll("#news li")], last = lines.length ? +lines.at(-1).dataset.n : -1;
    if (told >= 0 && last > told) announce(lines.filter((l) => +l.dataset.n > told).map((l) => l.textContent).join(" "));
    told = last;
    const note = document.getElementById("note")?.textContent || "";
    if (note && note !== noted) announce(note);
    noted = note;
    const t = table(), mine = !!t?.dataset.turn;
    if (t) document.title = t.dataset.title;
    if (mine && !turn) {
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80); // else it is refused
      const prompt = document.getElementById("prompt");
      if (prompt) said.textContent += " " + prompt.textContent;
      if (document.hidden && window.Notification?.permission === "granted") new Notification(document.title);
    }
    turn = mine;
    const button = document.getElementById("alert");
    if (button) {
      button.hidden = !window.Notification || Notification.permission !== "default";
      button.onclick = () => Notification.requestPermission().then(tell);
    }
  };

  // Cards move from where they were: to the trick, and to its winner.
  const places = () => new Map([...main.querySelectorAll("[data-card]")].filter((e) => e.dataset.card).map((e) => [e.dataset.card, [e, e.getBoundingClientRect()]]));
  const seat = (n) => main.querySelector(`[data-seat="${n}"]`)?.getBoundingClientRect();
  const move = (e, from, to) => e.animate([{ transform: `translate(${from.x - to.x}px,${from.y - to.y}px)` }, { transform: "none" }], { duration: 200, easing: "ease-out" });
  const moves = (before, winner, ended) => {
    if (still() || document.hidden) return;
    if (!ended) main.querySelectorAll(".five svg").forEach((e, i) => e.animate([{ transform: "translateY(1rem) scale(.2)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 300, delay: 90 * i, fill: "backwards", easing: "ease-out" }));
    const after = places();
    for (const [card, [e, to]] of after) {
      const from = before.get(card)?.[1] || (e.dataset.from && seat(e.dataset.from));
      if (from && (Math.abs(from.x - to.x) > 8 || Math.abs(from.y - to.y) > 8)) move(e, from, to);
    }
    const at = winner && seat(winner);
    for (const [card, [e, from]] of before) {
      if (!at || after.has(card) || !e.dataset.from) continue;
      const fly = e.cloneNode(true);
      fly.className = "fly";
      fly.style.left = at.x + at.width / 2 - from.width / 2 + "px";
      fly.style.top = at.y + "px";
      document.body.append(fly);
      move(fly, from, { x: at.x + at.width / 2 - from.width / 2, y: at.y }).onfinish = () => fly.remove();
    }
  };

  // Where there is room beside the table what happens stands there.
  const wide = matchMedia("(min-width: 75rem)");
  const unfold = () => { const log = document.getElementById("newslog"); if (log && wide.matches) log.open = true; };
  wide.addEventListener("change", unfold);

  // The new page takes the place of the old one; what is typed, open and focused stays.
  const show = (html, at) => {
    if (at && at < drawn || html === now) return; // of a moment before
    drawn = at || drawn;
    const before = places(), ended = main.querySelector(".five"), winner = main.querySelector(".slot.wins")?.dataset.from;
    const focus = document.activeElement?.id, typed = new Map(), open = new Map();
    for (const e of main.querySelectorAll("input[id],select[id]")) typed.set(e.id, e.type === "checkbox" ? e.checked : e.value);
    for (const e of main.querySelectorAll("details[id]")) open.set(e.id, e.open);
    const playing = table()?.className, reading = !!document.getElementById("reading");
    main.innerHTML = now = html;
    if (table()?.className === playing) {
      for (const [id, value] of typed) {
        const e = document.getElementById(id);
        if (e && sent !== e.form?.action) e[e.type === "checkbox" ? "checked" : "value"] = value;
      }
      for (const [id, is] of open) { const e = document.getElementById(id); if (e) e.open = is; }
    } else unfold();
    sent = "";
    const to = !reading && document.getElementById("reading") || focus && document.getElementById(focus) || keyed && main.querySelector(".hand button:not(.sunk),#goon");
    to?.focus?.({ preventScroll: to.id !== "reading" });
    moves(before, winner, ended);
    tell();
  };

  // Events. One that is overdue means that the line is dead, whatever the browser says.
  const lost = document.createElement("p");
  lost.className = "lost-line";
  const connect = () => {
    if (over) return;
    events?.close();
    alive = Date.now();
    events = new EventSource(`/table/${table().dataset.table}/events`);
    const heard = () => { alive = Date.now(); lost.remove(); };
    events.addEventListener("table", (e) => { heard(); sending = false; show(e.data, +e.lastEventId); });
    events.addEventListener("beat", heard);
    events.addEventListener("again", connect);
    events.addEventListener("over", (e) => { over = true; events.close(); show(e.data); });
  };
  const wake = () => { if (!document.hidden && Date.now() - alive > 3000) connect(); };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  addEventListener("online", () => { alive = 0; wake(); });
  setInterval(() => { if (!over && Date.now() - alive > 30000) { document.body.append(lost); lost.textContent = main.dataset.lost; connect(); } }, 5000);

  // Forms are sent in place. Until the table has answered another tap does nothing.
  main.addEventListener("submit", async (e) => {
    const button = e.submitter, form = e.target;
    if (form.method !== "post") return;
    e.preventDefault();
    if (sending) return;
    const action = button?.getAttribute("formaction") || form.getAttribute("action");
    const body = new URLSearchParams(new FormData(form, button));
    sending = true;
    sent = form.action;
    button?.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(action, { method: "POST", body, headers: { Accept: "text/event-stream" } });
      if (answer.status === 204) { // the events show it, or else another stream does
        setTimeout(() => { button?.removeAttribute("aria-busy"); if (sending) connect(); }, 1500);
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (answer.redirected && new URL(answer.url).pathname !== location.pathname) { location.href = answer.url; return; }
      const fresh = page.getElementById("main"); // without one the answer is none of ours
      if (!page.getElementById("table")) { over = true; events.close(); }
      show(fresh.innerHTML, +fresh.dataset.drawn);
    } catch {
      button?.removeAttribute("aria-busy");
      announce(lost.textContent = main.dataset.lost);
      document.body.append(lost);
    }
    sending = false;
  });

  // What a card does is said where there is a pointer or a focus on it. Arrows go along the hand.
  const detail = (e) => { const d = document.getElementById("detail"), b = e.target.closest?.("[data-detail]"); if (d && b) d.textContent = b.dataset.detail; };
  main.addEventListener("focusin", detail);
  main.addEventListener("pointerover", detail);
  main.addEventListener("keydown", (e) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key], here = e.target.closest?.(".hand button");
    if (!by || !here) return;
    const all = [...here.form.querySelectorAll("button")];
    all[(all.indexOf(here) + by + all.length) % all.length].focus();
    e.preventDefault();
  });
  unfold();
  tell();
  connect();
})();
