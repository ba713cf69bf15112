"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const coarse = matchMedia("(pointer: coarse)").matches;

  // xterm.js writes its styles into the page while it runs. The policy of the page lets
  // only those through that carry this answer's nonce, and for a single element only
  // those that are set one by one.
  const nonce = document.querySelector("link[nonce]").nonce;
  const make = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const e = make(name, options);
    if (name === "style") e.nonce = nonce;
    return e;
  };
  const set = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name === "style") this.style.cssText = value; else set.call(this, name, value);
  };

  // What was typed here before. Browsers may refuse to keep anything.
  const kept = {
    get(name) { try { return localStorage.getItem(name) || ""; } catch { return ""; } },
    set(name, value) { try { localStorage.setItem(name, value); } catch { /* not kept */ } },
  };

  const colors = matchMedia("(prefers-color-scheme: light)");
  const themes = {
    dark: { background: "#0c0c0c", foreground: "#dddddd", cursor: "#dddddd",
      red: "#ff7b72", green: "#7ee787", yellow: "#e3b341", blue: "#79c0ff", magenta: "#d2a8ff", cyan: "#56d4dd" },
    light: { background: "#ffffff", foreground: "#1a1a1a", cursor: "#1a1a1a", selectionBackground: "#b3d4ff",
      red: "#b3261e", green: "#1a6b2d", yellow: "#7a5200", blue: "#0550ae", magenta: "#8250df", cyan: "#0b6a70" },
  };
  const theme = () => colors.matches ? themes.light : themes.dark;

  let term, fit, anyway = false;
  const windows = document.body.dataset.windows.split(" ").map((text) => text.split("x").map(Number));
  const smallest = 9; // letters that can be read, in pixels

  function open() {
    term = new Terminal({
      fontFamily: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace', fontSize: 16,
      scrollback: 0, theme: theme(), minimumContrastRatio: 4.5,
      drawBoldTextInBrightColors: false, screenReaderMode: $("reader").checked,
    });
    fit = new FitAddon.FitAddon();
    term.loadAddon(fit);
    term.open($("screen"));
    if (coarse) term.textarea.setAttribute("inputmode", "none"); // there are buttons
    term.onData(type);
    term.onResize(() => send("s" + term.cols + " " + term.rows));
    colors.addEventListener("change", () => { term.options.theme = theme(); });
    new ResizeObserver(shape).observe($("screen"));
    window.term = term;
  }

  // shape makes the letters as large as the game allows.
  function shape() {
    if (!term || $("game").hidden) return;
    let size = 22;
    for (; size > 6; size--) {
      term.options.fontSize = size;
      const d = fit.proposeDimensions();
      if (d && windows.some(([columns, rows]) => d.cols >= columns && d.rows >= rows)) break;
    }
    fit.fit();
    const upright = innerHeight > innerWidth;
    $("turn").hidden = anyway || !(coarse && upright && size < smallest);
  }

  let ws, tries = 0, again;

  function send(text) {
    if (ws && ws.readyState === WebSocket.OPEN) ws.send(text);
  }

  // type sends keys, in pieces that the server takes.
  function type(keys) {
    for (const piece of keys.match(/[^]{1,500}/gu) || []) send("d" + piece);
  }

  async function enter() {
    kept.set("name", $("name").value);
    kept.set("reader", $("reader").checked ? "yes" : "");
    $("enter").hidden = true;
    $("game").hidden = false;
    if (!term) open();
    term.options.screenReaderMode = $("reader").checked;
    connect();
  }

  async function connect() {
    clearTimeout(again);
    try {
      const answer = await fetch("enter", { method: "POST" });
      if (!answer.ok) throw new Error(answer.status);
    } catch {
      return later();
    }
    const url = new URL("ws", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    ws = new WebSocket(url);
    ws.binaryType = "arraybuffer";
    ws.onopen = () => {
      tries = 0;
      $("waiting").hidden = true;
      term.reset();
      shape();
      ws.send(JSON.stringify({ name: $("name").value, code: $("code").value, lang: document.documentElement.lang, columns: term.cols, rows: term.rows }));
      term.focus();
    };
    ws.onmessage = (m) => term.write(new Uint8Array(m.data));
    ws.onclose = (e) => {
      const text = $("says").content.querySelector('[data-how="' + CSS.escape(e.reason) + '"]');
      if (text) leave(text.textContent); else later();
    };
  }

  // later tries again after a while that grows.
  function later() {
    $("waiting").hidden = false;
    again = setTimeout(connect, Math.min(1000 * 2 ** tries++, 30000) * (0.5 + Math.random()));
  }

  function leave(text) {
    $("game").hidden = true;
    $("enter").hidden = false;
    $("said").textContent = text;
    $("enter").querySelector("button").focus();
  }

  // The invitation is behind the #, which a browser does not send to anybody.
  const invited = () => { $("code").value = location.hash.slice(1, 65); };
  invited();
  addEventListener("hashchange", invited);
  $("name").value = kept.get("name");
  $("reader").checked = kept.get("reader") !== "";
  $("enter").addEventListener("submit", (e) => { e.preventDefault(); enter(); });
  $("anyway").addEventListener("click", () => { anyway = true; shape(); });

  const named = { enter: "\r", esc: "\x1b", space: " ", rubout: "\x7f" };
  function button(b) {
    b.addEventListener("pointerdown", (e) => e.preventDefault()); // the game keeps the focus
    b.addEventListener("click", () => {
      const key = b.dataset.key;
      type(named[key] || (key.length > 1 ? "\x1b" + key : key));
    });
  }
  for (const key of "abcdefghijklmnopqrstuvwxyz0123456789!-") {
    const b = make("button");
    b.type = "button";
    b.textContent = b.dataset.key = key;
    $("letters").insertBefore(b, $("letters").querySelector("[data-key=space]"));
  }
  document.querySelectorAll("[data-key]").forEach(button);
  $("more").addEventListener("click", () => {
    const hidden = $("letters").toggleAttribute("hidden");
    $("more").setAttribute("aria-expanded", String(!hidden));
  });
})();
