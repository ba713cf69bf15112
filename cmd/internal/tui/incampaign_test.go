package tui

import (
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"

	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
)

// TestInCampaign checks that a game names its campaign on the table and with its result, in windows of all
// sizes.
func TestInCampaign(t *testing.T) {
	t.Parallel()
	shire := counted(t, `{chapter: 1, players: 4, rounds: 11, lost: 10, won: "2026-11-20", won_in: 11, cleared: true}`)
	for _, lang := range []string{"en", "de"} {
		tx := texts.New(lang)
		for _, size := range windowsOf {
			set := setting{lang: lang, w: size[0], h: size[1], humans: alone}
			pos, made := until(t, "10", 4, asks(chapters.PlayCard, 0, sofar(3, 1)))
			s := open(t, pos, made, set)
			s.campaign.book = func() *campaign.Campaign { return shire }
			s.campaign.name = "shire"
			s.whole("table")
			assert.Contains(t, s.View(), "shire")
			if size[0] >= 100 {
				assert.Contains(t, s.View(), tx.T("campaign.in", "shire", 12))
			}
			pos, made = until(t, "1", 4, won)
			s = open(t, pos, made, set)
			s.campaign.book = func() *campaign.Campaign { return shire }
			s.campaign.name = "shire"
			s.whole("result")
			assert.Contains(t, s.flat(), tx.N("campaign.done", 11, chapters.Default().Chapters[0].Title.In(lang)))
			assert.Contains(t, s.flat(), tx.T("campaign.after.next", chapters.Default().Chapters[1].Title.In(lang)))
		}
	}
}

// TestLeaveNamesNoCommand checks that a game started from the menu is said to continue from the menu, and
// that no command is named.
func TestLeaveNamesNoCommand(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 2)))
	s := open(t, pos, made, setting{humans: alone})
	s.press("q")
	assert.Contains(t, s.View(), "fellowship play")
	s.opts.HasMenu = true
	assert.NotContains(t, s.View(), "fellowship play")
	assert.Contains(t, s.flat(), "resume it from the menu")
}

// TestLinesKeepTheIndent checks that a broken line continues below its beginning.
func TestLinesKeepTheIndent(t *testing.T) {
	t.Parallel()
	th := kit.NewTheme(texts.New("en"), kit.TermProfile{Colors: termenv.Ascii})
	p := page.FromText("head")
	p.Line("    one two three four five six")
	assert.Equal(t, []string{"head", "    one two three", "    four five six"}, th.PageLines(p, 18))
}
