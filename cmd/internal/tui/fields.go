package tui

import (
	"slices"
	"strconv"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table/words"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Rows are the rows of a sheet for fields: left and right turn what can be chosen.
func Rows(fields ...[]choose.Field) (all []kit.Row) {
	for _, f := range slices.Concat(fields...) {
		r := kit.Row{Letter: f.Letter, Label: f.Label, Value: f.Value, Text: f.Text, Most: f.Most, Wrote: f.Wrote, Shown: f.Shown, Gap: f.Gap}
		if len(f.Options) > 0 {
			r.Turn = kit.Turns(f.Turn)
		}
		if f.Digits {
			r.Digit = func(n int) {
				if v := strconv.Itoa(n); slices.ContainsFunc(f.Options, func(o words.Choice) bool { return o.Value == v }) {
					f.Set(v)
				}
			}
		}
		all = append(all, r)
	}
	return all
}

// SettingsSheet shows the settings, and changes them.
func (p *Place) SettingsSheet() *kit.Sheet {
	of := func(s *settings.Settings) []choose.Field {
		return choose.Settings(p.Texts, s, p.Computers, p.Offered...)
	}
	return &kit.Sheet{Name: "settings", Build: func() kit.Content {
		now := p.Set
		c := kit.Content{Title: p.T("lobby.settings"), Above: []string{p.T("lobby.settings.above")}, Rows: Rows(of(&now))}
		for i := range c.Rows {
			c.Rows[i].Turn = func(by int) tea.Cmd {
				return p.Change(func(s *settings.Settings) { of(s)[i].Turn(by) })
			}
		}
		c.Paint = drawLook
		return c
	}}
}

// drawLook shows how cards look now, below the settings.
func drawLook(g *felt.Grid) {
	const foot, gap = 7, 2
	x := (g.W - 4*(felt.Small.W+gap)) / 2
	for i, lies := range []felt.Lies{felt.Lit, felt.Best, felt.Lit, felt.Sunk} {
		g.Card(x+i*(felt.Small.W+gap), g.H-foot, felt.Small, tricks.NewCard(tricks.Suit(i), 2*i+1), "", lies, felt.Small.H)
	}
}
