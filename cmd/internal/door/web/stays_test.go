package web

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHandStays plays a whole round by taps on phones: the top of the hand and the bottom of the dock are
// always the same, so that nothing comes under a finger, and no button lies where a card was.
func TestHandStays(t *testing.T) {
	for _, size := range [][2]int64{{390, 844}, {360, 640}, {844, 390}} {
		s := serve(t, func(o *Options) { o.Beat = time.Hour })
		c := chromium(t)
		c.begins(s)
		c.do(window(size[0], size[1]), chromedp.Click("#ready"), chromedp.WaitVisible(".hand"))
		const place = `(() => { const at = (e) => document.querySelector(e).getBoundingClientRect(); return [at(".hand").top, at(".acts").bottom].join(" ") })()`
		c.until(`document.querySelector("` + next + `")`)
		first, n := c.eval(place), 0
		for ; n < 200; n++ {
			c.until(`document.querySelector("` + next + `, #result")`)
			if over, _ := c.eval(`!!document.getElementById("result")`).(bool); over {
				break
			}
			require.Equal(t, first, c.eval(place), "%v after %d taps: %v", size, n, c.eval(`document.getElementById("prompt").textContent`))
			c.presses()
		}
		assert.Greater(t, n, 10)
		c.fine()
	}
}

// TestHeard holds what a screen reader says by itself in a round that is lost and in one that is won: each
// thing once, and the headline of the result has the focus at the end.
func TestHeard(t *testing.T) {
	for _, deal := range []struct{ name, golden string }{{"c02p2s7", "heard-lost.txt"}, {"c01p2s145", "heard-won.txt"}} {
		s := serve(t, func(o *Options) { o.Beat = time.Hour })
		c := chromium(t)
		c.deals(s, deal.name)
		c.eval(`window.heard = []; new MutationObserver(() => heard.push(document.getElementById("said").textContent)).observe(document.getElementById("said"), { childList: true }); 0`)
		link, _ := c.eval(`document.querySelector(".link").href`).(string)
		ben := s.comes("Ben", link[strings.Index(link, "#")+1:])
		ben.reload()
		ben.does("ready")
		c.do(chromedp.Click("#ready"), chromedp.WaitVisible(".hand"))
		c.until(`document.querySelector(".hand")`)
		for over := false; !over; over, _ = c.eval(`!!document.getElementById("result")`).(bool) {
			if mine, _ := c.eval(`!!document.querySelector("` + next + `")`).(bool); mine {
				c.presses()
			} else {
				ben.reload()
				ben.acts()
			}
		}
		assert.Equal(t, "result", c.eval(`document.activeElement.id`))
		all, _ := c.eval(`heard.join(" ").replace(/\s+/g, " ")`).(string)
		text := strings.ReplaceAll(all, ". ", ".\n") + "\n"
		if *update {
			require.NoError(t, os.WriteFile("testdata/"+deal.golden, []byte(text), 0o644))
		}
		want, err := os.ReadFile("testdata/" + deal.golden)
		require.NoError(t, err)
		lines := func(text string) []string { return slices.Sorted(strings.Lines(text)) } // two things may come at once, or one after the other
		assert.Equal(t, lines(string(want)), lines(text), deal.name)
		c.fine()
	}
}
