package main

import (
	"context"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/door/web/chromiumtest"

	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// basePath is the path of the site on the host.
const basePath = "/fellowship/"

// host is a host of static files that has the site below a path, and sends the page for files that are not there.
type host struct {
	*httptest.Server
	mu sync.Mutex
	// folder is the folder of the site.
	folder string
	// isPacking reports whether the host sends the program packed.
	isPacking bool
	// isGone reports whether the host answers nothing any more.
	isGone bool
	// broken holds the second half of the program back, and the connection is lost when it is closed; nil for not at all.
	broken chan struct{}
}

// newHost serves a folder.
func newHost(t *testing.T, folder string) *host {
	t.Helper()
	h := &host{folder: folder, isPacking: true}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

// ServeHTTP answers as a host of static files does.
func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	folder, isGone, broken := h.folder, h.isGone, h.broken
	isPacked := h.isPacking && r.URL.Path == basePath+program
	h.mu.Unlock()
	if isGone {
		panic(http.ErrAbortHandler)
	}
	name, err := filepath.Rel(basePath, r.URL.Path)
	file := filepath.Join(folder, name)
	if name == "." {
		file = filepath.Join(folder, loadingPage)
	}
	if _, statErr := os.Stat(file); err != nil || statErr != nil {
		page, _ := os.ReadFile(filepath.Join(folder, notFoundPage))
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write(page)
		return
	}
	if isPacked {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Type", "application/wasm")
		file = filepath.Join(folder, packedProgram)
	}
	if broken != nil && strings.HasPrefix(name, program) {
		sendHalf(w, file)
		<-broken
		panic(http.ErrAbortHandler)
	}
	http.ServeFile(w, r, file)
}

// sendHalf sends the first half of a file.
func sendHalf(w http.ResponseWriter, file string) {
	text, _ := os.ReadFile(file)
	w.Header().Set("Content-Type", mime.TypeByExtension(filepath.Ext(file)))
	_, _ = w.Write(text[:len(text)/2])
	_ = http.NewResponseController(w).Flush()
}

// change changes the host while nothing is answered.
func (h *host) change(do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	do()
}

// phone is a Chromium as large as a phone, with storage of its own.
type phone struct {
	t    *testing.T
	host *host
	// storage is the storage in the browser that several phones share; nil for a browser of its own.
	storage *chromiumtest.Storage
	// profile is the folder of a browser that no other phone shares.
	profile string
	// ctx is the context of the tab.
	ctx context.Context
	// kill ends a browser that no other phone shares at once.
	kill func()
	mu   sync.Mutex
	// log is what the page and the worker have said.
	log []string
}

// quick are options of a Chromium that has less to do. V8 compiles the program only once and quickly: its second
// compiler makes the program faster, and took a quarter of all the time of these tests. Nothing moves on the pages, and
// Chromium draws them without a process for that.
var quick = []chromedp.ExecAllocatorOption{
	chromedp.Flag("js-flags", "--liftoff-only"), chromedp.Flag("force-prefers-reduced-motion", true),
	chromedp.Flag("in-process-gpu", true),
}

// newPhone returns a phone with empty storage, in the browser that phones share.
func newPhone(t *testing.T, h *host) *phone {
	t.Helper()
	p := &phone{t: t, host: h, storage: chromiumtest.NewStorage(t)}
	p.openTab()
	return p
}

// openTab opens a tab of the storage.
func (p *phone) openTab() {
	p.t.Helper()
	p.ctx = p.storage.OpenTab(p.t)
	p.prepare()
}

// newTab opens another tab with the same storage.
func (p *phone) newTab() *phone {
	p.t.Helper()
	other := &phone{t: p.t, host: p.host, storage: p.storage}
	other.openTab()
	return other
}

// newOwnPhone returns a phone with a browser of its own, which can be killed, and an empty profile.
func newOwnPhone(t *testing.T, h *host) *phone {
	t.Helper()
	profile, err := os.MkdirTemp("", "fellowship-phone-")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(profile) }) // a process of the browser may still write there
	p := &phone{t: t, host: h, profile: profile, kill: func() {}}
	t.Cleanup(func() { p.kill() }) // the browser that runs then, which a part of the test may have started
	p.start()
	return p
}

// start starts the browser of a phone of its own, also again after kill.
func (p *phone) start() {
	p.t.Helper()
	life, cancel := context.WithCancel(context.Background())
	ctx, err := chromiumtest.Start(life, append(quick, chromedp.UserDataDir(p.profile))...)
	require.NoError(p.t, err)
	p.ctx = ctx
	browser := chromedp.FromContext(ctx).Browser
	p.kill = sync.OnceFunc(func() {
		_ = browser.Process().Kill()
		cancel()
		chromedp.FromContext(ctx).Allocator.Wait()
	})
	p.prepare()
}

// prepare makes the tab as large as a phone, and listens to what is said there.
func (p *phone) prepare() {
	p.t.Helper()
	chromedp.ListenTarget(p.ctx, func(event any) {
		switch e := event.(type) {
		case *cdplog.EventEntryAdded:
			p.note(e.Entry.Text + " " + e.Entry.URL)
		case *cdpruntime.EventExceptionThrown:
			p.note(e.ExceptionDetails.Error())
		case *serviceworker.EventWorkerErrorReported:
			p.note(e.ErrorMessage.ErrorMessage)
		}
	})
	p.do(cdplog.Enable(), serviceworker.Enable(),
		emulation.SetDeviceMetricsOverride(390, 844, 1, true), emulation.SetTouchEmulationEnabled(true))
}

// runs runs a part of a test with the phone as it is.
func (p *phone) runs(name string, part func(t *testing.T)) {
	whole := p.t
	whole.Run(name, func(t *testing.T) {
		p.t = t
		defer func() { p.t = whole }()
		part(t)
	})
}

func (p *phone) note(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log = append(p.log, line)
}

func (p *phone) do(actions ...chromedp.Action) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Run(p.ctx, actions...))
}

// open opens a page of the site.
func (p *phone) open(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.host.URL + basePath + path))
}

func (p *phone) eval(script string) (value any) {
	p.t.Helper()
	p.do(chromedp.Evaluate(script, &value))
	return value
}

// awaits returns the value of a promise.
func (p *phone) awaits(script string) (value any) {
	p.t.Helper()
	p.do(chromedp.Evaluate(script, &value, func(e *cdpruntime.EvaluateParams) *cdpruntime.EvaluateParams {
		return e.WithAwaitPromise(true)
	}))
	return value
}

const (
	// longest is how long a test waits for something. It is much longer than that takes on a busy machine.
	longest = 3 * time.Minute
	// pollTime is how long it waits in one page. A page that is left may never answer.
	pollTime = 10 * time.Second
)

// until waits until a script says yes, on this page or the next one.
func (p *phone) until(script string) {
	p.t.Helper()
	began := time.Now()
	err := p.poll(script)
	for err != nil && time.Since(began) < longest {
		err = p.poll(script)
	}
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		require.NoError(p.t, err, "%s is never so:\n%v\n%v", script,
			p.eval(`location.href + "\n" + document.body?.innerText`), p.log)
	}
}

// poll waits for a while until a script says yes, on this page.
func (p *phone) poll(script string) error {
	ctx, cancel := context.WithTimeout(p.ctx, 2*pollTime)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Poll(script, nil, chromedp.WithPollingTimeout(pollTime),
		chromedp.WithPollingInterval(50*time.Millisecond)))
}

// seen waits until what a selector finds is seen, and the rest of the page is there, too.
func (p *phone) seen(selector string) {
	p.t.Helper()
	p.until(`document.readyState !== "loading" && !!document.querySelector(` + strconv.Quote(selector) + `)?.checkVisibility()`)
}

// click clicks what a selector finds as soon as it is seen.
func (p *phone) click(selector string) {
	p.t.Helper()
	p.until(`(() => { const e = document.querySelector(` + strconv.Quote(selector) +
		`), seen = !!e?.checkVisibility(); if (seen) e.click(); return seen; })()`)
}

// stopWorker stops the worker, as a phone does.
func (p *phone) stopWorker() {
	p.t.Helper()
	p.do(serviceworker.StopAllWorkers())
}

// saved returns everything as one file.
func (p *phone) saved() string {
	p.t.Helper()
	text, _ := p.awaits(`fetch("` + basePath + `~save").then((r) => r.text())`).(string)
	return text
}

// choice is a script that returns the first answer to the question of a round; null for none.
const choice = `[document.querySelector("#goon"), ...document.querySelectorAll("button[name=decide], button[name=step]")].find((b) => b?.checkVisibility())`

// isReady is a script that reports whether the person has a choice, or the round is over.
const isReady = `!!(` + choice + ` ?? document.querySelector("#result")) && !document.querySelector("[aria-busy]")`

// awaitsNext waits until the person has a choice, or the round is over: nothing more happens at the table until the choice
// is made. It goes on from a finished trick and from the news of the setup, which show more cards than the hand has, and
// which a worker that starts anew does not show again.
func (p *phone) awaitsNext() {
	p.t.Helper()
	p.until(isReady)
	for p.eval(`!!document.querySelector("#goon")?.checkVisibility()`) == true {
		p.plays()
		p.until(isReady)
	}
}

// plays makes one choice at a table, and waits until the page shows what follows. It reports false if the round is over.
// One script finds the choice and makes it, because the page may be drawn anew between two. A page that connects again
// draws the same table anew, so that only a table that reads differently shows what follows.
func (p *phone) plays() bool {
	p.t.Helper()
	p.eval(`window.readBefore = ""`)
	p.until(`(() => {
		if (document.querySelector("#result")) return true;
		const choice = ` + choice + `;
		if (!choice || document.querySelector("[aria-busy]") || document.body.dataset.calm) return false;
		window.readBefore = document.getElementById("table").textContent;
		choice.click();
		return true;
	})()`)
	if p.eval(`window.readBefore`) == "" {
		return false
	}
	p.until(`document.querySelector("#table")?.textContent !== window.readBefore`)
	return true
}
