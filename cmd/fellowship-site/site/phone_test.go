package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"

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
	// isGone reports whether the host answers nothing any more.
	isGone bool
}

// newHost serves a folder.
func newHost(t *testing.T, folder string) *host {
	t.Helper()
	h := &host{folder: folder}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

// ServeHTTP answers as a host of static files does.
func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	folder, isGone := h.folder, h.isGone
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
	http.ServeFile(w, r, file)
}

// change changes the host while nothing is answered.
func (h *host) change(do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	do()
}

// phone is a Chromium as large as a phone, with a profile of its own.
type phone struct {
	t       *testing.T
	host    *host
	profile string
	ctx     context.Context
	// kill ends the browser at once.
	kill func()
	mu   sync.Mutex
	// log is what the page and the worker have said.
	log []string
}

// chromium returns the path of a Chromium, and skips the test if there is none.
func chromium(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("Chromium is not installed")
	return ""
}

// newPhone starts a browser with an empty profile.
func newPhone(t *testing.T, h *host) *phone {
	t.Helper()
	profile, err := os.MkdirTemp("", "fellowship-phone-")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(profile) }) // a process of the browser may still write there
	p := &phone{t: t, host: h, profile: profile}
	p.start()
	return p
}

// start starts the browser, also again after kill.
func (p *phone) start() {
	p.t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox,
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.ExecPath(chromium(p.t)),
		chromedp.UserDataDir(p.profile), chromedp.WSURLReadTimeout(time.Minute))
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	p.ctx = ctx
	require.NoError(p.t, chromedp.Run(ctx))
	browser := chromedp.FromContext(ctx).Browser
	p.kill = sync.OnceFunc(func() {
		_ = browser.Process().Kill()
		cancel()
		chromedp.FromContext(ctx).Allocator.Wait()
	})
	p.t.Cleanup(p.kill)
	chromedp.ListenTarget(ctx, func(event any) {
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

// newTab opens another tab of the browser.
func (p *phone) newTab() *phone {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.t.Cleanup(cancel)
	return &phone{t: p.t, host: p.host, ctx: ctx}
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

// longest is how long a test waits for something.
const longest = time.Minute

// pageLeft matches the errors of a script whose page is left.
var pageLeft = regexp.MustCompile("Cannot find context|Inspected target navigated|Execution context was destroyed")

// until waits until a script says yes, on this page or the next one.
func (p *phone) until(script string) {
	p.t.Helper()
	began := time.Now()
	err := p.poll(script)
	for err != nil && pageLeft.MatchString(err.Error()) && time.Since(began) < longest {
		err = p.poll(script)
	}
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		require.NoError(p.t, err, "%s is never so:\n%v\n%v", script,
			p.eval(`location.href + "\n" + document.body.innerText`), p.log)
	}
}

// poll waits until a script says yes, on this page.
func (p *phone) poll(script string) error {
	return chromedp.Run(p.ctx, chromedp.Poll(script, nil, chromedp.WithPollingTimeout(longest),
		chromedp.WithPollingInterval(20*time.Millisecond)))
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
