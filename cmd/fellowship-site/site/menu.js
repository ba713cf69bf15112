// The menu as the program has shown it last, and the styles and scripts of pages. A worker that starts again shows the
// menu at once with them, before the program starts. On a first visit, before the program is there, it is the menu that
// was drawn when the site was built. What is tapped there waits for the program.
"use strict";

// What stands in the menu of a first visit for what only the worker knows (first_menu.go).
const pathMark = "/path-of-the-site";
const nonceMark = "nonce-of-the-page";
const dayMark = "day-in-words";

// The menu is kept beside the files, and each change of a file deletes it in the same transaction (Device.write). So it
// never shows anything that is not true any more.
class Menu {
  // Anything that is done within this time after a change makes the menu wait again, so that it costs nothing while
  // computers play.
  static quietMilliseconds = 2000;

  // The version is the one of the site. Render asks the program for the menu, and returns its response, or null if the
  // program does not run. ReadFirst returns what the build has drawn.
  constructor(device, version, render, readFirst) {
    this.device = device;
    this.version = version;
    this.render = render;
    this.readFirst = readFirst;
    this.timer = 0;
    device.changed = () => this.keepLater();
  }

  // circumstances returns what the menu depends on besides the files.
  circumstances() {
    const day = new Date().toISOString().slice(0, 10); // of the deal of the day, which is one in UTC
    const offset = new Date().getTimezoneOffset(); // Chromium needs 60 ms and more for the name of the time zone
    return [this.version, navigator.languages.join(), offset, day].join("; ");
  }

  // find returns the menu that was kept, or that of a device without files. It returns null if that may not be the menu
  // that the program would show.
  async find() {
    const { kept, isEmpty } = await this.device.readMenu();
    if (kept?.circumstances === this.circumstances()) {
      return new Response(kept.data, { headers: kept.headers });
    }
    return isEmpty ? this.first() : null;
  }

  // first returns the menu of a device without files.
  async first() {
    const drawn = await this.readFirst();
    const nonce = crypto.randomUUID();
    const now = new Date();
    const day = drawn.firstDays[now.getUTCMonth()].replace("1", now.getUTCDate());
    const path = scope.pathname.slice(0, -1).replaceAll("&", "&amp;");
    const fill = (text) => text
      .replaceAll(pathMark, () => path) // as it is, also with a dollar sign
      .replaceAll(nonceMark, nonce)
      .replaceAll(dayMark, day);
    const headers = Object.entries(drawn.headers).map(([name, value]) => [name, fill(value)]);
    return new Response(fill(drawn.text), { headers });
  }

  // forget deletes the menu, which an earlier version may have left although it has changed files.
  forget() {
    return this.device.removeMenu();
  }

  // keepLater keeps the menu when nothing has changed for a while.
  keepLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep().catch(console.warn), Menu.quietMilliseconds);
  }

  // keep keeps the menu, unless something changes meanwhile, or nothing has changed since it was kept.
  async keep() {
    const changes = this.device.changes;
    const circumstances = this.circumstances();
    const { kept } = await this.device.readMenu();
    if (kept?.circumstances === circumstances) {
      return;
    }
    const response = await this.render();
    if (response?.status !== 200) {
      return;
    }
    const data = new Uint8Array(await response.arrayBuffer());
    if (this.device.changes === changes) {
      await this.device.writeMenu({ data, circumstances, headers: [...response.headers] });
    }
  }
}

// The name of a file that never changes has eight digits that change with its content. The manifest names the icon
// without them.
const assetName = /(\.[0-9a-f]{8}\.\w+|\/icon\.svg)$/;

// isAsset reports whether a request asks for a style, script or drawing of the pages.
function isAsset(request, url) {
  return request.method === "GET" && assetName.test(url.pathname);
}

// keptAsset returns a style, script or drawing from the cache, and asks the program for it only once.
async function keptAsset(cacheName, url, ask) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(url.href);
  if (kept) {
    return kept;
  }
  const response = await ask();
  if (response.status === 200) {
    await cache.put(url.href, response.clone()).catch(console.warn); // without room it is asked for again
  }
  return response;
}
