"use strict";
// Without this script everything works by loading pages again. With it a table follows the
// events of the server, each of which is the whole table, and forms are sent in place.
(() => {
  const $ = (id) => document.getElementById(id), main = $("main"), said = $("said");
  const element = (className, more) => Object.assign(document.createElement("p"), { className }, more);
  const still = () => document.documentElement.dataset.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;

  // A link has its code behind the #, which no server is told. Only that of a table: by a longer
  // one somebody becomes who sent the link.
  const code = $("code");
  if (code && /^#\w{3}-?\w{3}-?\w{3}$/.test(location.hash)) {
    code.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
  }
  if (!$("table") && !$("walk")) return;

  // The new page takes the place of the old one, but what has not changed stays: what is typed, open
  // and focused, and what moves.
  const key = (e) => e.nodeType === 1 ? e.id || e.dataset.say || "" : "";
  const same = (a, b) => a.nodeName === b.nodeName && key(a) === key(b);
  const drop = (e) => {
    const next = e.nextSibling;
    if (!e.classList?.contains("say")) e.remove();
    return next;
  };
  const patch = (was, is) => {
    if (was.nodeType !== 1) {
      if (was.data !== is.data) was.data = is.data;
      return;
    }
    for (const { name } of [...was.attributes]) if (!is.hasAttribute(name) && name !== "open") was.removeAttribute(name);
    for (const { name, value } of is.attributes) if (was.getAttribute(name) !== value) was.setAttribute(name, value);
    let at = was.firstChild;
    for (const want of [...is.childNodes]) {
      let found = at;
      while (found && !same(found, want)) found = key(want) ? found.nextSibling : null;
      if (!found) was.insertBefore(want, at);
      else {
        while (at !== found) at = drop(at); // nothing moves: that would take the focus away
        at = at.nextSibling;
        patch(found, want);
      }
    }
    while (at) at = drop(at);
  };
  const put = (html) => {
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    const root = document.createElement("main");
    root.append(fresh.content);
    for (const { name, value } of main.attributes) root.setAttribute(name, value);
    patch(main, root);
  };
  const page = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");

  // Looking through a round: a page a step, in place.
  if ($("walk")) {
    let asked = 0;
    const go = async (to, body) => {
      const mine = ++asked, doc = await page(await fetch(to, body && { method: "POST", body }));
      if (mine !== asked) return; // another moment was asked for
      put(doc.getElementById("main").innerHTML);
      $("at").value = $("at").getAttribute("value");
      if (!body) history.replaceState(null, "", to);
    };
    const send = ({ action, method }, data) => method === "post" ? go(action, data) : go(action + "?" + data);
    main.addEventListener("submit", (e) => { e.preventDefault(); send(e.target, new URLSearchParams(new FormData(e.target, e.submitter))); });
    main.addEventListener($("walk").method === "post" ? "change" : "input", ({ target: { form, value } }) => {
      const data = new URLSearchParams(new FormData(form));
      data.append("at", value);
      send(form, data);
    });
    const step = (by) => $(by < 0 ? "web.look.back" : "web.look.on").click();
    addEventListener("keydown", (e) => { if (e.target.id !== "at") ({ ArrowLeft: () => step(-1), ArrowRight: () => step(1) })[e.key]?.(); });
    let x = 0;
    main.addEventListener("touchstart", (e) => { x = e.target.id === "at" ? NaN : e.touches[0].clientX; }, { passive: true });
    main.addEventListener("touchend", (e) => { if (Math.abs(x - e.changedTouches[0].clientX) > 60) step(e.changedTouches[0].clientX > x ? -1 : 1); });
    if (/together/.test(location.search)) new EventSource(`/table/${$("look").dataset.table}/events`).addEventListener("table", () => go(location.href));
    return;
  }

  // Who plays by keys finds the focus on the first card.
  let keyed = false;
  addEventListener("keydown", () => { keyed = true; });
  addEventListener("pointerdown", () => { keyed = false; });

  let events, alive = 0, over = false, sending = false, turn = "", last = "", drawn = +main.dataset.drawn, audio, awake, slow, read = -1;
  const told = new Map(), once = ["note", "question", "result", "more"];

  // A sign that it is one's turn: a sound and a message where they are wanted, a buzz, and the screen stays on.
  const beep = () => {
    audio ||= new AudioContext();
    const sound = audio.createOscillator(), gain = audio.createGain(), now = audio.currentTime;
    sound.frequency.setValueAtTime(587, now);
    sound.frequency.setValueAtTime(880, now + 0.12);
    gain.gain.setValueAtTime(0.1, now);
    gain.gain.exponentialRampToValueAtTime(0.001, now + 0.5);
    sound.connect(gain).connect(audio.destination);
    sound.start();
    sound.stop(now + 0.5);
  };
  const calls = async () => {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80); // else it is refused
    if (localStorage.sound) beep();
    if (!document.hidden || window.Notification?.permission !== "granted") return;
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) worker.showNotification(document.title, { tag: "turn", icon: "/icon.svg" });
    else try { new Notification(document.title, { tag: "turn" }); } catch { /* a phone wants the worker */ }
  };
  const stays = async () => {
    if (!turn) { awake?.release(); awake = null; return; }
    if ((!awake || awake.released) && !document.hidden) try { awake = await navigator.wakeLock?.request("screen"); } catch { /* it may not */ }
  };
  const helps = () => {
    const ask = $("alert"), sound = $("sound");
    if (ask) {
      ask.hidden = !window.Notification || Notification.permission !== "default";
      ask.onclick = () => Notification.requestPermission().then(() => navigator.serviceWorker?.register("/worker.js")).then(helps);
    }
    if (sound) {
      sound.hidden = !window.AudioContext;
      sound.setAttribute("aria-pressed", !!localStorage.sound);
      sound.onclick = () => { localStorage.sound = localStorage.sound ? "" : "1"; if (localStorage.sound) beep(); helps(); };
    }
    for (const e of main.querySelectorAll(".share,.copy")) {
      const share = e.classList.contains("share");
      e.hidden = share ? !navigator.share : !navigator.clipboard;
      e.onclick = () => share ? navigator.share({ url: e.dataset.link }).catch(() => {}) : navigator.clipboard.writeText(e.dataset.link).then(() => { said.textContent = e.textContent; });
    }
  };

  // What is new is said, each thing once, and talk stands at the seat of who speaks.
  const tell = (first) => {
    const lines = [], after = [], here = new Set(); // what has happened, then what has come of it
    for (const e of main.querySelectorAll("[data-say]")) {
      const id = e.dataset.say, text = (e.dataset.says || e.textContent).trim().replace(/\s+/g, " ");
      here.add(id);
      if (!first && text && told.get(id) !== text) {
        (/^n\d/.test(id) ? lines : after).push(text);
        const plate = e.dataset.at && $("seat" + e.dataset.at);
        if (plate) {
          const say = element("say", { ariaHidden: true, textContent: e.querySelector("span").textContent, onclick: () => say.remove() });
          plate.querySelector(".say")?.remove();
          plate.append(say);
          setTimeout(() => say.remove(), 5000);
        }
      }
      told.set(id, text);
    }
    for (const id of once) if (!here.has(id)) told.delete(id);
    const talk = [...main.querySelectorAll("#talk [data-say]")].map((e) => +e.dataset.say.slice(4)), missed = $("missed");
    if (first || $("talk")?.checkVisibility()) read = talk.at(-1) ?? -1;
    if (missed) { missed.textContent = talk.filter((n) => n > read).length; missed.hidden = missed.textContent === "0"; }
    const t = $("table"), prompt = $("prompt")?.textContent || "", mine = t?.dataset.turn ? prompt + main.querySelector("[name=seen]")?.value : "";
    if (t) document.title = t.dataset.title;
    const rings = mine && mine !== turn;
    if (rings || !first && here.has("result") && !last) {
      document.body.dataset.calm = "1"; // a finger on its way does not meet what has just come
      setTimeout(() => { delete document.body.dataset.calm; }, 400);
    }
    if (rings && !first) after.push(prompt);
    if (rings) calls();
    turn = mine;
    stays();
    helps();
    if (lines.concat(after).length) said.textContent = lines.concat(after).join(" ");
    if (!first && here.has("result") && !last) $("result").focus();
    last = here.has("result") ? "result" : "";
  };
  addEventListener("hashchange", () => tell());

  // Cards move from where they were: to the trick, and to its winner.
  const places = () => new Map([...main.querySelectorAll("[data-card]")].map((e) => [e.dataset.card, [e.dataset.from, e.getBoundingClientRect(), e.dataset.from && e.cloneNode(true)]]));
  const seat = (n) => $("seat" + n)?.getBoundingClientRect();
  const move = (e, from, to) => e.animate([{ transform: `translate(${from.x - to.x}px,${from.y - to.y}px)` }, { transform: "none" }], { duration: 250, easing: "ease-out" });
  const moves = (before, winner, ended) => {
    if (still() || document.hidden) return;
    if (!ended) main.querySelectorAll(".five>span").forEach((e, i) => e.animate([{ transform: "translateY(1rem) scale(.2)", opacity: 0 }, { opacity: 1 }], { duration: 300, delay: 90 * i, fill: "backwards", easing: "ease-out" }));
    const after = places();
    for (const e of main.querySelectorAll(".slot[data-card]")) {
      const [was, from] = before.get(e.dataset.card) || ["new", seat(e.dataset.from)];
      if (from && (!was || was === "new")) move(e, from, e.getBoundingClientRect());
    }
    const at = winner && seat(winner);
    for (const [card, [was, from, fly]] of before) {
      if (!at || !was || after.get(card)?.[0]) continue;
      fly.className = "fly";
      fly.style.left = at.x + at.width / 2 - from.width / 2 + "px";
      fly.style.top = at.y + "px";
      fly.style.setProperty("--w", from.width + "px");
      document.body.append(fly);
      move(fly, from, { x: at.x + at.width / 2 - from.width / 2, y: at.y }).onfinish = () => fly.remove();
    }
  };

  const show = (html, at) => {
    if (at && at < drawn) return; // of a moment before
    drawn = at || drawn;
    const before = places(), ended = main.querySelector(".five"), winner = main.querySelector(".slot.wins")?.dataset.from;
    const reading = !!$("reading"), focused = document.activeElement !== document.body;
    put(html);
    const open = !reading && $("reading");
    if (open) open.focus();
    else if (keyed && (!focused || document.activeElement === document.body)) main.querySelector("button:is(.up,.answer):not(.sunk,#back),#goon,#ready")?.focus({ preventScroll: true });
    moves(before, winner, ended);
    tell();
  };

  // Events. One that is overdue means that the line is dead, whatever the browser says; an error says so at once.
  const lost = element("down lost-line"), toast = element("toast");
  const cut = () => { if (!over) { document.body.append(lost); if (lost.textContent !== main.dataset.lost) said.textContent = lost.textContent = main.dataset.lost; } };
  const connect = () => {
    if (over) return;
    events?.close();
    alive = Date.now();
    const mine = events = new EventSource(`/table/${$("table").dataset.table}/events`);
    const heard = () => { alive = Date.now(); lost.remove(); };
    events.addEventListener("table", (e) => { heard(); done(); show(e.data, +e.lastEventId); });
    events.addEventListener("beat", heard);
    events.addEventListener("again", connect);
    events.addEventListener("over", (e) => { over = true; events.close(); show(e.data); });
    events.onerror = () => { cut(); if (mine.readyState === 2) setTimeout(() => { if (mine === events) connect(); }, 1000); };
  };
  const wake = () => { if (!document.hidden) { if (Date.now() - alive > 3000) connect(); stays(); } };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  addEventListener("online", () => { alive = 0; wake(); });
  setInterval(() => { if (!over && Date.now() - alive > 30000) { cut(); connect(); } }, 5000);

  // Forms are sent in place. Until the table has answered another tap does nothing.
  const done = () => { sending = false; clearTimeout(slow); toast.remove(); };
  const send = async (body, button) => {
    if (sending) return;
    sending = true;
    button?.setAttribute("aria-busy", "true");
    slow = setTimeout(() => { said.textContent = toast.textContent = main.dataset.sending; document.body.append(toast); }, 2000);
    try {
      const answer = await fetch(location.pathname, { method: "POST", body, headers: { Accept: "text/event-stream" } });
      if ($("say") && body.has("say")) $("say").value = "";
      if (answer.status === 204) { // the events show it, or else another stream does
        setTimeout(() => { button?.removeAttribute("aria-busy"); if (sending) connect(); }, 1500);
        return;
      }
      const fresh = await page(answer);
      if (answer.redirected && new URL(answer.url).pathname !== location.pathname) { location.href = answer.url; return; }
      if (!fresh.getElementById("table")) { over = true; events.close(); }
      show(fresh.getElementById("main").innerHTML, +fresh.getElementById("main").dataset.drawn); // without one the answer is none of ours
    } catch {
      button?.removeAttribute("aria-busy");
      cut();
    }
    done();
  };
  main.addEventListener("submit", (e) => {
    const button = e.submitter, form = e.target;
    if (form.hasAttribute("action")) return; // it is none of the table's
    e.preventDefault();
    if (location.hash) location.hash = "";
    send(new URLSearchParams(new FormData(form, button)), button);
  });
  const early = (e) => document.body.dataset.calm && !keyed && e.target.closest(e.pointerType === "touch" ? "a,button" : ".card,.answer");
  main.addEventListener("click", (e) => { if (early(e)) e.preventDefault(); });
  // A tap holds the trick, and another one lets it go.
  main.addEventListener("click", (e) => { if (e.target.closest(".taken .trick")) send(new URLSearchParams({ hold: 1 })); });

  // What a card does is said where there is a pointer or a focus on it. Arrows go along the hand.
  const detail = (e) => { const d = $("detail"), b = e.target.closest?.("[data-detail]"); if (d && b && !$("note")) d.textContent = b.dataset.detail; };
  main.addEventListener("focusin", detail);
  main.addEventListener("pointerover", (e) => { if (e.pointerType === "mouse") detail(e); });
  main.addEventListener("keydown", (e) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key], here = e.target.closest?.(".handform button,.answers button");
    if (!by || !here) return;
    const all = [...here.form.querySelectorAll("button")];
    all[(all.indexOf(here) + by + all.length) % all.length].focus();
    e.preventDefault();
  });
  tell(true);
  connect();
})();
