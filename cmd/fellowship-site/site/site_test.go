package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/door/web/chromiumtest"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// builtFolder is the folder in which the site is built once for all tests.
var builtFolder = filepath.Join(os.TempDir(), fmt.Sprintf("fellowship-site-test-%d", os.Getpid()))

var built = sync.OnceValues(func() (string, error) { return builtFolder, build(builtFolder, noBrotli) })

// TestMain ends the browser that the tests share, and removes the site. One of the tests waits half a minute, while the
// others need the processors.
func TestMain(m *testing.M) {
	const allAtOnce = 6
	code := chromiumtest.Main(m, allAtOnce, quick...)
	_ = os.RemoveAll(builtFolder)
	os.Exit(code)
}

// site returns the folder of the site.
func site(t *testing.T) string {
	t.Helper()
	folder, err := built()
	require.NoError(t, err)
	return folder
}

// begins begins a round of chapter 1 with quick computer players, in the settings without any delay.
func (p *phone) begins() {
	p.t.Helper()
	p.open("settings") // the host has no such file, so it sends the loading page
	p.seen("#quick")
	p.eval(`document.getElementById("quick").checked = true`)
	p.click(`form[action$="/settings"] button.primary`)
	p.until(`location.search === "?kept=yes"`)
	p.beginsChapter(1)
}

// beginsChapter begins a round of a chapter with quick computer players.
func (p *phone) beginsChapter(chapter int) {
	p.t.Helper()
	p.open(fmt.Sprintf("new?chapter=%d", chapter))
	p.seen(`form[action$="/new"] button.primary`)
	p.eval(`document.querySelectorAll("option[value=greedy]").forEach((o) => { o.selected = true; })`)
	p.click(`form[action$="/new"] button.primary`)
	p.seen("#table")
}

// hand is a script that returns the cards of the hand. A card that was chosen, but not passed on yet, is one of them.
const hand = `[...document.querySelectorAll(".hand [data-card], #take-back")].map((c) => c.dataset.card).sort().join(" ")`

// roomForOthers is room in bytes for all but the program.
const roomForOthers = 3 << 20

// menuOf is a script that returns the menu in a document, without what says that the program is coming.
const menuOf = `((page) => {
	const body = page.body.cloneNode(true);
	body.querySelector("#coming").remove();
	return body.innerHTML;
})`

// TestProgram lives through what happens to the program itself, from a host that does not pack it, in a browser that
// cannot say how much room it has, like Safari before version 17, and keeps no blobs, like Safari in a private window.
func TestProgram(t *testing.T) {
	t.Parallel()
	chromiumtest.Needs(t)
	h := newHost(t, changedSite(t, `\A`, `delete StorageManager.prototype.estimate;
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (value, key) {
	if (value instanceof Blob) {
		throw new DOMException("refused", "DataCloneError");
	}
	return put.call(this, value, key);
};
addEventListener("message", ({ data }) => {
	if (data === "refuse") {
		indexedDB.open = () => { throw new DOMException("refused", "SecurityError"); };
		files.device.connection = null;
		running.then((program) => program.end());
	}
});
`))
	h.isPacking = false
	p := newPhone(t, h)
	stored, err := os.Stat(filepath.Join(h.folder, program))
	require.NoError(t, err)
	p.open(licenseFile)
	p.leavesRoom(2*stored.Size() + roomForOthers) // Chromium may count the program twice while it keeps it
	p.runs("comes on a first visit", p.visitsFirst)
	p.runs("is kept", p.keepsProgram)
	p.runs("has no room", p.isFull)
	p.runs("has no storage", p.isRefused)
}

// leavesRoom leaves the site room for so many bytes. For half a minute Chromium does not look again how much room there
// is, unless somebody needs more than there was.
func (p *phone) leavesRoom(size int64) {
	p.t.Helper()
	p.do(storage.OverrideQuotaForOrigin(p.host.URL).WithQuotaSize(float64(size)))
}

// visitsFirst opens the site while half of the program has come, by a link with a query: the menu is there with its
// styles, it says that the game is coming, and what is opened from it waits. The connection breaks twice: on the menu,
// also when that is loaded again, and on the page that waits, which says so. The game goes on when the connection is
// back. The menu was just what the program shows.
func (p *phone) visitsFirst(t *testing.T) {
	h := p.host
	h.broken = make(chan struct{})
	breaks := sync.OnceFunc(func() { close(h.broken) })
	t.Cleanup(breaks)
	day := time.Now().UTC().Day()
	p.open("?from=elsewhere")
	p.seen(".tiles")
	p.seen("#coming progress[value]")
	assert.Equal(t, true, p.eval(`[...document.styleSheets].every((style) => style.cssRules.length > 0)`))
	assert.Equal(t, "#27563f", p.awaits(`fetch(document.querySelector("link[rel=manifest]").href)
		.then((r) => r.json()).then((m) => m.theme_color)`))
	first := p.eval(menuOf + `(document)`)
	h.change(func() { h.isGone = true })
	h.CloseClientConnections()
	p.until(`document.getElementById("coming").hidden`)
	h.change(func() { h.isGone = false })
	p.eval(`dispatchEvent(new Event("online"))`)
	p.seen("#coming progress[value]")
	p.eval(`document.body.dataset.isOld = "yes"`)
	p.do(page.Reload())
	p.until(`!document.body?.dataset.isOld && !!document.querySelector(".tiles")`)
	p.seen("#coming progress[value]")

	p.open("puzzles")
	p.until(`document.getElementById("bar")?.value > 0`)
	h.change(func() { h.isGone = true })
	breaks()
	p.until(`document.getElementById("status")?.textContent.includes("needs a connection")`)
	h.change(func() {
		h.isGone = false
		h.broken = nil
	})
	p.eval(`dispatchEvent(new Event("online"))`)
	p.seen("main h1")
	later := p.awaits(`fetch("` + basePath + `").then((menu) => menu.text())
		.then((text) => ` + menuOf + `(new DOMParser().parseFromString(text, "text/html")))`)
	if time.Now().UTC().Day() == day { // otherwise the later menu has another day
		assert.Equal(t, first, later)
	}
}

// keepsProgram starts the program after the worker was stopped, without the host and without the browser's own cache.
func (p *phone) keepsProgram(*testing.T) {
	p.until(keptProgram + `.then((size) => size > 0)`)
	p.host.change(func() { p.host.isGone = true })
	p.do(network.ClearBrowserCache())
	p.stopWorker()
	p.open("book")
	p.seen("main h1")
}

// keptProgram is the promise of how many bytes of programs are kept.
const keptProgram = `new Promise((done) => {
	const opening = indexedDB.open("fellowship program ` + basePath + `");
	opening.onsuccess = () => {
		const getting = opening.result.transaction("programs").objectStore("programs").getAll();
		getting.onsuccess = () => {
			opening.result.close();
			done(getting.result.reduce((sum, bytes) => sum + bytes.length, 0));
		};
	};
})`

// isFull fills the storage while a table is open: the next decision says so, keeps the hand, and can save everything,
// also after the worker was stopped. When there is room again the page says nothing any more, and the round goes on.
func (p *phone) isFull(t *testing.T) {
	p.begins()
	p.awaitsNext()
	p.leavesRoom(roomForOthers)
	p.fills()
	p.triesInVain()
	seen := p.eval(hand)
	p.stopWorker()
	p.open("table/home")
	p.triesInVain()
	assert.Equal(t, seen, p.eval(hand))
	assert.Contains(t, p.saved(), `"/data/state/fellowship/games/`)
	p.do(storage.OverrideQuotaForOrigin(p.host.URL))
	p.until(`!document.querySelector("#note")`)
	p.awaitsNext()
}

// fills fills the storage with something else: first with parts for which there is no room, until Chromium looks how
// much there is, and then with ever smaller ones.
func (p *phone) fills() {
	p.t.Helper()
	p.awaits(`new Promise((done) => {
		const opening = indexedDB.open("something else");
		opening.onupgradeneeded = () => opening.result.createObjectStore("parts", { autoIncrement: true });
		opening.onsuccess = () => {
			const store = ([length, ...shorter]) => {
				const part = new Uint8Array(length);
				crypto.getRandomValues(part.subarray(0, 32768));
				const writing = opening.result.transaction("parts", "readwrite");
				writing.objectStore("parts").add(part);
				writing.oncomplete = () => store([length, ...shorter]);
				writing.onabort = () => shorter.length > 0 ? store(shorter) : done();
			};
			store([` + strconv.Itoa(2*roomForOthers) + `, 32768, 4096, 512]);
		};
	})`)
}

// triesInVain makes choices until the page says that none can be saved. Some choices decide nothing.
func (p *phone) triesInVain() {
	p.t.Helper()
	p.until(`(() => {
		if (document.querySelector("#note")?.textContent.includes("storage of this browser is full")) return true;
		if (!document.querySelector("[aria-busy]") && !document.body?.dataset.calm) ` + choice + `?.click();
		return false;
	})()`)
}

// isRefused refuses to keep anything while the program runs. The next page says so.
func (p *phone) isRefused(*testing.T) {
	p.eval(`navigator.serviceWorker.controller.postMessage("refuse")`)
	p.until(`fetch("` + basePath + `~ready").then((ready) => !ready.ok)`)
	p.open("stats")
	p.until(`document.getElementById("status")?.textContent.includes("keeps nothing")`)
}

// TestKilled enters a round of a real table by taps and plays another one, from a host below a path. The worker is
// stopped after every second card there and after every third tap here, and the browser is killed: what was seen is
// there again. Without the host the rest goes on, and everything opens.
func TestKilled(t *testing.T) {
	t.Parallel()
	chromiumtest.Needs(t)
	h := newHost(t, site(t))
	p := newOwnPhone(t, h)
	p.begins()
	entered := p.entersRound()
	p.open("table/home")
	p.seen("#table")
	for n := 1; p.plays(); n++ {
		switch {
		case n == 5:
			p.awaitsNext()
			seen := p.eval(hand)
			p.kill()
			p.start()
			p.open("table/home")
			p.awaitsNext()
			assert.Equal(t, seen, p.eval(hand))
		case n == 6:
			h.change(func() { h.isGone = true })
		case n%3 == 0:
			p.awaitsNext()
			seen := p.eval(hand)
			p.stopWorker()
			if n%2 == 1 { // otherwise the page goes on by itself
				p.open("table/home")
				p.awaitsNext()
				assert.Equal(t, seen, p.eval(hand))
			}
		}
	}
	p.open("real")
	p.click(`a[href*="/real?"][href*="text="]`)
	p.seen("#form")
	assert.Equal(t, entered, p.eval(`document.querySelector("#form [name=text]").value`))
	p.puzzleGoesOn()
	p.open("")
	p.seen("main h1")
	for _, path := range []string{"stats", "saved", "book", "puzzles", "read/rules", "real", "campaigns", "today"} {
		assert.Contains(t, p.awaits(`fetch("`+basePath+path+`").then((page) => page.text())`), `<main id="main"`, path)
	}
	p.refusesOthers()
}

// entersRound enters some cards of a round of a real table by taps, and returns its text. The worker is stopped after
// every second tap.
func (p *phone) entersRound() (text any) {
	p.t.Helper()
	p.open("real?do=lay&kind=piles&text=2+4%0Amerry%0Asam+2%0Apippin%0Afrodo")
	p.seen("#form")
	for n, card := range []string{"H2", "H3", "H4", "H5", "F8"} {
		p.click("#tap" + card)
		p.seen("#tap" + card + ".mine")
		if n%2 == 1 {
			p.stopWorker()
		}
	}
	return p.eval(`document.querySelector("#form [name=text]").value`)
}

// refusesOthers sends forms that do not come from the site: without saying from where, and from a page of another host,
// with a referrer that names no page. All are refused.
func (p *phone) refusesOthers() {
	p.t.Helper()
	p.eval(`fetch("` + basePath + `new", { method: "POST", referrer: "", body: new URLSearchParams({ chapter: "1" }) })
		.then((r) => { window.answered = r.status; }) && 0`)
	p.until(`window.answered === 403`)
	for _, path := range []string{"new", "~restore"} {
		for _, policy := range []string{"unsafe-url", "no-referrer"} {
			evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				_, _ = fmt.Fprintf(w, `<meta name="referrer" content=%q><form method="post" action=%q><input name="chapter" value="1"></form>`,
					policy, p.host.URL+basePath+path)
			}))
			p.do(chromedp.Navigate(evil.URL + basePath))
			p.eval(`document.forms[0].submit()`)
			p.until(`location.pathname === "` + basePath + path + `"`)
			assert.EqualValues(p.t, http.StatusForbidden,
				p.eval(`performance.getEntriesByType("navigation")[0].responseStatus`), "%s %s", path, policy)
			evil.Close()
		}
	}
}

// puzzleGoesOn stops the worker in a puzzle, which then goes on.
func (p *phone) puzzleGoesOn() {
	p.t.Helper()
	p.open("puzzles")
	p.click("#next")
	p.seen("#table")
	p.until(choice + `?.checkVisibility()`)
	const choices = `[...document.querySelectorAll("button[name=decide]")].map((b) => b.value).sort().join(" ")`
	seen := p.eval(choices)
	p.stopWorker()
	p.open("table/puzzle")
	p.seen("#table")
	p.until(choice + `?.checkVisibility()`)
	assert.Equal(p.t, seen, p.eval(choices))
}

// TestSite lives through what happens to a phone that nobody kills: everything goes to another browser, another version
// has the files, a new version comes, and the storage is cleared.
func TestSite(t *testing.T) {
	t.Parallel()
	chromiumtest.Needs(t)
	h := newHost(t, site(t))
	p := newPhone(t, h)
	p.begins()
	require.True(t, p.plays())
	require.True(t, p.plays())
	p.runs("goes to another browser", p.goesElsewhere)
	p.runs("shows the menu at once", p.showsMenu)
	newer := newerSite(t)
	p.runs("has a new version", func(t *testing.T) { p.isUpdated(t, newer) })
	p.runs("is cleared", p.isCleared)
}

// goesElsewhere saves everything as a file, and reads it in a fresh browser. Another file is refused there, and changes
// nothing.
func (p *phone) goesElsewhere(t *testing.T) {
	p.awaitsNext()
	seen := p.eval(hand)
	saved := p.saved()

	fresh := newPhone(t, p.host)
	fresh.open("keep")
	fresh.seen("#save")
	fresh.restores(saved[:len(saved)/2])
	assert.Equal(t, "?restored=unread", fresh.eval(`location.search`))
	fresh.restores(strings.Replace(saved, "/data/state/fellowship/", "/data/state/fellowship/../", 1))
	assert.Equal(t, "?restored=unread", fresh.eval(`location.search`))
	fresh.restores(saved)
	assert.Equal(t, "?restored=yes", fresh.eval(`location.search`))
	fresh.open("")
	fresh.click("#continue")
	fresh.seen("#table")
	fresh.awaitsNext()
	assert.Equal(t, seen, fresh.eval(hand))
	fresh.do(page.Reload().WithIgnoreCache(true)) // without the worker
	fresh.seen("#table")
	assert.True(t, fresh.plays())
}

// restores sends the form with a file.
func (p *phone) restores(text string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`{
		const files = new DataTransfer();
		files.items.add(new File([%q], "fellowship.json"));
		history.replaceState(null, "", "keep");
		document.getElementById("file").files = files.files;
		document.getElementById("restore").click();
	}`, text))
	p.until(`location.search.startsWith("?restored=") && !!document.querySelector("#save")`)
}

// keptMenu is the promise of the menu that is kept, empty if there is none.
const keptMenu = `new Promise((done) => {
	const opening = indexedDB.open("fellowship ` + basePath + `");
	opening.onsuccess = () => {
		const getting = opening.result.transaction("files").objectStore("files").get("/menu");
		getting.onsuccess = () => {
			opening.result.close();
			done(getting.result ? new TextDecoder().decode(getting.result.data) : "");
		};
	};
})`

// showsMenu opens the menu while the program cannot start, because a page has the files: the menu as it was is there at
// once, with its styles. What is opened from it waits, says why, and comes as soon as the files are free. Decisions at
// a table take that menu away, because it is not true any more.
func (p *phone) showsMenu(t *testing.T) {
	p.open("")
	p.seen("#continue")
	p.until(keptMenu + `.then((menu) => menu !== "")`)
	p.locksFiles()
	p.stopWorker()

	other := p.newTab()
	other.open("")
	other.seen("#continue")
	assert.Equal(t, true, other.eval(`[...document.styleSheets].every((style) => style.cssRules.length > 0)`))
	other.open("book")
	other.until(`document.getElementById("status")?.textContent.includes("another tab")`)
	p.eval(`window.unlock() && 0`)
	other.seen("main h1")

	other.open("table/home")
	other.awaitsNext()
	old := other.awaits(keptMenu)
	for other.awaits(keptMenu) == old {
		require.True(t, other.plays(), "some choices decide nothing, but not all")
	}
}

// locksFiles takes the files for the page, as the worker of an earlier version may have them, until it calls unlock.
func (p *phone) locksFiles() {
	p.t.Helper()
	p.eval(`navigator.locks.request("fellowship ` + basePath + `", { steal: true }, () => {
		window.isLocked = true;
		return new Promise((done) => { window.unlock = done; });
	}) && 0`)
	p.until(`window.isLocked`)
}

// isCleared clears the storage while a table is open: first only the worker, so that the table comes back with another
// one, then only the games, and then twice everything, also the worker, which lives on for a while and may answer or
// not: the page says so each time, and a new game can begin.
func (p *phone) isCleared(t *testing.T) {
	p.awaitsNext()
	seen := p.eval(hand)
	p.eval(`document.body.dataset.isOld = "yes"`)
	p.clears("service_workers")
	p.until(`document.readyState === "complete" && !document.body.dataset.isOld && !!document.querySelector("#table")`)
	p.awaitsNext()
	assert.Equal(t, seen, p.eval(hand))
	for _, what := range []string{"indexeddb", "all", "all"} {
		p.isTold(func() { p.clears(what) })
	}
}

// clears clears what the site has stored of a kind.
func (p *phone) clears(kind string) {
	p.t.Helper()
	p.do(storage.ClearDataForOrigin(p.host.URL, kind))
}

// isTold clears the storage at a table. The page says so, and a new game begins.
func (p *phone) isTold(clears func()) {
	p.t.Helper()
	clears()
	p.until(`location.search === "?restored=cleared" && !!document.querySelector("#save")`)
	assert.Contains(p.t, p.eval(`document.querySelector("main").innerText`), "has cleared")
	p.beginsChapter(1)
	assert.True(p.t, p.plays())
}

// newerSite returns the folder of a newer version of the site.
func newerSite(t *testing.T) string {
	t.Helper()
	return changedSite(t, `"version":"[0-9a-f]+"`, `"version":"newer"`)
}

// changedSite returns the folder of a site whose worker has another text for what a pattern matches.
func changedSite(t *testing.T, pattern, replacement string) string {
	t.Helper()
	changed := t.TempDir()
	require.NoError(t, os.CopyFS(changed, os.DirFS(site(t))))
	worker := filepath.Join(changed, workerFile)
	text, err := os.ReadFile(worker)
	require.NoError(t, err)
	matched := regexp.MustCompile(pattern)
	require.True(t, matched.Match(text))
	require.NoError(t, os.WriteFile(worker, matched.ReplaceAll(text, []byte(replacement)), 0o600))
	return changed
}

// isUpdated publishes a new version while a table is open: the table goes on with the new version.
func (p *phone) isUpdated(t *testing.T, newer string) {
	p.open("table/home")
	p.awaitsNext()
	seen := p.eval(hand)
	p.host.change(func() { p.host.folder = newer })
	p.eval(`navigator.serviceWorker.addEventListener("controllerchange", () => { window.isNewer = true; })`)
	p.awaits(`navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => 0)`)
	p.until(`window.isNewer`)
	assert.Equal(t, "newer", p.awaits(`fetch("`+basePath+`~ready").then((r) => r.text())`))
	assert.Equal(t, seen, p.eval(hand), "the page has not gone")
	assert.True(t, p.plays())
}
