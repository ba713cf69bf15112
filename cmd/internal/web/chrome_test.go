package web

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// browser is a headless Chromium with one tab.
type browser struct {
	t   *testing.T
	ctx context.Context
	mu  sync.Mutex
	bad []string // what the page was not allowed to do, or did wrong
}

// chromium starts the browser, if there is one here.
func chromium(t *testing.T) *browser {
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
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Run(ctx); err != nil {
		t.Skip("Chromium does not start: ", err)
	}
	return watched(t, ctx)
}

// watched is a tab of which we hear what goes wrong.
func watched(t *testing.T, ctx context.Context) *browser { //nolint:revive // the test comes first
	b := &browser{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *log.EventEntryAdded:
			if !strings.HasPrefix(e.Entry.Text, "Autofocus processing was blocked") { // the test was quicker than the page
				b.bad = append(b.bad, e.Entry.Text)
			}
		case *cdpruntime.EventExceptionThrown:
			b.bad = append(b.bad, e.ExceptionDetails.Error())
		}
	})
	b.do(log.Enable())
	return b
}

func (b *browser) do(actions ...chromedp.Action) {
	b.t.Helper()
	require.NoError(b.t, chromedp.Run(b.ctx, actions...))
}

func (b *browser) eval(script string) (value any) {
	b.t.Helper()
	b.do(chromedp.Evaluate(script, &value))
	return value
}

// rows is the text of the terminal.
const rows = `Array.from({length: term.rows}, (_, i) => term.buffer.active.getLine(term.buffer.active.viewportY + i)?.translateToString(true) ?? "").join("\n")`

// until waits for a text in the terminal.
func (b *browser) until(text string) {
	b.t.Helper()
	b.untilOf(strconv.Quote(text))
}

// sized waits until the visitor knows the size that the terminal has by then: it may
// have had others on the way.
func (b *browser) sized() {
	b.t.Helper()
	b.untilOf("`size ${term.cols}x${term.rows}.`")
}

// untilOf is until for a text that a script says.
func (b *browser) untilOf(script string) {
	b.t.Helper()
	err := chromedp.Run(b.ctx, chromedp.Poll(fmt.Sprintf(`window.term && (%s).includes(%s)`, rows, script), nil, chromedp.WithPollingTimeout(20*time.Second), chromedp.WithPollingInterval(20*time.Millisecond)))
	require.NoError(b.t, err, "%s is not on the screen:\n%v", script, b.eval(`window.term ? `+rows+` : document.body.innerText`))
}

// fine holds that the page did nothing that it may not do.
func (b *browser) fine() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	assert.Empty(b.t, b.bad)
}

// cell is the middle of a cell of the terminal, in pixels.
func (b *browser) cell(column, row int) (x, y float64) {
	var at []float64
	b.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const r = document.querySelector(".xterm-screen").getBoundingClientRect();
		return [r.x + r.width * (%d + .5) / term.cols, r.y + r.height * (%d + .5) / term.rows];
	})()`, column, row), &at))
	return at[0], at[1]
}

// key presses a letter as a keyboard does: a page that takes the key gets no letter
// besides. What chromedp.KeyEvent sends are two things for a page.
func key(letter string) chromedp.Tasks {
	code := int64(strings.ToUpper(letter)[0])
	down := input.DispatchKeyEvent(input.KeyDown).WithKey(letter).WithText(letter).WithCode("Key" + strings.ToUpper(letter)).WithWindowsVirtualKeyCode(code)
	up := input.DispatchKeyEvent(input.KeyUp).WithKey(letter).WithCode("Key" + strings.ToUpper(letter)).WithWindowsVirtualKeyCode(code)
	return chromedp.Tasks{down, up}
}

// TestBrowser comes in with a real browser: on a desk and with a phone.
func TestBrowser(t *testing.T) {
	s := serve(t, nil)
	b := chromium(t)

	b.do(chromedp.EmulateViewport(1100, 700), chromedp.Navigate(s.url+"/#Willow-42"),
		chromedp.SendKeys("#name", "Anna"), chromedp.Click("#enter button"))
	b.until("name (Anna) code (willow-42) lang en.")
	assert.GreaterOrEqual(t, b.eval("term.cols"), 80.0)
	assert.GreaterOrEqual(t, b.eval("term.rows"), 24.0)
	b.sized()
	b.do(key("a"))
	b.until("keys (a )")
	x, y := b.cell(7, 3)
	b.do(chromedp.MouseClickXY(x, y))
	b.until("mouse 7 3.")
	b.do(chromedp.EmulateViewport(900, 500))
	b.do(chromedp.Poll(`term.rows <= 30`, nil))
	b.sized()
	assert.Equal(t, false, b.eval(`matchMedia("(pointer: coarse)").matches`))
	assert.Equal(t, "none", b.eval(`getComputedStyle(document.getElementById("keys")).display`), "a desk has keys")
	person := b.eval(rows + `.split("\n")[0]`)
	b.fine()

	// The same browser again: the same person, with the name that is kept.
	other, cancel := chromedp.NewContext(b.ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Run(other))
	again := watched(t, other)
	again.do(chromedp.Navigate(s.url+"/"), chromedp.Click("#enter button"))
	again.until("name (Anna) code () lang en.")
	assert.Equal(t, person, again.eval(rows+`.split("\n")[0]`))
	b.do(chromedp.WaitVisible("#enter"))
	assert.Contains(t, b.eval(`document.getElementById("said").textContent`), "from elsewhere")
	again.do(key("q"), chromedp.WaitVisible("#enter"))
	assert.Equal(t, "You have left.", again.eval(`document.getElementById("said").textContent`))
	again.do(chromedp.KeyEvent("\r")) // the button has the focus
	again.until("person web:")
	assert.Empty(t, again.eval("document.cookie"), "no script sees the token")
	again.fine()

	// The server is gone for a while.
	require.NoError(t, s.house.Close(t.Context()))
	again.do(chromedp.WaitVisible("#waiting"))
}

// TestPhone is a phone: lying down, upright, and in the light.
func TestPhone(t *testing.T) {
	s := serve(t, nil)
	b := chromium(t)
	phone := func(width, height int64) chromedp.Tasks {
		return chromedp.Tasks{
			emulation.SetDeviceMetricsOverride(width, height, 3, true), emulation.SetTouchEmulationEnabled(true).WithMaxTouchPoints(5),
		}
	}
	b.do(phone(844, 390), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}}),
		chromedp.Navigate(s.url+"/"), chromedp.SendKeys("#name", "Ben"), chromedp.Click("#enter button"))
	b.until("name (Ben)")
	assert.Equal(t, true, b.eval(`matchMedia("(pointer: coarse)").matches`))
	assert.GreaterOrEqual(t, b.eval("term.cols"), 80.0)
	assert.GreaterOrEqual(t, b.eval("term.rows"), 24.0)
	assert.GreaterOrEqual(t, b.eval("term.options.fontSize"), 9.0)
	assert.Equal(t, "none", b.eval("term.textarea.inputMode"), "no keyboard comes up")
	assert.Equal(t, "#ffffff", b.eval("term.options.theme.background"))
	b.do(chromedp.Click(`#keys [data-key="[C"]`), chromedp.Click(`#keys [data-key="enter"]`), chromedp.Click(`#keys [data-key="esc"]`))
	b.until("keys (right enter esc )")
	before := b.eval("term.options.fontSize")
	b.do(chromedp.Click("#more"), chromedp.Click(`#letters [data-key="g"]`), chromedp.Click(`#letters [data-key="!"]`),
		chromedp.Click(`#letters [data-key="space"]`), chromedp.Click(`#letters [data-key="rubout"]`))
	b.until("keys (right enter esc g !   backspace )")
	b.do(chromedp.Click("#more"), chromedp.Poll(fmt.Sprintf("term.options.fontSize === %v && term.rows >= 24", before), nil))
	x, y := b.cell(20, 5)
	b.do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: x, Y: y}}), input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	b.until("mouse 20 5.")
	assert.Equal(t, true, b.eval(`document.getElementById("turn").hidden`))

	// Upright there is a narrow layout, with letters that can be read, and only on a very
	// small phone it does not fit.
	b.do(phone(360, 780), chromedp.Poll(`term.cols < 80`, nil))
	assert.GreaterOrEqual(t, b.eval("term.cols"), 46.0)
	assert.GreaterOrEqual(t, b.eval("term.rows"), 30.0)
	assert.GreaterOrEqual(t, b.eval("term.options.fontSize"), 11.0)
	assert.Equal(t, true, b.eval(`document.getElementById("turn").hidden`))
	b.do(phone(240, 480), chromedp.WaitVisible("#turn"))
	b.do(phone(780, 360), chromedp.WaitNotVisible("#turn"))
	b.do(phone(240, 480), chromedp.WaitVisible("#turn"), chromedp.Click("#anyway"), chromedp.WaitNotVisible("#turn"))
	b.do(chromedp.Poll(`term.cols < 80`, nil))
	b.sized()
	names, _ := b.eval(`[...document.querySelectorAll("button")].filter(b => !(b.ariaLabel || b.textContent.trim())).map(b => b.outerHTML).join()`).(string)
	assert.Empty(t, strings.TrimSpace(names), "every button has a name")
	b.fine()
}
