package tui

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/texts"

	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
)

// TestInCampaign holds that a game says which campaign it belongs to, on the table and
// with its result, in windows of all sizes.
func TestInCampaign(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		tx := texts.New(lang)
		within := &InCampaign{
			Long: tx.T("campaign.in", "shire", 12), Brief: tx.T("campaign.in.brief", "shire", 12),
			After: func() []string {
				return []string{tx.T("campaign.won", 12, "shire"), tx.T("campaign.after.next", "Lothlórien")}
			},
		}
		for _, size := range windowsOf {
			set := setting{lang: lang, w: size[0], h: size[1], humans: alone}
			pos, made := until(t, "10", 4, asks(chapters.PlayCard, 0, sofar(3, 1)))
			s := open(t, pos, made, set)
			s.opts.Campaign = within
			s.whole("table")
			assert.Contains(t, s.View(), within.Brief[:5])
			if size[0] >= 100 {
				assert.Contains(t, s.View(), within.Long)
			}
			pos, made = until(t, "1", 4, won)
			s = open(t, pos, made, set)
			s.opts.Campaign = within
			s.whole("result")
			assert.Contains(t, s.flat(), tx.T("campaign.won", 12, "shire"))
			assert.Contains(t, s.flat(), tx.T("campaign.after.next", "Lothlórien"))
		}
	}
}

// TestLeaveNamesNoCommand holds that a game of the menu says that the menu goes on with
// it, and no command.
func TestLeaveNamesNoCommand(t *testing.T) {
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 2)))
	s := open(t, pos, made, setting{humans: alone})
	s.press("q")
	assert.Contains(t, s.View(), "fellowship play")
	s.opts.Menu = true
	assert.NotContains(t, s.View(), "fellowship play")
	assert.Contains(t, s.flat(), "goes on from the menu")
}

// TestLinesKeepTheIndent holds that a line that goes on stands under its beginning.
func TestLinesKeepTheIndent(t *testing.T) {
	th := kit.NewTheme(texts.New("en"), kit.Style{Colors: termenv.Ascii})
	p := page.Of("head")
	p.Line("    one two three four five six")
	assert.Equal(t, []string{"head", "    one two three", "    four five six"}, th.PageLines(p, 18))
}
