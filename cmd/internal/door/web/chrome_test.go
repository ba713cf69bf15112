package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/door/web/chromiumtest"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
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
	bad []string          // what the page was not allowed to do, or did wrong
	at  *input.TouchPoint // of the last tap
	// pages is how many were looked at in all sizes.
	pages int
}

// TestMain ends the browser that the tests share.
func TestMain(m *testing.M) { os.Exit(chromiumtest.Main(m, 3)) }

// chromium opens a tab of the browser that all share.
func chromium(t *testing.T) *chrome {
	chromiumtest.Needs(t)
	ctx := chromiumtest.NewStorage(t).OpenTab(t)
	ctx, cancel := context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Run(ctx))
	c := &chrome{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		c.mu.Lock()
		defer c.mu.Unlock()
		switch e := event.(type) {
		case *log.EventEntryAdded:
			if e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning {
				c.bad = append(c.bad, e.Entry.Text+" "+e.Entry.URL)
			}
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
	if err := chromedp.Run(c.ctx, polls(script)); err != nil {
		require.NoError(c.t, err, "%s is never so:\n%v", script, c.eval(`document.body.innerText`))
	}
}

// polls asks a script until it says yes, for a minute at most. A page that is left meanwhile takes the script along:
// then the next page is asked.
func polls(script string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		for {
			if err := asks(script).Do(ctx); err == nil || !pageLeft.MatchString(err.Error()) {
				return err
			}
		}
	})
}

// pageLeft matches the errors of a script whose page is left.
var pageLeft = regexp.MustCompile("Cannot find context|Inspected target navigated")

// asks asks a script until it says yes, on this page.
func asks(script string) chromedp.Action {
	return chromedp.Poll(script, nil, chromedp.WithPollingTimeout(time.Minute),
		chromedp.WithPollingInterval(20*time.Millisecond))
}

// isWhole is a script that reports whether the whole page has come. A form of which only the first part is there would
// send less.
const isWhole = `document.readyState !== "loading"`

// seen waits until what a selector finds is seen, and the rest of the page is there, too. The page itself is asked: what
// chromedp knows of it may be of a page before.
func seen(selector string) chromedp.Action {
	return polls(isWhole + ` && !!document.querySelector(` + strconv.Quote(selector) + `)?.checkVisibility()`)
}

// click clicks what a selector finds as soon as it is seen on a whole page, in one step: at any time the page may be
// drawn anew, and what was found is not there any more. It goes on to no next page: there it would click again.
func click(selector string) chromedp.Action {
	return asks(`(() => { const e = document.querySelector(` + strconv.Quote(selector) +
		`), seen = ` + isWhole + ` && !!e?.checkVisibility(); if (seen) e.click(); return seen; })()`)
}

// types replaces the text of a field.
func types(selector, text string) chromedp.Action {
	return chromedp.Tasks{polls(isWhole + ` && (() => { const e = document.querySelector(` + strconv.Quote(selector) +
		`); e?.focus(); e?.select(); return !!e; })()`), input.InsertText(text)}
}

// fine checks that the browser has reported nothing bad about the page, such as errors and failed requests.
func (c *chrome) fine() {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	var bad []string
	for _, b := range c.bad {
		// A refused form is answered with 409, and a test may cut the network.
		if !strings.Contains(b, "409") && !strings.Contains(b, "ERR_INTERNET_DISCONNECTED") {
			bad = append(bad, b)
		}
	}
	assert.Empty(c.t, bad)
}

// sizes are those that pages are looked at in.
var sizes = [][2]int64{{360, 640}, {390, 844}, {844, 390}, {1280, 800}, {1920, 1080}}

// deskWidth is how wide the window of a desk is at least.
const deskWidth = 1000

// window makes the window a phone's, or a desk's.
func window(width, height int64) chromedp.Action {
	return chromedp.Tasks{
		emulation.SetDeviceMetricsOverride(width, height, 1, width < deskWidth),
		emulation.SetTouchEmulationEnabled(width < deskWidth),
	}
}

// pictures is where pictures of pages are written to, empty for nowhere.
var pictures = os.Getenv("FELLOWSHIP_PICTURES")

// axe is the file of axe-core (axe.min.js of the npm package), empty for none.
var axe = os.Getenv("FELLOWSHIP_AXE")

// takes checks the page in each size of the window, and takes pictures in both colour schemes. Without pictures it
// checks the page in both languages in the narrowest window, and in one language in the others, which changes from page
// to page and from size to size.
func (c *chrome) takes(name string) {
	c.t.Helper()
	c.pages++
	for i, size := range sizes {
		if odd := (c.pages+i)%2 == 1; pictures == "" && axe == "" && i > 0 && odd != (name[:2] == "de") {
			continue
		}
		c.do(window(size[0], size[1]))
		c.fits(name, size)
		for _, scheme := range []string{"light", "dark"} {
			if pictures == "" && axe == "" {
				break // in both schemes all stands at the same place
			}
			c.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{
				Name:  "prefers-color-scheme",
				Value: scheme,
			}}))
			if size[0] == sizes[1][0] {
				c.accessible(name + " " + scheme)
			}
			c.pictured(name+"-"+scheme, size)
		}
	}
}

// leastText is the smallest text, in pixels, of a field on a phone: an iPhone enlarges the page when a field with smaller
// text is tapped.
const leastText = 16

// leastTap is how high, in pixels, a thing to tap is at least on a phone.
const leastTap = 44

// fits checks that in a window of this size no part of the page is cut off or outside, and that the cards to play are
// visible. A part with a scroll bar does not count as cut off, and neither does a line of the latest news for which there
// is no room: it is left out as a whole.
func (c *chrome) fits(name string, size [2]int64) {
	c.t.Helper()
	c.until(`document.readyState === "complete" && (document.getAnimations().forEach((a) => a.effect.getComputedTiming().endTime < Infinity && a.finish()), !document.querySelector(".flying-card"))`)
	var is struct {
		Beside, Low, Small string
		Bottom             float64
	}
	c.do(chromedp.Evaluate(fmt.Sprintf(`({
		beside: [...document.querySelectorAll("body *")]
			.filter((e) => !(e.closest(".recent > li")?.getBoundingClientRect().left >= e.closest(".recent")?.getBoundingClientRect().right))
			.filter((e) => !e.closest(".hidden,svg,select,input") && e.checkVisibility({ contentVisibilityAuto: true }))
			.filter((e) => getComputedStyle(e).textOverflow !== "ellipsis") // shortened with dots, as TestLayout allows
			.filter((e) => getComputedStyle(e).clipPath === "none" && (e.getBoundingClientRect().right > %d + 1 || e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === "hidden"))
			.map((e) => e.tagName + "." + e.className + " to " + e.getBoundingClientRect().right + ": " + e.textContent).join("\n"),
		bottom: (scrollTo(0, 0), document.querySelector(".playing .hand")?.getBoundingClientRect().bottom ?? 0),
		low: [...document.querySelectorAll("a, button, select, summary, input:not([type=checkbox], [type=hidden]), label:has([type=checkbox])")]
			.filter((e) => !e.closest("details:not([open]) > :not(summary)") && e.checkVisibility() && e.getBoundingClientRect().height < %d)
			.map((e) => e.getBoundingClientRect().height + ": " + e.outerHTML).join("\n"),
		small: [...document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=range], [type=hidden]), select, textarea")]
			.filter((e) => parseFloat(getComputedStyle(e).fontSize) < %d)
			.map((e) => getComputedStyle(e).fontSize + ": " + e.outerHTML.slice(0, 200)).join("\n"),
	})`, size[0], leastTap, leastText), &is))
	assert.Empty(c.t, is.Beside, "%s at %v", name, size)
	if size[0] < deskWidth {
		assert.Empty(c.t, is.Low, "%s at %v", name, size)
		assert.Empty(c.t, is.Small, "%s at %v", name, size)
	}
	if name[:2] != "la" { // large text
		assert.LessOrEqual(c.t, is.Bottom, float64(size[1]), "%s at %v: the hand", name, size)
	}
}

// pictured writes a picture of what is shown to the folder that FELLOWSHIP_PICTURES names.
func (c *chrome) pictured(name string, size [2]int64) {
	c.t.Helper()
	if pictures == "" {
		return
	}
	var png []byte
	c.do(chromedp.CaptureScreenshot(&png))
	require.NoError(c.t,
		os.WriteFile(filepath.Join(pictures,
			fmt.Sprintf("%s-%dx%d.png", strings.ReplaceAll(name, "/", "-"), size[0], size[1])), png, 0o600))
}

// accessible checks that axe-core finds no faults on the page. It does nothing unless FELLOWSHIP_AXE names the file of
// axe-core.
func (c *chrome) accessible(name string) {
	c.t.Helper()
	if axe == "" {
		return
	}
	script, err := os.ReadFile(axe)
	require.NoError(c.t, err)
	var found string
	c.do(chromedp.Evaluate(string(script)+`;0`, nil), chromedp.Evaluate(
		`axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 160) + " " + n.failureSummary).join("\n  ")).join("\n"))`,
		&found, func(p *cdpruntime.EvaluateParams) *cdpruntime.EvaluateParams { return p.WithAwaitPromise(true) },
	))
	assert.Empty(c.t, found, name)
}

// TestPictures looks at every page in each size, language and scheme of colours.
func TestPictures(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de"} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(o *Options) { o.Beat = time.Hour })
			c := chromium(t)
			agent, _ := c.eval(`navigator.userAgent`).(string)
			c.do(emulation.SetUserAgentOverride(agent).WithAcceptLanguage(lang),
				emulation.SetLocaleOverride().WithLocale(lang))
			takes := func(name string) { t.Helper(); c.takes(lang + "-" + name) }
			opens := func(name, path string) {
				t.Helper()
				c.do(chromedp.Navigate(s.url + path))
				takes(name)
			}
			opens("enter", "/#k7m-29x-qpr")
			assert.Equal(t, lang, c.eval(`document.documentElement.lang`))
			c.eval(`document.getElementById("code").value = ""`)
			c.do(types("#name", "Anna"), click("main button.primary"), seen(`a[href="/new"]`))
			takes("lobby")
			opens("chapters", "/book")
			for _, page := range []string{"stats", "settings", "real", "puzzles"} {
				opens(page, "/"+page)
			}
			c.do(click("#next"), seen(".hand"))
			takes("puzzle")
			c.do(chromedp.Navigate(s.url+"/real"), click("button[value=who]"), seen("#piles"))
			takes("real-who")
			c.do(click("#piles"), seen("#tapH1"), click("#tapH1"), seen("#tapH1.mine"))
			takes("real-lay")
			opens("real-road", "/real?do=who&game=road:&players=2")
			opens("real-rows",
				"/real?do=lay&kind=tricks&to=pippin&text="+
					url.QueryEscape("2 2\nsam 3\nfrodo\npippin H1 H2 H3 / H4 M1\nsam>frodo F3 H5"))
			c.do(chromedp.Navigate(s.url+"/real?do=check&text="+url.QueryEscape(friday)), seen("#told"))
			takes("real-check")
			c.do(click("#told"), seen(".verdict"))
			takes("real-told")
			opens("new", "/new")
			c.eval(`(() => { const f = document.querySelector("main form"); f.players.value = 4; f.game.value = "2:"; f.deal.value = "c02p4s7"; f.hints.checked = true; for (const s of f.querySelectorAll("[name=computer]")) s.value = "fair" })()`)
			c.do(click("main form button.primary"), seen("#ready"))
			takes("table")
			c.readies()
			asked := false
			for n := range 60 {
				c.until(`document.querySelector("` + next + `, #ready")`)
				kind, _ := c.eval(`document.querySelector(".result") ? "result" : document.querySelector(".choices button") ? "draft" : document.querySelector("#goon") ? "end" : document.querySelector(".hand .playable") ? "play" : "word"`).(string)
				if n < 8 || kind == "result" {
					takes(fmt.Sprintf("round%02d-%s", n, kind))
				}
				if kind == "result" {
					break
				}
				if n >= 7 && kind == "play" && !asked { // when that comes depends on what the others play
					asked = true
					c.do(window(390, 844))
					c.eval(`document.getElementById("act-hint").click()`)
					c.until(`document.querySelector(".card.hinted")`)
					takes("hint")
				}
				if n == 7 {
					for _, reading := range []string{"goals", "intro", "know", "won", "log"} {
						c.do(window(390, 844), chromedp.Evaluate(`location.hash = "more"`, nil),
							click("#act-"+reading), seen(fmt.Sprintf(`#reading[data-of=%s]`, reading)))
						takes("reading-" + reading)
					}
					c.do(window(390, 844), click("#unread"), polls(`!document.getElementById("reading")`))
				}
				c.do(window(390, 844))
				c.presses()
			}
			anna := c.seatOf(s).whose()
			path := c.eval(`location.pathname`).(string)
			why := ""
			for at := 20; why == ""; at++ { // until a computer player decides
				c.do(chromedp.Navigate(s.url + path + fmt.Sprintf("/look?at=%d&worth=1", at)))
				why, _ = c.eval(`document.getElementById("web.look.why")?.getAttribute("href") ?? ""`).(string)
			}
			takes("look")
			opens("why", why)
			opens("rules", "/read/rules")
			opens("rules3", "/read/rules/3")
			opens("lesson", "/read/lesson")
			opens("chapter", "/read/chapter/14")
			ticket, err := s.hall.Create(anna, table.Setup{Players: 2, Campaign: true, Book: travelled(t)})
			require.NoError(t, err)
			opens("campaign", "/table/"+ticket.Table)
			opens("book", "/table/"+ticket.Table+"/book")
			opens("lobby-tables", "/")
			c.fine()
			opens("gone", "/table/nowhere")
		})
	}
}

// travelled is the book of a campaign that has come some way.
func travelled(t *testing.T) string {
	t.Helper()
	book, err := campaign.New(chapters.Default(), 2, 2)
	require.NoError(t, err)
	for round, won := range []bool{true, false, true, true, true, false} {
		choice := campaign.Choice{Players: 2, Seed: 7}
		offer := book.Offers(choice)
		if len(offer.Variants) > 0 {
			choice.SetVariant(offer.Chapter, offer.Variants[0].Letter())
		}
		_, err = book.Next(choice)
		require.NoError(t, err)
		taken := []string{offer.Chapter.Roster[0].Character.ID, offer.Chapter.Roster[1].Character.ID}
		_, err = book.Record(campaign.Outcome{Round: round + 1, Won: won, Date: "2026-01-02", Taken: taken})
		require.NoError(t, err)
	}
	text, err := book.YAML()
	require.NoError(t, err)
	return string(text)
}

// begins comes in at a table for four with computers, on a phone.
func (c *chrome) begins(s *served) { c.t.Helper(); c.deals(s, "") }

// deals comes in likewise, at the deal of a name, any one where that is empty.
func (c *chrome) deals(s *served, deal string) {
	c.t.Helper()
	c.do(window(390, 844), chromedp.Navigate(s.url+"/"), types("#name", "Anna"), click("main button.primary"),
		seen(`a[href="/new"]`),
		click(`a[href="/new"]`))
	c.makes(deal)
}

// makes makes a table on the page for that, with computers or at the deal of a name.
func (c *chrome) makes(deal string) {
	c.t.Helper()
	game, players := "2:", "4"
	if deal != "" {
		_, after, _ := strings.Cut(deal, "p")
		game = "deal"
		players = after[:1]
	}
	c.do(seen(`main form [name=game]`))
	c.eval(`(() => { const f = document.querySelector("main form"); f.players.value = ` + players +
		`; f.game.value = "` + game + `"; f.deal.value = "` + deal +
		`"; if (f.players.value === "4") for (const s of f.querySelectorAll("[name=computer]")) s.value = "greedy" })()`)
	c.do(click("main form button.primary"), seen("#ready"))
	c.until(`document.readyState === "complete"`) // the scripts of the page have begun
}

// hearsEvents waits for the first event, which draws the table anew.
func (c *chrome) hearsEvents() {
	c.t.Helper()
	c.until(`document.getElementById("table").dataset.drawn !== document.getElementById("main").dataset.drawn`)
}

// readies lets the others at the table be ready, and then the person whose page is open, when the events have come: an
// answer to an older table would be refused. It closes the page about the chapter.
func (c *chrome) readies(others ...*person) {
	c.t.Helper()
	for _, p := range others {
		p.reload()
		p.does("ready")
	}
	c.hearsEvents()
	for _, p := range others {
		c.until(fmt.Sprintf(`document.querySelector("#main [name=seen]")?.value === %q`, p.seen()))
	}
	c.eval(`document.getElementById("ready").click()`)
	c.until(`document.querySelector(".hand")`)
	if opened, _ := c.eval(`!!document.getElementById("unread")`).(bool); opened { // the page about the chapter
		c.do(click("#unread"), polls(`!document.getElementById("reading")`))
	}
}

// TestReferer checks that a browser tells no other origin a code, the address of a table, or the
// key of somebody at home.
func TestReferer(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var came []http.Header
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.URL.Path != "/favicon.ico" { // which that page asks for
			came = append(came, r.Header)
		}
	}))
	defer other.Close()
	elsewhere := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	s := serve(t, nil)
	h, err := NewHome(chapters.Default(), texts.New("en"), &alone{}, -1)
	require.NoError(t, err)
	defer func() { require.NoError(t, h.Close()) }()
	c := chromium(t)
	c.begins(s)
	table, _ := c.eval(`location.href`).(string)
	code, _ := c.eval(`document.querySelector(".link").href`).(string)
	left := func(times int) func() bool {
		return func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(came) >= times
		}
	}
	for i, page := range []string{
		code, table, table + "/look", s.url + "/new", s.url + "/read/rules", h.Link,
		strings.Replace(h.Link, "?", "table/home?", 1),
	} {
		c.do(chromedp.Navigate(page))
		assert.NotContains(t, c.eval(`document.referrer`), "key=")
		_, err := chromedp.RunResponse(c.ctx,
			chromedp.Evaluate(fmt.Sprintf(`(() => { const a = document.createElement("a"); a.href = "%s/%d"; document.body.append(a); a.click() })()`, elsewhere, i), nil))
		require.NoError(t, err)
		require.Eventually(t, left(i+1), time.Minute, 10*time.Millisecond)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, header := range came {
		assert.Empty(t, header.Get("Referer"))
		assert.Empty(t, header.Get("Cookie"))
	}
}

// TestLines checks the number of connections of a phone: one for the events while it waits, and one more for a form. It
// ignores silent connections that the browser opens ahead of time, and a new stream that replaces a slow one.
func TestLines(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	c := chromium(t)
	c.begins(s)
	lines := func() int {
		s.srv.silent.mu.Lock()
		defer s.srv.silent.mu.Unlock()
		return int(s.srv.options.Sessions.Counters.Open.Load()) - len(s.srv.silent.all)
	}
	waits := func() {
		t.Helper()
		require.Eventually(t, func() bool { return lines() == 1 }, time.Minute, 10*time.Millisecond)
	}
	c.eval(`{ const real = setTimeout; window.setTimeout = (does, ms) => ms === 1500 ? 0 : real(does, ms); } 0`)
	c.hearsEvents()
	waits()
	c.readies()
	c.presses()
	assert.LessOrEqual(t, lines(), 2)
	waits()
}

// TestKeyboard plays a round with Enter alone.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Beat = time.Hour })
	c := chromium(t)
	c.begins(s)
	c.eval(`document.querySelector("#ready").focus()`)
	c.hearsEvents()
	assert.Equal(t, "ready", c.eval(`document.activeElement.id`), "the first event draws it anew, and the focus stays")
	c.do(chromedp.KeyEvent("\r"), seen(".hand"), seen("#reading"))
	c.until(`document.activeElement.id === "reading"`)
	c.do(chromedp.KeyEvent("\t"), chromedp.KeyEvent("\r")) // closes the page about the chapter
	for range 90 {                                         // a card that is passed and a character that is taken need two
		c.until(`document.activeElement?.matches("` + next +
			`") || document.querySelector("#ready") && !document.querySelector("#goon")`)
		if over, _ := c.eval(`!!document.querySelector("#ready") && !document.querySelector("#goon")`).(bool); over {
			c.fine()
			return
		}
		c.eval(`window.was = document.getElementById("table").dataset.drawn`)
		c.do(chromedp.KeyEvent("\r"))
		c.until(`document.getElementById("table").dataset.drawn !== was`)
	}
	require.Fail(t, "the round is not over")
}

// seatOf is the visit of the person whose page is open.
func (c *chrome) seatOf(s *served) *session {
	c.t.Helper()
	title, _ := c.eval(`document.getElementById("table").dataset.table`).(string)
	s.srv.sessions.mu.Lock()
	defer s.srv.sessions.mu.Unlock()
	for key, visit := range s.srv.sessions.byKey {
		if key.table == title && visit.name == "Anna" {
			return visit
		}
	}
	require.Fail(c.t, "nobody is at the table "+title)
	return nil
}

// hears waits for a phrase that somebody has said.
func (c *chrome) hears(phrase string) {
	c.t.Helper()
	c.until(`document.getElementById("talk")?.textContent.includes("` + phrase + `")`)
}

// TestCutNetwork cuts a phone's net while the others go on: when it is back the page shows the
// table as it is.
func TestCutNetwork(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	c := chromium(t)
	c.begins(s)
	net := func(cut bool) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := network.EmulateNetworkConditionsByRule(
				[]*network.Conditions{{Offline: cut, DownloadThroughput: -1, UploadThroughput: -1}}).Do(ctx)
			return err
		})
	}
	c.do(net(true))
	require.NoError(t, c.seatOf(s).client.SayPhrase(t.Context(), "thanks"))
	c.do(net(false))
	c.eval(`dispatchEvent(new Event("online"))`)
	c.hears("Thank you!")
}

// TestForeignAnswer gives a form an answer that is no page of ours, as a host between or a program that has just ended
// does: the page says that the connection is lost, and goes on.
func TestForeignAnswer(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	c := chromium(t)
	c.begins(s)
	c.eval(`{
		const real = fetch;
		window.fetch = () => {
			window.fetch = real;
			return Promise.resolve(new Response("Bad Gateway", { status: 502 }));
		};
		document.querySelector("#main form:not([action]) button").click();
	}`)
	c.until(`!!document.querySelector(".lost-line")`)
	require.NoError(t, c.seatOf(s).client.SayPhrase(t.Context(), "thanks"))
	c.hears("Thank you!")
}

// sleeper lets a test stop a page's clock and streams, like a phone that sleeps: nothing is received, and the browser
// does not report that the connection is dead.
const sleeper = `
const began = Date.now, Real = EventSource, ticks = [];
window.slept = 0; window.streams = 0;
Date.now = () => began.call(Date) + slept;
window.setInterval = (f) => ticks.push(f);
window.tick = () => ticks.forEach((f) => f());
window.EventSource = class extends Real { constructor(to) { super(to); streams++; window.stream = this; } };
window.sleeps = (is) => { Object.defineProperty(document, "hidden", { value: is, configurable: true }); document.dispatchEvent(new Event("visibilitychange")); };
`

// TestSleep hides the page for a minute while the line dies and the others go on: as soon as
// the page is shown it connects again and has the table as it is. A line that dies while the
// page is shown is given up after 30 seconds without a sign of the server.
func TestSleep(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	c := chromium(t)
	c.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(sleeper).Do(ctx)
		return err
	}))
	c.begins(s)
	c.until(`streams === 1 && stream.readyState === 1`)
	chair := c.seatOf(s).client

	c.eval(`sleeps(true); stream.close(); slept += 60000`)
	require.NoError(t, chair.SayPhrase(t.Context(), "thanks"))
	assert.InDelta(t, 1, c.eval(`streams`), 0, "it sleeps")
	c.eval(`sleeps(false)`)
	assert.InDelta(t, 2, c.eval(`streams`), 0, "it connects at once")
	c.hears("Thank you!")

	c.eval(`stream.close(); slept += 20000; tick()`)
	assert.InDelta(t, 2, c.eval(`streams`), 0, "the next sign of the server is not overdue")
	require.NoError(t, chair.SayPhrase(t.Context(), "sorry"))
	c.eval(`slept += 11000; tick()`)
	assert.InDelta(t, 3, c.eval(`streams`), 0, "it is overdue")
	c.hears("Sorry")
	c.until(`!document.querySelector(".lost-line")`)
	c.fine()
}

// TestLargeText reads a page at twice the size of text: nothing is cut off, and there is
// nothing beside the window.
func TestLargeText(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Beat = time.Hour })
	c := chromium(t)
	c.do(cdppage.SetFontSizes(&cdppage.FontSizes{Standard: 32, Fixed: 32}))
	fits := func(what string) {
		t.Helper()
		for _, size := range sizes {
			c.do(window(size[0], size[1]))
			c.fits(what, size)
			c.pictured(what, size)
		}
	}
	c.do(chromedp.Navigate(s.url + "/"))
	fits("large-enter")
	c.begins(s)
	table, _ := c.eval(`location.href`).(string)
	assert.InDelta(t, 32, c.eval(`parseFloat(getComputedStyle(document.body).fontSize)`), 0)
	fits("large-table")
	for _, page := range []string{"", "book", "stats", "settings", "puzzles", "new", "read/chapter/3", "real"} {
		c.do(chromedp.Navigate(s.url + "/" + page))
		fits("large-" + page)
	}
	c.do(click("button[value=who]"), seen("#piles"))
	fits("large-who")
	c.do(click("#piles"), seen("#tapH1"), click("#tapH1"), seen("#tapH1.mine"))
	fits("large-lay")
	c.do(window(360, 640), chromedp.Navigate(s.url+"/puzzles"))
	assert.Greater(t, c.eval(`document.querySelector(".lines .link").clientWidth / 32`), 7.0, "its words have room")
	c.do(chromedp.Navigate(table), seen("#ready"))
	c.readies()
	for n := range 6 {
		c.until(`document.querySelector("` + next + `")`)
		fits(fmt.Sprintf("large-round%d", n))
		c.presses()
	}
	c.do(cdppage.SetFontSizes(&cdppage.FontSizes{Standard: 16, Fixed: 13}))
	c.eval(`document.documentElement.style.fontSize = "200%"; 0`) // of which no window asks
	c.until(`document.querySelector("` + next + `")`)
	fits("large-html")
	c.fine()
}

// presses taps the first choice that there is with a finger, which nothing may lie above, and
// waits until it is made. The time in which what has just come takes no tap is over.
func (c *chrome) presses() {
	c.t.Helper()
	var at struct{ X, Y float64 }
	c.do(chromedp.Evaluate(`(() => {
		document.getAnimations().forEach((a) => a.effect.getComputedTiming().endTime < Infinity && a.finish());
		const e = window.pressed = document.querySelector("#unread, #goon") ?? document.querySelector("`+next+`");
		window.was = document.getElementById("table").dataset.drawn;
		if (!e) return { x: -2, y: 0 }; // the end of a trick went on by itself
		delete document.body.dataset.calm;
		for (const block of ["nearest", "center", "start"]) { // as a person scrolls
			e.scrollIntoView({ block, behavior: "instant" });
			const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + Math.min(r.height / 2, 24);
			if (e.contains(document.elementFromPoint(x, y))) return { x, y };
		}
		return { x: -1, y: -1 };
	})()`, &at))
	if at.X == -2 {
		return
	}
	require.Positive(c.t, at.X, "something lies above it: %v", c.eval(`pressed.outerHTML`))
	c.at = &input.TouchPoint{X: at.X, Y: at.Y}
	c.taps()
	c.until(`document.getElementById("table")?.dataset.drawn !== was`)
}

// taps taps where the last tap was, whatever is there now.
func (c *chrome) taps() {
	c.t.Helper()
	c.do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{c.at}),
		input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
}

// next are what a person may press in a round: the button that goes on, or an answer.
const next = "#unread, #goon, .card.playable, button.answer:not(.refused, #back)"

// TestHomeInBrowser plays a round of somebody at home by taps, from the address with the key
// to the end, another one, and leaves.
func TestHomeInBrowser(t *testing.T) {
	t.Parallel()
	h, err := NewHome(chapters.Default(), texts.New("en"), &alone{}, -1)
	require.NoError(t, err)
	defer func() { require.NoError(t, h.Close()) }()
	begin, ended := rounds(t, h, true)
	c := chromium(t)
	begin()
	c.do(window(390, 844), chromedp.Navigate(h.Link))
	assert.NotContains(t, c.eval(`location.href`), "key", "the key does not stay in the address")
	c.do(click("#lesson"), seen("#table"))
	for end := "act-again"; ; {
		c.until(`document.querySelector("` + next + `, #act-again")`)
		if over, _ := c.eval(`!!document.getElementById("act-again")`).(bool); !over {
			c.presses()
			continue
		}
		assert.Contains(t, c.eval(`document.querySelector(".result").textContent`), "round")
		c.until(`!document.body.dataset.calm`) // a step that has just come takes no tap
		if end == "act-quit" {
			c.eval(`location.hash = "more"; 0`) // the likeliest steps are beside the menu
		}
		c.do(click("#" + end))
		if end == "act-quit" {
			break
		}
		assert.Equal(t, play.Again, <-ended)
		begin()
		c.until(`!document.getElementById("act-again")`)
		end = "act-quit"
	}
	assert.Equal(t, play.Nothing, <-ended)
	c.until(`document.body.textContent.includes("You have left")`)
	c.fine()
}

// TestInvitationIntoAnOpenTab follows the link of an invitation where the first page is open already. Then the browser
// loads nothing, and the page alone sees the code.
func TestInvitationIntoAnOpenTab(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	ben := s.comes("Ben", "")
	code := ben.begins("players", "2")
	c := chromium(t)
	follows := func() {
		t.Helper()
		c.eval(`window.isSamePage = true`)
		c.do(chromedp.Navigate(s.url + "/#" + code))
		c.until(`document.getElementById("code").value === "` + code + `"`)
		assert.Equal(t, true, c.eval(`window.isSamePage`))
		assert.Empty(t, c.eval(`location.hash`), "the same link can be followed again")
		assert.Equal(t, "code", c.eval(`document.activeElement.id`))
		c.eval(`document.getElementById("code").value = ""`)
	}
	c.do(chromedp.Navigate(s.url+"/"), seen("#code"))
	follows()
	c.do(types("#name", "Anna"), click("main button.primary"), seen(`a[href="/new"]`))
	follows()
	follows()
	c.do(chromedp.Navigate(s.url + "/#" + code))
	c.until(`document.getElementById("code").value === "` + code + `"`)
	c.do(click(`form[action="/code"] button`), seen("#table"))
	assert.Equal(t, ben.URL.Path, c.eval(`location.pathname`))
	c.fine()
}

// TestLinkFromAnotherSite follows links from a page of another site: the person is known, with seat, language and colours.
// A form of that site is refused.
func TestLinkFromAnotherSite(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	c := chromium(t)
	c.begins(s)
	table, _ := c.eval(`location.href`).(string)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<a id=first href=%q>first</a> <a id=table href=%q>table</a>
			<form method=post action=%q><input name=now value=yes><button id=send>send</button></form>`,
			s.url+"/", table, s.url+"/new")
	}))
	defer other.Close()
	elsewhere := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	c.do(chromedp.Navigate(s.url+"/"), seen("#looks"))
	c.eval(`document.getElementById("looks").open = true;
		document.querySelector("#looks [name=language][value=de]").checked = true;
		document.querySelector("#looks [name=scheme][value=dark]").checked = true;
		document.querySelector("#looks form").requestSubmit(); 0`)
	c.until(`document.documentElement.lang === "de"`)

	c.do(chromedp.Navigate(elsewhere), seen("#first"), click("#first"), seen(`a[href="/new"]`))
	assert.Contains(t, c.eval(`document.body.textContent`), "Willkommen, Anna")
	assert.Equal(t, "de dark", c.eval(`document.documentElement.lang + " " + document.documentElement.dataset.scheme`))
	c.do(chromedp.Navigate(elsewhere), seen("#table"), click("#table"), seen("#ready"))
	before := s.tableCount()
	c.do(chromedp.Navigate(elsewhere), seen("#send"), click("#send"))
	c.until(`document.body?.textContent.includes("came from another site")`)
	assert.Equal(t, before, s.tableCount())
}

// tableCount returns how many tables have people.
func (s *served) tableCount() int {
	s.srv.sessions.mu.Lock()
	defer s.srv.sessions.mu.Unlock()
	return len(s.srv.sessions.byKey)
}
