// The server of the site: a service worker that runs the program, and answers each page of the site with it. The build
// puts Go's wasm_exec.js, files.js, program.js, transfer.js and menu.js before this text (build.go).
"use strict";

// What the build has made: the version of the site, and its files with their lengths and SHA-256.
const build = "BUILD";

const scope = new URL(registration.scope);
const cacheName = `fellowship ${scope.pathname} ${build.version}`;
const cachePrefix = `fellowship ${scope.pathname} `;
const loadingPage = new URL("index.html", scope).href;
const programs = new ProgramStore(`fellowship program ${scope.pathname}`);
const programFacts = build.files["fellowship.wasm"];

// The name by which the host is asked for the program. It is another one for every other program, so that the browser
// cannot take one of another version from its own cache.
const hostedProgram = `fellowship.wasm?${programFacts.sha256}`;

// Addresses of the worker itself, which no page of the program has.
const readyPath = "~ready";
const savePath = "~save";
const restorePath = "~restore";

const files = new Files(new Device(`fellowship ${scope.pathname}`));
const menu = new Menu(files.device, build.version, renderMenu, readFirstMenu);

// ---- A version comes

addEventListener("install", (event) => event.waitUntil(install()));

// install fetches the files of this version, and takes the place of an earlier one as soon as that one gives way. On a
// first visit it does not wait for the program, so that pages wait for it instead and the menu is there before.
async function install() {
  const isUpdate = registration.active !== null;
  try {
    await fetchVersion(isUpdate);
  } catch (reason) {
    await caches.delete(cacheName);
    await tell({ stage: "failed", full: reason?.name === "QuotaExceededError" });
    throw reason;
  }
  registration.active?.postMessage({ giveWay: true });
  skipWaiting(); // its promise waits for the end of the installation
}

async function fetchVersion(isUpdate) {
  const cache = await caches.open(cacheName);
  const pages = Object.keys(build.files).filter((name) => name !== "fellowship.wasm");
  const fetching = pages.map((name) => storeFile(cache, name));
  if (isUpdate) {
    await menu.forget().catch(console.warn); // an earlier version may have changed files and left it
    fetching.push(compiledProgram());
  } else {
    programAnswer = askForProgram();
    programAnswer.catch(() => {}); // the page that needs the program tells why it does not come
  }
  await Promise.all(fetching);
  await storeProgram(); // an update starts only when the earlier version gives way
}

const mediaTypes = {
  html: "text/html", css: "text/css", js: "text/javascript", json: "application/json", svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
};

// storeFile fetches a file and stores it. Not every host knows of which type it is.
async function storeFile(cache, name) {
  const file = await (await fetchFile(name)).arrayBuffer();
  await check(name, file);
  const type = `${mediaTypes[name.split(".").at(-1)]}; charset=utf-8`;
  await cache.put(new URL(name, scope), new Response(file, { headers: { "Content-Type": type } }));
}

// fetchProgram fetches the program. The error says why it cannot be here.
async function fetchProgram() {
  try {
    await checkRoom(programFacts.length);
    return await fetchPackedProgram();
  } catch (cause) {
    loadedShare = 0; // it begins anew
    if (cause instanceof WebAssembly.CompileError || cause instanceof RangeError) {
      throw cause;
    }
    const reason = cause?.name === "QuotaExceededError" ? "full" : "offline";
    throw Object.assign(new Error("the program cannot be fetched", { cause }), { reason });
  }
}

// fetchPackedProgram fetches the program packed, and as it is if that fails.
async function fetchPackedProgram() {
  const answer = programAnswer ?? askForProgram();
  programAnswer = null;
  try {
    return await receiveProgram(await answer);
  } catch (reason) {
    console.warn(reason);
    return receiveProgram((await fetchFile(hostedProgram)).body);
  }
}

// The promise of the host's answer for the program, on a first visit: it is on its way while the menu is drawn, and is
// read after that. null if the host was not asked.
let programAnswer = null;

// askForProgram asks the host for the program packed: by the host, if it does that, and otherwise for the file that is
// packed. It returns the stream of the program as it is.
async function askForProgram() {
  const hosted = await fetchFile(hostedProgram);
  if (hosted.headers.has("Content-Encoding")) {
    return hosted.body;
  }
  hosted.body.cancel();
  const packed = await fetchFile("fellowship.wasm.gz");
  const isUnpacked = packed.headers.has("Content-Encoding"); // by the host or on the way
  const unpack = new DecompressionStream("gzip");
  return isUnpacked ? packed.body : packed.body.pipeThrough(unpack);
}

const wasmHeaders = { "Content-Type": "application/wasm" };

// receiveProgram compiles the program while it comes. It is stored later.
async function receiveProgram(stream) {
  const whole = new Uint8Array(programFacts.length);
  const copy = new Copy(whole, (share) => {
    loadedShare = share;
    tellLoaded();
  });
  const module = await compile(stream.pipeThrough(new TransformStream(copy)));
  await check("fellowship.wasm", whole);
  storeLater = () => programs.keep(programFacts.sha256, whole);
  return module;
}

// Which share of the program has come.
let loadedShare = 0;

// tellLoaded tells all pages which share of the program has come, as long as that is not all.
async function tellLoaded() {
  if (loadedShare > 0 && loadedShare < 1) {
    await tell({ stage: "load", share: loadedShare });
  }
}

// checkRoom throws if the browser says that it has no room for so many bytes. Not every browser can say how much it has.
async function checkRoom(length) {
  const room = await navigator.storage?.estimate?.();
  if (room && room.quota - room.usage < length) {
    throw new DOMException("there is no room for the program", "QuotaExceededError");
  }
}

// What stores the program that was received; null if nothing is to be stored.
let storeLater = null;

// storeProgram stores the program that was received. A worker that is stopped before fetches the program again.
async function storeProgram() {
  const store = storeLater;
  storeLater = null;
  await store?.();
}

// How long the program is not stored after it has started. That takes a while, and the first page comes before it.
const firstPageMilliseconds = 2000;

async function storeProgramLater() {
  if (storeLater) {
    await new Promise((done) => { setTimeout(done, firstPageMilliseconds); });
    await storeProgram();
  }
}

// compile compiles a program while it is read.
function compile(stream) {
  return WebAssembly.compileStreaming(new Response(stream, { headers: wasmHeaders }));
}

// Copy copies what goes through a stream, and tells which share has come.
class Copy {
  constructor(whole, progress) {
    this.whole = whole;
    this.progress = progress;
    this.length = 0;
    this.percent = 0;
  }

  transform(part, controller) {
    this.whole.set(part, this.length); // throws if the stream is too long
    this.length += part.length;
    const percent = Math.floor(100 * this.length / this.whole.length);
    if (percent > this.percent) { // each message costs time
      this.percent = percent;
      this.progress(percent / 100);
    }
    controller.enqueue(part);
  }
}

// fetchFile asks the host for a file of the site.
async function fetchFile(name) {
  const response = await fetch(new URL(name, scope), { cache: "no-cache" });
  if (!response.ok) {
    throw new Error(`${name}: ${response.status}`);
  }
  return response;
}

// check checks that a file is the one of this version.
async function check(name, bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (sha256 !== build.files[name].sha256) {
    throw new Error(`${name} is not of this version`);
  }
}

// tell tells all pages something, also those that this worker does not answer yet.
async function tell(message) {
  for (const client of await clients.matchAll({ includeUncontrolled: true, type: "window" })) {
    client.postMessage(message);
  }
}

addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(cachePrefix) && name !== cacheName) {
      await caches.delete(name);
    }
  }
  await clients.claim();
  await programs.removeOthers(programFacts.sha256).catch(console.warn);
}

// A newer version waits until nothing is asked of this one any more. Streams of events end now, and pages connect again
// when the newer version is there.
let isGivingWay = false;

addEventListener("message", ({ data }) => {
  if (data?.giveWay) {
    isGivingWay = true;
    for (const answer of answers) {
      if (answer.isStream) {
        answer.cancel();
      }
    }
  }
});

// ---- The program runs

// The promise of the running program: the function that serves a request, and the one that ends the program.
let running = null;

// The promise of the compiled program, once it is needed.
let compiling = null;

// Answers that are not complete yet.
const answers = new Set();

// start starts the program, once.
function start() {
  running ??= run().catch((reason) => {
    running = null;
    throw reason;
  });
  return running;
}

// How long each step of the start took, as the header Server-Timing has it.
let timing = "";

async function run() {
  const steps = [];
  let began = performance.now();
  const note = (step) => {
    const now = performance.now();
    steps.push(`${step};dur=${Math.round(now - began)}`);
    began = now;
    timing = steps.join(", ");
  };
  compiledProgram().catch(() => {}); // goes on meanwhile; it is reported below
  await holdLock();
  note("lock");
  await files.load().catch((reason) => {
    throw Object.assign(new Error("nothing can be kept here", { cause: reason }), { reason: "storage" });
  });
  note("files");
  serveFiles(files);
  const go = new Go();
  go.argv = ["fellowship", scope.pathname, build.version];
  const folders = { HOME: "/data", XDG_CONFIG_HOME: "/data/config", XDG_STATE_HOME: "/data/state" };
  go.env = { ...folders, LANG: language(), TZ: timeZone() };
  const instance = await WebAssembly.instantiate(await compiledProgram(), go.importObject);
  note("compile");
  return new Promise((done, fail) => {
    const program = { serve: null, end: null, ended: null };
    globalThis.fellowship = {
      serve(serve, end) {
        program.serve = serve;
        program.end = end;
        note("program");
        isStarted = true;
        menu.keepLater();
        done(program);
      },
    };
    program.ended = go.run(instance).finally(() => {
      running = null;
      for (const answer of answers) {
        answer.fail();
      }
      fail(new Error("the program has ended"));
    });
    program.ended.catch(() => {});
  });
}

// When the storage was cleared, the program ends: what it has in memory is kept nowhere any more. Its pages become the
// one that says so, on which a saved file can be read. They go there by themselves, because the browser may have ended
// this worker before it could answer.
files.device.lost = async () => {
  isStarted = false;
  const program = await running?.catch(() => null);
  program?.end();
  await program?.ended.catch(() => {});
  await tell({ stage: "cleared" });
};

// compiledProgram returns the compiled program. It is fetched, unpacked and compiled once.
function compiledProgram() {
  compiling ??= storedProgram().catch((reason) => {
    compiling = null;
    throw reason;
  });
  return compiling;
}

// storedProgram reads the program that is kept here whole and then compiles it: Chromium takes half as long again when
// it compiles while it reads. It fetches the program if there is none, or the browser has removed it.
async function storedProgram() {
  const kept = await programs.find(programFacts.sha256).catch(console.warn);
  return kept ? WebAssembly.compile(kept) : fetchProgram();
}

// language returns the language of the browser in two letters.
function language() {
  return (navigator.languages?.[0] ?? navigator.language ?? "en").slice(0, 2);
}

// timeZone returns the name of the device's time zone.
function timeZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
}

let lock = null;

// How often pages are told that another worker has the files. A worker that ends needs less time to let them go.
const lockedMilliseconds = 3000;

// holdLock waits until no other worker, of another version, has the files, and keeps them for as long as this worker
// lives. It tells the pages if that takes long.
function holdLock() {
  lock ??= new Promise((done) => {
    let isTold = false;
    const waiting = setInterval(() => {
      isTold = true;
      tell({ stage: "locked" });
    }, lockedMilliseconds);
    navigator.locks.request(`fellowship ${scope.pathname}`, () => {
      clearInterval(waiting);
      if (isTold) {
        tell({ stage: "start" });
      }
      done();
      return new Promise(() => {});
    });
  });
  return lock;
}

// ---- Pages are answered

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) {
    return;
  }
  switch (url.pathname.slice(scope.pathname.length)) {
    case readyPath: {
      const ready = answerReady();
      tellLoaded(); // the page may have missed it
      event.respondWith(ready);
      event.waitUntil(ready.then(storeProgramLater));
      return;
    }
    case savePath:
      event.respondWith(answerSave());
      return;
    case restorePath:
      event.respondWith(answerRestore(request));
      return;
  }
  const isPage = request.mode === "navigate" && request.method === "GET";
  if (isPage && !isStarted) {
    event.respondWith(showAtOnce(url));
    return;
  }
  const ask = () => answer(request, url).catch((problem) => answerWithout(request, problem));
  if (isAsset(request, url)) {
    event.respondWith(keptAsset(cacheName, url, ask));
    return;
  }
  event.respondWith(ask());
  if (isPage && isMenu(url)) {
    menu.keepLater();
  }
});

// isMenu reports whether an address is the one of the menu. Links from elsewhere may add a query, which the menu does not
// read, and a link within the menu a fragment.
function isMenu(url) {
  return url.pathname === scope.pathname;
}

// isStarted is whether the program is there. Until then a page is the one that waits for it.
let isStarted = false;

// showAtOnce shows the menu that is kept, or the page that waits for the program. The menu asks for the program as soon
// as it is drawn: not before, because its styles would wait until the program has started.
async function showAtOnce(url) {
  const kept = isMenu(url) && await menu.find().catch(console.warn);
  if (kept) {
    return kept;
  }
  answerReady(); // the page asks for it, too, but not before it is there
  return showLoading();
}

async function showLoading() {
  const stored = await storedLoadingPage().catch(() => null); // the browser may be clearing everything now
  return stored ?? fetch(loadingPage);
}

async function storedLoadingPage() {
  const cache = await caches.open(cacheName);
  return cache.match(loadingPage);
}

// readFirstMenu returns what the build has drawn for a first visit, in the language of the browser if we have it.
async function readFirstMenu() {
  const name = (code) => `menu.${code}.json`;
  const cache = await caches.open(cacheName);
  const stored = await cache.match(new URL(name(name(language()) in build.files ? language() : "en"), scope));
  return stored.json();
}

// answerWithout answers a request when the program could not start, or has ended meanwhile: a page is the one that
// waits for the program, and says what is wrong.
function answerWithout(request, problem) {
  console.error(problem);
  if (request.mode !== "navigate") {
    return new Response(String(problem), { status: 503 });
  }
  return request.method === "GET" ? showLoading() : Response.redirect(scope, 303);
}

async function answerReady() {
  try {
    await start();
    return new Response(build.version, { headers: { "Server-Timing": timing } });
  } catch (problem) {
    console.error(problem);
    return new Response(problem.reason ?? "program", { status: 503 });
  }
}

const streamSuffix = "/events";

// answer answers a request with the program. It throws if there is no program.
async function answer(request, url) {
  const isStream = url.pathname.endsWith(streamSuffix);
  if (isStream && isGivingWay) {
    return new Response(null, { status: 503 });
  }
  const program = await start();
  const body = request.method === "POST" ? new Uint8Array(await request.arrayBuffer()) : null;
  const headers = [...request.headers].filter(([name]) => !name.startsWith("sec-")).flat();
  headers.push("Sec-Fetch-Site", request.method === "GET" || isOwn(request) ? "same-origin" : "cross-site");
  return new Answer(isStream).promise((sink) => program.serve(request.method, url.href, headers, body, sink));
}

// renderMenu asks the running program for the menu.
async function renderMenu() {
  if (!isStarted) {
    return null;
  }
  const program = await start();
  return new Answer(false).promise((sink) => program.serve("GET", scope.href, ["Sec-Fetch-Site", "same-origin"], null, sink));
}

// isOwn reports whether a form comes from a page of the site. Requests here have no Origin, but pages of the site name
// themselves as the referrer, and a page elsewhere cannot name another one than its own.
function isOwn(request) {
  return request.referrer.startsWith(scope.href);
}

const noContent = new Set([204, 205, 304]);

// Answer is the answer to a request, while the program writes it.
class Answer {
  constructor(isStream) {
    this.isStream = isStream;
    this.cancel = () => {};
    this.fail = () => {};
  }

  // promise returns the response that begin's program writes into its sink. Begin returns the function that cancels it.
  promise(begin) {
    answers.add(this);
    return new Promise((done, failed) => {
      let controller = null;
      let cancelProgram = () => {};
      const end = () => answers.delete(this);
      const stream = new ReadableStream({
        start(created) {
          controller = created;
        },
        cancel() {
          end();
          cancelProgram();
        },
      });
      const close = () => {
        end();
        try {
          controller.close();
        } catch {
          // The page is gone.
        }
      };
      this.cancel = () => {
        cancelProgram();
        close();
      };
      this.fail = () => {
        failed(new Error("the program has ended"));
        close();
      };
      cancelProgram = begin({
        head(status, pairs) {
          const headers = new Headers();
          for (let i = 0; i < pairs.length; i += 2) {
            headers.append(pairs[i], pairs[i + 1]);
          }
          const location = headers.get("Location");
          done(location
            ? Response.redirect(new URL(location, scope), status)
            : new Response(noContent.has(status) ? null : stream, { status, headers }));
        },
        write(bytes) {
          try {
            controller.enqueue(bytes);
            return true;
          } catch {
            return false;
          }
        },
        close,
      });
    });
  }
}

// ---- Everything as one file

async function answerSave() {
  await start();
  const day = new Date().toISOString().slice(0, 10);
  return new Response(saveAll(files, build.version), {
    headers: {
      "Content-Type": "application/json",
      "Content-Disposition": `attachment; filename="fellowship-${day}.json"`,
      "Cache-Control": "no-store",
    },
  });
}

// answerRestore puts what a file has in the place of everything, and starts the program anew.
async function answerRestore(request) {
  if (request.method !== "POST" || !isOwn(request)) {
    return new Response("this form does not come from a page of the site", { status: 403 });
  }
  const back = (result) => Response.redirect(new URL(`keep?restored=${result}`, scope), 303);
  const program = await start();
  let changes;
  try {
    const form = await request.formData();
    changes = readAll(await form.get("file").text());
  } catch (problem) {
    console.warn(problem);
    return back("unread");
  }
  try {
    await files.restore(changes);
  } catch (problem) {
    console.warn(problem);
    return back(problem.code === "ENOSPC" ? "full" : "unwritten");
  }
  program.end();
  await program.ended.catch(() => {});
  return back("yes");
}

// ---- Messages about a turn

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable());
});

async function openTable() {
  const [openWindow] = await clients.matchAll({ type: "window" });
  return openWindow?.focus() || clients.openWindow(scope);
}
