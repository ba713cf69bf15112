// The menu as the program has shown it last, and the styles and scripts of pages. A worker that starts again shows the
// menu at once with them, while the program starts. What is tapped there waits for the program.
"use strict";

// The menu is kept beside the files, and each change of a file deletes it in the same transaction (Device.write). So it
// never shows anything that is not true any more.
class Menu {
  // Anything that is done within this time after a change makes the menu wait again, so that it costs nothing while
  // computers play.
  static quietMilliseconds = 2000;

  // The version is the one of the site. Render asks the program for the menu, and returns its response, or null if the
  // program does not run.
  constructor(device, version, render) {
    this.device = device;
    this.version = version;
    this.render = render;
    this.timer = 0;
    device.changed = () => this.keepLater();
  }

  // circumstances returns what the menu depends on besides the files.
  circumstances() {
    const day = new Date().toDateString(); // of the deal of the day
    return [this.version, navigator.languages.join(), timeZone(), day].join("; ");
  }

  // find returns the menu that was kept, or null if it may not be the one that the program would show.
  async find() {
    const kept = await this.device.readMenu();
    if (kept?.circumstances !== this.circumstances()) {
      return null;
    }
    return new Response(kept.data, { headers: kept.headers });
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

  // keep keeps the menu, unless something changes meanwhile.
  async keep() {
    const changes = this.device.changes;
    const circumstances = this.circumstances();
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

// The name of a file that never changes has eight digits that change with its content.
const assetName = /\.[0-9a-f]{8}\.\w+$/;

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
