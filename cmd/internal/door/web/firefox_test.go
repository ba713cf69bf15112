package web

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fellowship/cmd/internal/door/web/firefoxtest"

	"github.com/stretchr/testify/assert"
)

// firefox is a Firefox that plays at a table.
type firefox struct {
	*firefoxtest.Firefox
	t *testing.T
}

// pictured writes a picture of what is shown to the folder that FELLOWSHIP_PICTURES names.
func (f *firefox) pictured(name string) {
	f.t.Helper()
	if pictures == "" {
		return
	}
	assert.NoError(f.t, os.WriteFile(filepath.Join(pictures, name+".png"), f.Screenshot(), 0o600))
}

// play presses the first choice that there is, and waits until it is made.
func (f *firefox) play() {
	f.t.Helper()
	f.Eval(`
		document.getAnimations().forEach((a) => a.effect.getComputedTiming().endTime < Infinity && a.finish());
		delete document.body.dataset.calm; // the time in which what has just come takes no tap
		window.was = document.getElementById("table").dataset.drawn;`)
	choice := next
	for _, first := range []string{
		"#goon",   // a card that is chosen to pass on moves only when the person presses the button for it
		"#unread", // what else there is lies under the page about the chapter
	} {
		if f.Eval(`return document.querySelector("`+first+`") !== null`) == true {
			choice = first
		}
	}
	f.Press(choice)
	f.Until(`document.getElementById("table").dataset.drawn !== was`)
}

// TestFirefox plays a round in Firefox, on a phone and on a desk: nothing lies above what is pressed or beside the
// window, and neither the prompt nor the line below the hand shows a scroll bar.
func TestFirefox(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Beat = time.Hour })
	f := &firefox{Firefox: firefoxtest.Start(t, "en"), t: t}
	for _, size := range [][2]int{{390, 844}, {1280, 800}} {
		f.Tell("WebDriver:DeleteAllCookies", nil)
		f.Open(s.url + "/")
		f.Resize(size[0], size[1])
		f.Eval(`document.getElementById("name").value = "Anna"`)
		f.Press("main button.primary")
		f.Press(`a[href="/new"]`)
		f.Until(`document.querySelector("main form [name=game]")`)
		f.Eval(`
			const form = document.querySelector("main form");
			form.players.value = 4;
			form.game.value = "deal";
			form.deal.value = "c04p4s7";
			for (const seat of form.querySelectorAll("[name=computer]")) seat.value = "greedy";`)
		f.Press("main form button.primary")
		f.Until(`document.querySelector("#ready") &&
			document.getElementById("table").dataset.drawn !== document.getElementById("main").dataset.drawn`)
		f.Press("#ready")
		steps := 0
		for ; steps < 100; steps++ {
			f.Until(`document.querySelector("` + next + `, #result")`)
			f.pictured(fmt.Sprintf("firefox-%02d-%dx%d", steps, size[0], size[1]))
			f.fits(size)
			if f.Eval(`return !!document.querySelector("#result")`) == true {
				break
			}
			f.play()
		}
		assert.Greater(t, steps, 10, "the round has been played, and has ended")
		assert.Less(t, steps, 100, "the round ends")
	}
}

// fits checks that nothing of a round is beside the window, and that nothing beside the buttons scrolls. A picture cuts
// off its own parts.
func (f *firefox) fits(size [2]int) {
	f.t.Helper()
	assert.Empty(f.t, f.Eval(`
		const scrolls = (e) => e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth;
		const named = (e) => e.tagName + " " + e.id + " " + e.getAttribute("class");
		const said = (e) => named(e) + " in " + named(e.parentElement) + ": " + e.textContent + " at " +
			JSON.stringify(e.getBoundingClientRect());
		return [
			...[...document.querySelectorAll("#prompt, .detail")].filter(scrolls).map(said),
			...[...document.querySelectorAll("main :not(svg *)")]
				.filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1).map(said),
		].join("\n")`), "%v", size)
	assert.Equal(f.t, true, f.Eval(`return getComputedStyle(document.body).scrollbarColor !== "auto"`),
		"scroll bars have the colours of the page")
}
