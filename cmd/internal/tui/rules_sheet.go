package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// ruleEntry is a page of the rules: an entry of the rulebook, or lines about a screen.
type ruleEntry struct {
	rulebook.Entry
	// group is the text key of the headline above the entry, "" for the group of the entry before.
	group string
	// lines, if set, returns the page's lines for a width.
	lines func(w int) []string
}

// longestWord is how many characters a search for a word takes.
const longestWord = 40

// rules returns the sheet that every screen opens for "?": first the rules for the words on the screen,
// its keys, and the cards on its table, then everything. Typed letters search for a word. frame is the
// screen as it is drawn, keyLines returns the lines about its keys, and table has the entries for its
// round.
func rules(s *kit.Stack, lib *chapters.Library, frame *felt.Grid, keyLines func(w int) []string,
	table []rulebook.Entry,
) *kit.Sheet {
	t := s.Theme
	overlayCount := len(s.Overlays)
	var shelves []ruleEntry
	shelf := func(key string, entries []rulebook.Entry) {
		for i, e := range entries {
			if i > 0 {
				key = ""
			}
			shelves = append(shelves, ruleEntry{Entry: e, group: key})
		}
	}
	shelf("rules.shelf.named", rulebook.RulesIn(lib, t.Texts, frame.Plain()))
	help := ruleEntry{
		Entry: rulebook.Entry{Label: t.T("tui.page.help"), Title: t.T("rules.shelf.keys")},
		lines: keyLines,
	}
	shelves = append(shelves, help)
	shelf("rules.shelf.table", table)
	shelf("rules.shelf.all", rulebook.MainEntries(lib, t.Texts))
	all := rulebook.Entries(lib, t.Texts)
	query := ""

	closeAll := func() tea.Cmd { return s.TrimOverlays(overlayCount) }
	keys := map[string]func() tea.Cmd{"?": closeAll}
	list := &kit.Sheet{Keys: keys, Back: func() tea.Cmd {
		if query == "" {
			return closeAll()
		}
		query = ""
		return nil
	}}
	list.Build = func() kit.Content {
		c := kit.Content{Title: t.T("rules.page"), Footer: []string{t.T("rules.how")}}
		shown := shelves
		if word := strings.TrimSpace(query); word != "" {
			c.Title = t.T("rules.looking", query)
			shown = nil
			if len(rulebook.Search([]rulebook.Entry{help.Entry}, word)) > 0 {
				shown = append(shown, help)
			}
			for _, e := range rulebook.Search(all, word) {
				shown = append(shown, ruleEntry{Entry: e})
			}
		}
		if len(shown) == 0 {
			c.Header = []string{t.T("rules.nothing")}
			shown = []ruleEntry{{}}
		}
		w := s.W - 2*kit.Margin(s.W)
		wide := 0
		for i := range shown { // like the columns of a sheet
			if n := cells.Width(t.Fold(shown[i].Label)); n <= w/2 {
				wide = max(wide, n)
			}
		}
		for _, e := range shown {
			preview := t.FirstWords(e.Title, w-max(wide, cells.Width(t.Fold(e.Label)))-9)
			row := kit.Row{
				Label: e.Label,
				Value: preview,
				Text: &kit.TextField{
					Value:     &query,
					MaxLength: longestWord,
					Format:    func(string) string { return preview },
					OnChange:  func() { list.Cursor = 0 },
				},
			}
			if e.group != "" {
				row.Group = t.T(e.group)
			}
			if e.Label != "" {
				row.OnEnter = func() tea.Cmd { return s.PushOverlay(e.sheet(s, keys)) }
			}
			c.Rows = append(c.Rows, row)
		}
		return c
	}
	return list
}

// sheet shows an entry.
func (e *ruleEntry) sheet(s *kit.Stack, keys map[string]func() tea.Cmd) *kit.Sheet {
	return &kit.Sheet{Keys: keys, Back: s.PopOverlay, Build: func() kit.Content {
		c := kit.Content{
			Title: s.Theme.T("rules.page"), State: e.Label, Enter: s.PopOverlay,
			EnterLabel: s.Theme.T("lobby.help.back"),
		}
		c.Page = func(columns int) (p page.Page) {
			if e.lines == nil {
				return e.Page
			}
			p.Head(e.Label)
			for _, l := range e.lines(columns) {
				p.Line(l)
			}
			return p
		}
		return c
	}}
}

// tableEntries returns the entries about the table of a view.
func tableEntries(t *texts.Texts, v *chapters.View) (out []rulebook.Entry) {
	if v.Chapter != nil {
		out = append(out, rulebook.ChapterEntry(t, v.Chapter))
	}
	for s := range v.Seats {
		seatView := &v.Seats[s]
		if seatView.Character != nil {
			out = append(out, rulebook.CharacterEntry(t, seatView.Character))
		}
		if seatView.Rider != nil {
			out = append(out, rulebook.CharacterEntry(t, seatView.Rider))
		}
		if seatView.Gift != nil {
			out = append(out, rulebook.GiftEntry(t, seatView.Gift))
		}
	}
	return out
}

// AddRules sets the Rules of a stack, from a library.
func AddRules(s *kit.Stack, lib *chapters.Library) {
	s.Rules = func(frame *felt.Grid, keys []key.Binding) *kit.Sheet {
		t := s.Theme
		return rules(s, lib, frame, func(w int) (out []string) {
			for _, b := range keys { // one a line
				out = append(out, t.HelpColumns([][]key.Binding{{b}}, w)...)
			}
			return append(append(out, ""), t.Wrap(t.T("lobby.legend"), w)...)
		}, nil)
	}
}
