package web

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// chrome is a headless Chromium with one tab.
type chrome struct {
	t   *testing.T
	ctx context.Context
	mu  sync.Mutex
	bad []string // what the page was not allowed to do, or did wrong
}

// chromium starts the browser, if there is one here.
func chromium(t *testing.T, flags ...chromedp.ExecAllocatorOption) *chrome {
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" || testing.Short() {
		t.Skip("there is no Chromium here")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.Flag("disable-dev-shm-usage", true), chromedp.ExecPath(path))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), append(options, flags...)...)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Run(ctx); err != nil {
		t.Skip("Chromium does not start: ", err)
	}
	c := &chrome{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		c.mu.Lock()
		defer c.mu.Unlock()
		switch e := event.(type) {
		case *log.EventEntryAdded:
			c.bad = append(c.bad, e.Entry.Text)
		case *cdpruntime.EventExceptionThrown:
			c.bad = append(c.bad, e.ExceptionDetails.Error())
		}
	})
	c.do(log.Enable())
	return c
}

func (c *chrome) do(actions ...chromedp.Action) {
	c.t.Helper()
	require.NoError(c.t, chromedp.Run(c.ctx, actions...))
}

func (c *chrome) eval(script string) (value any) {
	c.t.Helper()
	c.do(chromedp.Evaluate(script, &value))
	return value
}

// until waits until a script says yes.
func (c *chrome) until(script string) {
	c.t.Helper()
	err := chromedp.Run(c.ctx, chromedp.Poll(script, nil, chromedp.WithPollingTimeout(20*time.Second), chromedp.WithPollingInterval(20*time.Millisecond)))
	require.NoError(c.t, err, "%s is never so:\n%v", script, c.eval(`document.body.innerText`))
}

// fine holds that the page did nothing that it may not do.
func (c *chrome) fine() {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	var bad []string
	for _, b := range c.bad {
		if !strings.Contains(b, "409") && !strings.Contains(b, "ERR_INTERNET_DISCONNECTED") { // what a form is answered, or a test has cut
			bad = append(bad, b)
		}
	}
	assert.Empty(c.t, bad)
}

// sizes are those that pages are looked at in.
var sizes = [][2]int64{{360, 640}, {390, 844}, {844, 390}, {1280, 800}}

// window makes the window a phone's, or a desk's.
func window(width, height int64) chromedp.Action {
	return emulation.SetDeviceMetricsOverride(width, height, 1, width < 1000)
}

// schemeOf is in which colours pictures are taken.
var schemeOf = map[string]string{"en": "light", "de": "dark"}

// pictures is where pictures of pages are written to, empty for nowhere.
var pictures = os.Getenv("FELLOWSHIP_PICTURES")

// takes takes a picture of what is shown, in each size.
func (c *chrome) takes(name string) {
	c.t.Helper()
	for _, size := range sizes {
		c.do(window(size[0], size[1]))
		wide, _ := c.eval(`document.documentElement.scrollWidth - innerWidth`).(float64)
		assert.LessOrEqual(c.t, wide, 0.0, "%s is wider than %d", name, size[0])
		if size[0] == 390 {
			for _, scheme := range []string{"light", "dark"} {
				c.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
				c.accessible(name + " " + scheme)
			}
		}
		c.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: schemeOf[name[:2]]}}))
		if pictures == "" {
			continue
		}
		var png []byte
		c.do(chromedp.Sleep(300*time.Millisecond), chromedp.CaptureScreenshot(&png))
		require.NoError(c.t, os.WriteFile(filepath.Join(pictures, fmt.Sprintf("%s-%dx%d.png", name, size[0], size[1])), png, 0o600))
	}
}

// accessible holds that axe-core finds nothing on the page, where FELLOWSHIP_AXE names its file
// (axe.min.js of the npm package).
func (c *chrome) accessible(name string) {
	c.t.Helper()
	file := os.Getenv("FELLOWSHIP_AXE")
	if file == "" {
		return
	}
	script, err := os.ReadFile(file)
	require.NoError(c.t, err)
	var found string
	c.do(chromedp.Evaluate(string(script)+`;0`, nil), chromedp.Evaluate(
		`axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 160) + " " + n.failureSummary).join("\n  ")).join("\n"))`,
		&found, func(p *cdpruntime.EvaluateParams) *cdpruntime.EvaluateParams { return p.WithAwaitPromise(true) },
	))
	assert.Empty(c.t, found, name)
}

// TestPictures looks at every page in each size and language.
func TestPictures(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		t.Run(lang, func(t *testing.T) {
			s := serve(t, func(o *Options) { o.Beat = time.Hour })
			c := chromium(t, chromedp.Flag("lang", lang), chromedp.Flag("accept-lang", lang))
			c.do(chromedp.Navigate(s.url + "/#k7m-29x-qpr"))
			c.takes(lang + "-enter")
			c.do(chromedp.Clear("#code"), chromedp.SendKeys("#name", "Anna"), chromedp.Click("main button.main"), chromedp.WaitVisible(`a[href="/new"]`))
			c.takes(lang + "-lobby")
			c.do(chromedp.Click(`a[href="/new"]`), chromedp.WaitVisible(`select[name=players]`))
			c.takes(lang + "-new")
			c.eval(`(() => { const f = document.querySelector("main form"); f.players.value = 4; f.game.value = "2:"; f.hints.checked = true; for (const s of f.querySelectorAll("[name=computer]")) s.value = "fair" })()`)
			c.do(chromedp.Click("main form button.main"), chromedp.WaitVisible("#ready"))
			c.takes(lang + "-table")
			c.do(window(390, 844), chromedp.Click("#ready"), chromedp.WaitVisible(".hand"))
			for n := range 40 {
				c.until(`document.querySelector("#goon, .hand button:not(.sunk), #ready")`)
				kind, _ := c.eval(`document.querySelector("#ready") ? "result" : document.querySelector(".hand.list button") ? "draft" : document.querySelector("#goon") ? "end" : document.querySelector(".hand button.card") ? "play" : "word"`).(string)
				if n < 12 || kind == "result" {
					c.takes(fmt.Sprintf("%s-round%02d-%s", lang, n, kind))
				}
				if kind == "result" {
					break
				}
				c.do(window(390, 844))
				c.eval(`(() => { window.pressed = document.querySelector("#goon, .hand button:not(.sunk)"); window.pressed?.click() })()`)
				c.until(`!window.pressed?.isConnected`)
			}
			c.fine()
		})
	}
}

// begins comes in at a table for four with computers, on a phone.
func (c *chrome) begins(s *served) {
	c.t.Helper()
	c.do(window(390, 844), chromedp.Navigate(s.url+"/"), chromedp.SendKeys("#name", "Anna"), chromedp.Click("main button.main"), chromedp.WaitVisible(`a[href="/new"]`),
		chromedp.Click(`a[href="/new"]`), chromedp.WaitVisible(`select[name=players]`))
	c.eval(`(() => { const f = document.querySelector("main form"); f.players.value = 4; f.game.value = "2:"; for (const s of f.querySelectorAll("[name=computer]")) s.value = "greedy" })()`)
	c.do(chromedp.Click("main form button.main"), chromedp.WaitVisible("#ready"))
}

// TestKeyboard plays a round with Enter alone.
func TestKeyboard(t *testing.T) {
	s := serve(t, func(o *Options) { o.Beat = time.Hour })
	c := chromium(t)
	c.begins(s)
	c.do(chromedp.Focus("#ready"), chromedp.KeyEvent("\r"), chromedp.WaitVisible(".hand"))
	for range 60 {
		c.until(`document.activeElement?.matches("#goon, .hand button:not(.sunk)") || document.querySelector("#ready") && !document.querySelector("#goon")`)
		if over, _ := c.eval(`!!document.querySelector("#ready") && !document.querySelector("#goon")`).(bool); over {
			c.fine()
			return
		}
		c.eval(`window.pressed = document.activeElement`)
		c.do(chromedp.KeyEvent("\r"))
		c.until(`!window.pressed.isConnected`)
	}
	require.Fail(t, "the round is not over")
}

// TestCutNetwork cuts a phone's net while the others go on: when it is back the page shows the
// table as it is.
func TestCutNetwork(t *testing.T) {
	s := serve(t, nil)
	c := chromium(t)
	c.begins(s)
	title, _ := c.eval(`document.getElementById("table").dataset.table`).(string)
	net := func(cut bool) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := network.EmulateNetworkConditionsByRule(cut, []*network.Conditions{{DownloadThroughput: -1, UploadThroughput: -1}}).Do(ctx)
			return err
		})
	}
	c.do(net(true))
	var key visitKey
	s.srv.mu.Lock()
	for k := range s.srv.visits {
		key = k
	}
	visit := s.srv.visits[key]
	s.srv.mu.Unlock()
	require.Equal(t, title, key.table)
	require.NoError(t, visit.chair.Phrase(t.Context(), "thanks"))
	c.do(net(false))
	c.eval(`dispatchEvent(new Event("online"))`)
	c.until(`document.getElementById("talk")?.textContent.includes("Thank you!")`)
}
