package web

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/turns"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// calmLasts lets what has just come take no tap until the next one of [chrome.presses].
const calmLasts = `{ const real = setTimeout; window.setTimeout = (does, ms) => ms === 400 ? 0 : real(does, ms); } 0`

// TestHandStays plays whole rounds by taps, in chapters with a wide hand, long goals and questions, and alone: the
// top of the hand and the bottom of the dock are always the same, so that nothing comes under a finger, and no button
// lies where a card was. A second tap at the place of each tap, before the page takes one again, decides nothing.
func TestHandStays(t *testing.T) {
	t.Parallel()
	for i, deal := range []string{"c03p4s7", "c16p4s7", "c02p4s7", "c02p1s7", "c05p4s7"} {
		size := [][2]int64{{360, 640}, {390, 844}, {844, 390}, {390, 844}, {1280, 800}}[i]
		t.Run(deal, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(o *Options) { o.Beat = time.Hour })
			c := chromium(t)
			c.deals(s, deal)
			c.eval(calmLasts)
			c.do(window(size[0], size[1]), emulation.SetTouchEmulationEnabled(true))
			c.readies()
			c.until(`document.querySelector("` + next + `")`)
			first := ""
			n := 0
			for ; n < 200; n++ {
				c.until(`document.querySelector("` + next + `, #result")`)
				var now struct {
					Over, Decides bool
					Place, Prompt string
				}
				c.do(chromedp.Evaluate(`(() => {
					const find = (e) => document.querySelector(e), at = (e) => find(e).getBoundingClientRect();
					return find("#result") ? { over: true } :
						{ place: at(".hand").top + " " + at(".actions").bottom, prompt: find("#prompt").textContent, decides: (find("#goon") ?? find("`+next+`")).name === "decide" };
				})()`, &now))
				if now.Over {
					break
				}
				first = cmp.Or(first, now.Place)
				require.Equal(t, first, now.Place, "%v after %d taps: %v", size, n, now.Prompt)
				decided := s.srv.options.Decisions.Load()
				if now.Decides {
					decided++
				}
				c.presses()
				require.Eventually(t, func() bool {
					return decided == s.srv.options.Decisions.Load()
				}, time.Minute, time.Millisecond, "that is counted after it is shown")
				c.until(`!document.querySelector("[aria-busy]")`)
				c.taps()
				c.until(`!document.querySelector("[aria-busy]")`)
				require.Equal(t, decided, s.srv.options.Decisions.Load(), "%v after %d taps", size, n)
			}
			assert.Greater(t, n, 10)
			c.fine()
		})
	}
}

// TestHeard compares what a screen reader says by itself in a round that is lost and in a round that is won: each text
// once, with the focus on the headline of the result at the end. Then it replays the round that was lost.
func TestHeard(t *testing.T) {
	t.Parallel()
	for _, deal := range []struct{ name, golden string }{
		{"c02p2s7", "heard-lost.txt"},
		{"c01p2s145", "heard-won.txt"},
	} {
		t.Run(deal.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(o *Options) { o.Beat = time.Hour })
			c := chromium(t)
			c.deals(s, deal.name)
			c.eval(`window.heard = []; new MutationObserver(() => heard.push(document.getElementById("said").textContent)).observe(document.getElementById("said"), { childList: true }); 0`)
			link, _ := c.eval(`document.querySelector(".link").href`).(string)
			ben := s.comes("Ben", link[strings.Index(link, "#")+1:])
			c.readies(ben)
			c.eval(calmLasts)                 // a tap that comes late meets nothing on the page of the result
			release := s.holds(t, turns.Look) // what the solver finds out is heard after the result
			anna := c.seatOf(s)
			for now := any(nil); now !=
				"over"; now = c.eval(`document.getElementById("result") ? "over" : document.querySelector("` + next +
				`") ? "mine" : ""`) {
				if now == "mine" {
					c.presses()
				} else {
					ben.reload()
					ben.acts()
				}
				switch present := anna.client.Look(); present.Now {
				case round.Turn: // an answer to an older page would be refused
					c.until(fmt.Sprintf(`document.querySelector("[name=seen]").value === "%d"`, present.Revision))
				case round.End: // nothing more is tapped
					c.until(`document.getElementById("result")`)
				}
			}
			c.until(`document.activeElement.id === "result"`)
			assert.Equal(t, false, c.eval(`document.querySelector("#share summary").dispatchEvent(
				new PointerEvent("click", { bubbles: true, cancelable: true, pointerType: "touch" }))`),
				"a finger on its way shares no result")
			release()
			if deal.golden == "heard-lost.txt" {
				c.do(seen(`[data-say="loss"]`))
			}
			c.accessible(deal.name)
			all, _ := c.eval(`heard.join(" ").replace(/\s+/g, " ")`).(string)
			text := strings.ReplaceAll(all, ". ", ".\n") + "\n"
			if *update {
				require.NoError(t, os.WriteFile("testdata/"+deal.golden, []byte(text), 0o644))
			}
			want, err := os.ReadFile("testdata/" + deal.golden)
			require.NoError(t, err)
			// two things may come at once, or one after the other
			lines := func(text string) []string { return slices.Sorted(strings.Lines(text)) }
			assert.Equal(t, lines(string(want)), lines(text), deal.name)
			if deal.golden == "heard-lost.txt" {
				c.looksThrough(s, ben)
			}
			c.fine()
		})
	}
}

// TestHold holds a trick by a tap until another one lets it go; without a tap it goes by itself. On a busy machine a
// page and a tap take a while: a trick stays that long.
func TestHold(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Beat = 2 * time.Second })
	c := chromium(t)
	c.begins(s)
	c.readies()
	for held := false; !held; {
		c.until(`document.querySelector("` + next + `, .taken .trick")`)
		if tapped, _ := c.eval(`(() => { const e = document.querySelector(".taken .trick"); e?.click(); return !!e })()`).(bool); !tapped {
			c.presses()
			continue
		}
		// it had gone before the tap came
		c.until(`document.querySelector("#goon.primary") || !document.querySelector(".taken")`)
		held, _ = c.eval(`!!document.querySelector("#goon.primary")`).(bool)
	}
	trick := c.eval(`document.querySelector(".trick").textContent`)
	require.NoError(t, c.seatOf(s).client.SayPhrase(t.Context(), "thanks"))
	c.hears("Thank you!")
	assert.Equal(t, trick, c.eval(`document.querySelector(".trick").textContent`), "it is held")
	c.eval(`document.querySelector(".taken .trick").click()`)
	c.until(`!document.querySelector("#goon.primary")`)
	c.fine()
}

// TestTalk shows what somebody else says at the seat of the speaker, says it once, and counts it until the
// talk is open.
func TestTalk(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	c := chromium(t)
	c.deals(s, "c02p2s7")
	link, _ := c.eval(`document.querySelector(".link").href`).(string)
	ben := s.comes("Ben", link[strings.Index(link, "#")+1:])
	c.readies(ben)
	require.NoError(t, c.seatOf(s).client.SayPhrase(t.Context(), "sorry"))
	c.hears("Sorry")
	ben.press("phrasebutton", "phrase", "thanks")
	c.until(`document.querySelector(".left .bubble")?.textContent === "Thank you!"`)
	assert.Nil(t, c.eval(`document.querySelector(".near .bubble")?.textContent`), "what one says oneself is no news")
	assert.Contains(t, c.eval(`document.getElementById("said").textContent`), "Thank you!")
	assert.Equal(t, "1", c.eval(`document.getElementById("missed").textContent`), "%v",
		c.eval(`document.getElementById("talk").textContent`))
	c.do(click("#open-talk"))
	c.until(`document.getElementById("missed").hidden`)
	c.fine()
}

// TestLineIsDown tells at once that the server does not answer, and takes that back when it does.
func TestLineIsDown(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	c := chromium(t)
	c.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(sleeper).Do(ctx)
		return err
	}))
	c.begins(s)
	c.until(`streams === 1 && stream.readyState === 1`)
	c.eval(`stream.dispatchEvent(new Event("error")); 0`)
	assert.Equal(t, true, c.eval(`!!document.querySelector(".lost-line")`))
	require.NoError(t, c.seatOf(s).client.SayPhrase(t.Context(), "thanks"))
	c.until(`!document.querySelector(".lost-line")`)
	c.fine()
}

// looksThrough goes through a round that is over and was lost by keys, by swiping, on the slider and by the
// numbers of tricks, without loading the page anew, alone and together with another person. Without the
// script each step is a form.
func (c *chrome) looksThrough(s *served, ben *person) {
	t := c.t
	t.Helper()
	table, _ := c.eval(`location.pathname`).(string)
	at := func(is string) {
		t.Helper()
		c.until(`document.querySelector(".bar p").textContent.startsWith("` + is + `/")`)
	}
	slides := func(to string) {
		t.Helper()
		c.eval(`{ const e = document.getElementById("at"); e.value = "` + to +
			`"; for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, { bubbles: true })); } 0`)
		at(to)
	}
	c.do(chromedp.Navigate(s.url+table+"/look?at=12"), seen("#look"))
	c.eval(`window.stays = true; 0`)
	c.do(chromedp.KeyEvent(kb.ArrowRight))
	at("13")
	swipe := func(from, to float64) {
		c.do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: from, Y: 300}}),
			input.DispatchTouchEvent(input.TouchMove, []*input.TouchPoint{{X: to, Y: 300}}),
			input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	}
	swipe(300, 100)
	at("14")
	swipe(100, 300)
	at("13")
	slides("20")
	assert.Equal(t, "20", c.eval(`document.getElementById("at").value`))
	c.eval(`document.getElementById("look3").click()`)
	c.until(`document.querySelector("#look3.current")`)
	assert.Equal(t, c.eval(`document.querySelector(".bar p").textContent.split("/")[0]`),
		c.eval(`document.getElementById("at").value`), "the slider is where the round is")
	failed := c.eval(`document.querySelector(".trick-steps .bad").value`)
	assert.Equal(t, "M"+failed.(string)+" 0v1", c.eval(`document.querySelector(".slide .broke").getAttribute("d")`))
	c.eval(`document.getElementById("web.find").click()`)
	c.until(`document.querySelector(".slide .turning-point") && document.querySelector(".trick-steps .lost")`)
	assert.Equal(t, true, c.eval(`stays`))

	require.NoError(t, ben.Open(table+"/look?together=1"))
	c.do(chromedp.Navigate(s.url+table+"/look?together=1"), seen("#look"))
	c.eval(`window.stays = true; 0`)
	slides("7")
	ben.reload()
	require.NoError(t, ben.Open(table+"/look?together=1"))
	assert.Contains(t, ben.Text(), "7/")
	ben.press("web.look.on")
	at("8")
	assert.Equal(t, true, c.eval(`stays`))
	assert.Contains(t, c.eval(`document.querySelector(".bar p").textContent`), "Ben")
}

// helped puts what a phone has in the place of what this browser lacks, and keeps what is asked of it.
const helped = `
window.asked = { beeps: 0, buzzes: 0, locks: 0 };
const put = (at, name, value) => Object.defineProperty(at, name, { value, configurable: true });
put(navigator, "share", async ({ url }) => { asked.shared = url; });
put(navigator, "clipboard", { writeText: async (text) => { asked.copied = text; } });
put(navigator, "vibrate", () => { asked.buzzes++; });
put(navigator, "userActivation", { hasBeenActive: true });
put(navigator, "wakeLock", { request: async () => { const lock = { release() { asked.locks -= !lock.released; lock.released = true; } }; asked.locks++; return asked.lock = lock; } });
const part = { connect: (to) => to, setValueAtTime() {}, exponentialRampToValueAtTime() {} };
window.AudioContext = class { createOscillator() { return { ...part, frequency: part, start() { asked.beeps++; }, stop() {} }; } createGain() { return { ...part, gain: part }; } };
window.Notification = class { static permission = "default"; static async requestPermission() { Notification.permission = "granted"; } };
ServiceWorkerRegistration.prototype.showNotification = (title) => { asked.notice = title; };
window.sleeps = (is) => { if (is) asked.lock.release(); put(document, "hidden", is); document.dispatchEvent(new Event("visibilitychange")); };
`

// TestHelps checks what a page asks of a phone: a link is shared and copied, a turn is heard where that is wanted,
// felt, and noticed by a worker where the page is hidden, and the screen stays on as long as it is one's turn.
func TestHelps(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Beat = time.Hour })
	c := chromium(t)
	c.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(helped).Do(ctx)
		return err
	}))
	c.deals(s, "c02p4s7") // in which the person takes a character first
	c.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{
		Name:  "prefers-color-scheme",
		Value: "dark",
	}}))
	assert.Equal(t, "rgb(0, 0, 0)", c.eval(`getComputedStyle(document.querySelector(".qr path")).stroke`),
		"a code that is light on white cannot be read")
	link := c.eval(`document.querySelector(".link").href`)
	c.do(click(".share"), click(".copy"))
	c.until(`document.getElementById("said").textContent`)
	assert.Equal(t, []any{link, link}, c.eval(`[asked.shared, asked.copied]`))
	c.eval(`location.hash = "more"`)
	c.do(click("#alert"), click("#sound"))
	c.until(`document.getElementById("alert").hidden && asked.beeps === 1`)
	assert.Equal(t, "true", c.eval(`document.getElementById("sound").getAttribute("aria-pressed")`))
	c.eval(`location.hash = ""; navigator.serviceWorker.ready.then(() => { asked.worker = true; }); 0`)
	c.until(`asked.worker`)
	c.readies()
	c.until(`asked.locks === 1 && asked.beeps > 1 && asked.buzzes > 0`)
	c.eval(`sleeps(true); sleeps(false)`)
	c.until(`asked.locks === 1`)
	furtherSteps := 0
	for held := false; !held; held, _ = c.eval(`!!document.querySelector(".taken #goon")`).(bool) {
		before := c.eval(`[asked.beeps, asked.buzzes]`)
		isStep, _ := c.eval(`!document.getElementById("goon") && document.querySelector("` + next + `").name === "step"`).(bool)
		c.presses()
		if isStep {
			furtherSteps++
			assert.Equal(t, before, c.eval(`[asked.beeps, asked.buzzes]`), "a further question to who answers is no turn")
		}
		c.until(`document.querySelector("` + next + `")`)
	}
	assert.Greater(t, furtherSteps, 1, "a character, and a card to pass on")
	c.until(`asked.locks === 0`)
	assert.Nil(t, c.eval(`asked.notice`))
	c.eval(`sleeps(true); document.getElementById("goon").click(); 0`)
	c.until(`asked.notice`)
	assert.Contains(t, c.eval(`asked.notice`), texts.New(texts.Default).T("web.yourturn"))
	assert.InDelta(t, 0, c.eval(`asked.locks`), 0, "the screen of a page that is hidden may go off")
	c.eval(`sleeps(false)`)
	c.until(`asked.locks === 1`)
	c.fine()
}

// TestSending tells that something is being sent where the answer takes two seconds, and takes that back when
// it is there. The clock of the page is set forward for that.
func TestSending(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	c := chromium(t)
	c.begins(s)
	c.eval(`{ const real = setTimeout; window.setTimeout = (does, ms) => { if (ms !== 2000) return real(does, ms); does(); window.slow = document.querySelector(".toast").textContent; } } 0`)
	c.readies()
	assert.Equal(t, texts.New(texts.Default).T("web.sending"), c.eval(`slow`))
	c.until(`!document.querySelector(".toast")`)
	c.fine()
}

// TestBusyUntilTaken draws the table again while a tap is on its way, as a page does that has lost its connection, and
// holds an answer back until the table has shown the decision. The page stays busy, and takes no other tap, until the
// server has both taken and shown the decision.
func TestBusyUntilTaken(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Beat = time.Hour })
	c := chromium(t)
	c.begins(s)
	c.readies()
	const card = ".card.playable[name=decide]"
	awaitsCard := func() {
		t.Helper()
		for {
			c.until(`document.querySelector("` + next + `")`)
			if isCard, _ := c.eval(`!!document.querySelector("` + card + `")`).(bool); isCard {
				return
			}
			c.presses()
		}
	}
	decided := func() float64 { return float64(s.srv.options.Decisions.Load()) }
	drawn := func() any { return c.eval(`document.getElementById("table").dataset.drawn`) }
	isBusy := `!!document.querySelector("[aria-busy]")`
	taps := func(what string) string {
		return `delete document.body.dataset.calm; document.querySelector("` + what + `").click()`
	}
	awaitsCard()
	c.eval(`{
		const real = fetch, held = () => new Promise((done) => { window.release = done; });
		window.posts = 0;
		window.holds = "request";
		window.fetch = async (...args) => {
			posts++;
			if (holds === "request") await held();
			const answer = await real(...args);
			if (holds === "answer") await held();
			return answer;
		};
	} 0`)

	before := decided()
	shown := drawn()
	c.eval(taps(card))
	c.seatOf(s).notify()
	c.until(fmt.Sprintf(`document.getElementById("table").dataset.drawn !== %q`, shown))
	assert.Equal(t, true, c.eval(isBusy), "the table is drawn as it was before")
	c.eval(taps(card))
	assert.InDelta(t, 1, c.eval(`posts`), 0, "it is still busy")
	assert.InDelta(t, before, decided(), 0)
	question := c.eval(`document.querySelector("[name=seen]").value`)
	c.eval(`{
		const watch = new MutationObserver(() => {
			if (!document.querySelector("[aria-busy]")) {
				window.calmQuestion = document.querySelector("[name=seen]").value;
				watch.disconnect();
			}
		});
		watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ["aria-busy"] });
		holds = "";
		release();
	} 0`)
	c.until(`window.calmQuestion`)
	assert.InDelta(t, before+1, decided(), 0)
	assert.NotEqual(t, question, c.eval(`calmQuestion`), "the table that came before the decision does not show it")

	awaitsCard()
	c.eval(`holds = "answer"; posts = 0`)
	question = c.eval(`document.querySelector("[name=seen]").value`)
	c.eval(taps(card))
	c.until(fmt.Sprintf(`document.querySelector("[name=seen]")?.value !== %q`, question))
	c.until(`document.querySelector("` + next + `")`)
	c.eval(taps(next))
	assert.InDelta(t, 1, c.eval(`posts`), 0, "the answer is not there yet")
	c.eval(`holds = ""; release()`)
	c.until(`(() => { if (posts === 1) { ` + taps(next) + ` } return posts === 2; })()`)
	c.fine()
}

// TestNoScript checks that each page says to a browser without scripts how a link leads to a table, and that
// the code is enough.
func TestNoScript(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.stands("Anna")
	note := "<noscript><p class=\"note\">" + anna.words().T("web.noscript") + "</p></noscript>"
	assert.Contains(t, note, "the part after #: type it in")
	assert.Contains(t, string(anna.Body), note)
	anna = s.comes("Anna", "")
	ben := s.comes("Ben", anna.begins("players", "2", "game", "2:"))
	assert.Contains(t, ben.URL.Path, "/table/")
	assert.Contains(t, string(ben.Body), note)
	assert.Contains(t, string(ben.Body), `<noscript><meta http-equiv="refresh" content="15"></noscript>`)
}
