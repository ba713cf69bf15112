package main

import (
	"flag"
	"fmt"
	"testing"

	"fellowship/cmd/internal/door/web/chromiumtest"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var trials = flag.Bool("trials", false, "play much more while the worker is stopped and the browser is killed")

// TestTrials plays the first evening, rounds of two long chapters, three of a campaign and ten puzzles. The worker is
// stopped after every second tap, and the browser is killed twice in each round and at each end.
func TestTrials(t *testing.T) {
	if !*trials {
		t.Skip("it takes minutes; run it with -trials")
	}
	chromiumtest.Needs(t)
	p := newOwnPhone(t, newHost(t, site(t)))
	p.begins()
	p.runs("first evening", func(*testing.T) {
		p.open("read/lesson")
		p.click("#lesson")
		p.survives("lesson")
	})
	p.runs("chapters", func(*testing.T) {
		for _, chapter := range []int{9, 18} {
			p.beginsChapter(chapter)
			p.survives("home")
		}
	})
	p.runs("campaign", func(*testing.T) {
		p.open("new")
		p.seen(`form[action$="/new"] button.primary`)
		p.eval(`document.querySelectorAll("option[value=greedy]").forEach((o) => { o.selected = true; })`)
		p.eval(`document.querySelector("[name=game]").value = "campaign"`)
		p.click(`form[action$="/new"] button.primary`)
		for range 3 {
			p.survives("home")
			p.goesOnWith(".steps form button")
		}
	})
	p.runs("puzzles", func(*testing.T) {
		p.open("puzzles")
		p.click("#next")
		for range 10 {
			p.survives("puzzle")
			p.goesOnWith("#act-another")
		}
	})
}

// goesOnWith goes on from the end of a round to the next one with a button.
func (p *phone) goesOnWith(button string) {
	p.t.Helper()
	p.click(button)
	p.until(`document.querySelector("#table") && !document.querySelector("#result")`)
}

// survives plays the round at a table to its end, whatever happens to the worker and the browser.
func (p *phone) survives(table string) {
	p.t.Helper()
	p.seen("#table")
	for n := 1; p.tries(n); n++ {
		require.Less(p.t, n, 300, "the round does not end")
		before := p.looks()
		switch {
		case n == 3 || n == 10:
			p.killed(table)
		case n%4 == 0: // the page goes on by itself
			p.stopWorker()
		case n%2 == 0:
			p.stopWorker()
			p.open("table/" + table)
		}
		p.awaitsNext()
		after := p.looks()
		require.GreaterOrEqual(p.t, after.Revision, before.Revision, "%s, tap %d", table, n)
		if after.Revision == before.Revision {
			assert.Equal(p.t, before.Hand, after.Hand, "%s, tap %d", table, n)
		}
	}
	p.killed(table)
	p.seen("#result")
}

// killed kills the browser, and opens a table again.
func (p *phone) killed(table string) {
	p.t.Helper()
	p.kill()
	p.start()
	p.open("table/" + table)
	p.seen("#table")
}

// look is what a person sees at a table.
type look struct {
	// Revision is the revision of the table; it is very high when the round is over.
	Revision int
	// Hand are the cards of the hand.
	Hand string
}

func (p *phone) looks() (now look) {
	p.t.Helper()
	p.do(chromedp.Evaluate(`({
		Revision: document.querySelector("#result") ? 1e6 : Number(document.querySelector("[name=seen]")?.value ?? 0),
		Hand: `+hand+`,
	})`, &now))
	return now
}

// tries makes one choice at a table, another one each time because a puzzle refuses most, and waits for the answer. It
// reports false if the round is over.
func (p *phone) tries(n int) bool {
	p.t.Helper()
	p.eval(`window.readBefore = ""`)
	p.until(fmt.Sprintf(`(() => {
		if (document.querySelector("#result")) return true;
		const answers = [...document.querySelectorAll("button[name=decide], button[name=step]")].filter((b) =>
			b.checkVisibility() && !b.classList.contains("refused") && b.id !== "back" && b.id !== "take-back");
		const choice = document.querySelector("#goon") ?? answers[%d %% answers.length];
		if (!choice || document.querySelector("[aria-busy]") || document.body.dataset.calm) return false;
		window.readBefore = document.getElementById("table").textContent;
		choice.click();
		return true;
	})()`, n))
	if p.eval(`window.readBefore`) == "" {
		return false
	}
	p.until(`!document.querySelector("[aria-busy]") && (!!document.querySelector("#note") ||
		document.querySelector("#table")?.textContent !== window.readBefore)`)
	return true
}
