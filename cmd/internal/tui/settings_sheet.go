package tui

import (
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// SettingsSheet shows the settings and changes them.
func (sh *Shell) SettingsSheet() *kit.Sheet {
	fieldsOf := func(t *texts.Texts, s *settings.Settings) []choose.Field {
		return choose.Settings(t, s, sh.Client)
	}
	return &kit.Sheet{Name: "settings", Build: func() kit.Content {
		now := sh.Settings
		c := kit.Content{
			Title:  sh.T("lobby.settings"),
			Header: []string{sh.T("lobby.settings.above")},
			Rows:   FieldRows(fieldsOf(sh.Stack.Theme.Texts, &now)),
			Paint:  drawCardSample,
		}
		for i := range c.Rows {
			choice, isChoice := c.Rows[i].Control.(kit.Choice)
			if !isChoice {
				continue
			}
			choice.Turn = func(step int) tea.Cmd {
				// The step is taken again in what is kept, when the screen may have another language already.
				t := sh.Stack.Theme.Texts
				return sh.Change(func(s *settings.Settings) { fieldsOf(t, s)[i].Step(step) })
			}
			c.Rows[i].Control = choice
		}
		return c
	}}
}

// drawCardSample shows some cards below the settings if there is room.
func drawCardSample(g *felt.Grid, freeRow int) {
	const foot, gap = 7, 2
	if g.H-foot < freeRow {
		return
	}
	x := (g.W - 4*(felt.Small.W+gap)) / 2
	for i, state := range []felt.CardState{felt.Lit, felt.Best, felt.Lit, felt.Sunk} {
		g.Card(x+i*(felt.Small.W+gap), g.H-foot, felt.Small, tricks.NewCard(tricks.Suit(i), 2*i+1), "", state,
			felt.Small.H)
	}
}
