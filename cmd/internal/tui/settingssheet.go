package tui

import (
	"slices"

	"fellowship/characters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/settings"

	tea "github.com/charmbracelet/bubbletea"
)

// SettingsSheet shows the settings, and changes them.
func (p *Place) SettingsSheet() *kit.Sheet {
	return &kit.Sheet{Name: "settings", Build: func() kit.Content {
		rows := &settingRows{s: p.Stack, now: &p.Set, change: p.Change}
		rows.all(p.Computers)
		c := kit.Content{Title: p.T("lobby.settings"), Above: []string{p.T("lobby.settings.above")}}
		for _, r := range rows.rows {
			if p.Offered == nil || slices.Contains(p.Offered, r.name) {
				c.Rows = append(c.Rows, r.Row)
			}
		}
		return c
	}}
}

// settingRows makes the rows.
type settingRows struct {
	s      *kit.Stack
	now    *settings.Settings
	change func(func(*settings.Settings)) tea.Cmd
	rows   []namedRow
}

type namedRow struct {
	name string
	kit.Row
}

func (r *settingRows) add(letter rune, name, value string, turn func(*settings.Settings, int)) {
	r.rows = append(r.rows, namedRow{name, kit.Row{
		Letter: letter, Label: r.s.T("lobby.set." + name), Value: value,
		Turn: func(by int) tea.Cmd { return r.change(func(s *settings.Settings) { turn(s, by) }) },
	}})
}

func (r *settingRows) onOff(letter rune, name string, field func(*settings.Settings) *bool) {
	r.add(letter, name, r.is(*field(r.now)), func(s *settings.Settings, _ int) { *field(s) = !*field(s) })
}

func (r *settingRows) is(on bool) string {
	if on {
		return r.s.T("lobby.on")
	}
	return r.s.T("lobby.off")
}

// word is one of some words, or usual where nothing is set.
func (r *settingRows) word(letter rune, name string, words []string, usual string, field func(*settings.Settings) *string) {
	value := *field(r.now)
	if !slices.Contains(words, value) {
		value = usual
	}
	r.add(letter, name, r.s.T("lobby."+name+"."+value), func(s *settings.Settings, by int) { *field(s) = kit.Turned(words, value, by) })
}

func (r *settingRows) all(computers []string) {
	r.word('l', "lang", characters.Languages, r.s.Lang(), func(s *settings.Settings) *string { return &s.Lang })
	if len(computers) > 0 {
		r.word('c', "computer", computers, computers[len(computers)-1], func(s *settings.Settings) *string { return &s.Computer })
	}
	r.onOff('a', "auto", func(s *settings.Settings) *bool { return &s.Auto })
	r.onOff('p', "quick", func(s *settings.Settings) *bool { return &s.Quick })
	r.add('s', "still", r.is(!r.now.Still), func(s *settings.Settings, _ int) { s.Still = !s.Still })
	r.add('n', "tips", r.is(!r.now.NoTips), func(s *settings.Settings, _ int) { s.NoTips = !s.NoTips })
	r.onOff('m', "mouse", func(s *settings.Settings) *bool { return &s.Mouse })
	r.onOff('i', "ascii", func(s *settings.Settings) *bool { return &s.ASCII })
	r.word('o', "color", []string{"auto", "always", "never"}, "auto", func(s *settings.Settings) *string { return &s.Color })
	r.word('b', "background", settings.Backgrounds, settings.Backgrounds[0], func(s *settings.Settings) *string { return &s.Background })
}
