package tui

import (
	"slices"
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

// sheet shows an entry.
func (e *ruleEntry) sheet(s *kit.Stack, keys map[string]func() tea.Cmd) *kit.Sheet {
	return &kit.Sheet{Keys: keys, Back: s.PopOverlay, Build: func() kit.Content {
		c := kit.Content{
			Title:      s.T("rules.page"),
			State:      e.Label,
			Enter:      s.PopOverlay,
			EnterLabel: s.T("lobby.help.back"),
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

// longestWord is how many characters a search for a word takes.
const longestWord = 40

// ruleList is the list of rules that a screen opens for "?". Typed letters search for a word.
type ruleList struct {
	stack *kit.Stack
	sheet *kit.Sheet
	// keys close the list and the pages opened from it.
	keys map[string]func() tea.Cmd
	// start has the entries that are listed while nothing is typed.
	start []ruleEntry
	// help is the entry about the keys of the screen.
	help ruleEntry
	// all has the entries that can be found.
	all []rulebook.Entry
	// query is the word that is searched for.
	query string
}

// rules returns the sheet that every screen opens for "?": first the rules for the words on the screen,
// its keys, and the cards on its table, then everything. frame is the screen as it is drawn, keyLines
// returns the lines about its keys, and table has the entries for its round.
func rules(s *kit.Stack, lib *chapters.Library, frame *felt.Grid, keyLines func(w int) []string,
	table []rulebook.Entry,
) *kit.Sheet {
	t := s.Theme
	overlayCount := len(s.Overlays)
	closeAll := func() tea.Cmd { return s.TrimOverlays(overlayCount) }
	l := &ruleList{
		stack: s,
		keys:  map[string]func() tea.Cmd{"?": closeAll},
		help: ruleEntry{
			Entry: rulebook.Entry{Label: t.Texts.T("tui.page.help"), Title: t.Texts.T("rules.shelf.keys")},
			lines: keyLines,
		},
		all: rulebook.Entries(lib, t.Texts),
	}
	l.start = slices.Concat(
		groupedEntries("rules.shelf.named", rulebook.RulesIn(lib, t.Texts, frame.Plain())),
		[]ruleEntry{l.help},
		groupedEntries("rules.shelf.table", table),
		groupedEntries("rules.shelf.all", rulebook.MainEntries(lib, t.Texts)),
	)
	back := func() tea.Cmd {
		if l.query == "" {
			return closeAll()
		}
		l.query = ""
		return nil
	}
	l.sheet = &kit.Sheet{Keys: l.keys, Back: back, Build: l.content}
	return l.sheet
}

// groupedEntries makes entries one group below a headline.
func groupedEntries(group string, entries []rulebook.Entry) (out []ruleEntry) {
	for i, e := range entries {
		if i > 0 {
			group = ""
		}
		out = append(out, ruleEntry{Entry: e, group: group})
	}
	return out
}

// content lists the entries.
func (l *ruleList) content() kit.Content {
	t := l.stack.Theme
	c := kit.Content{Title: t.Texts.T("rules.page"), Footer: []string{t.Texts.T("rules.how")}}
	shown := l.start
	if word := strings.TrimSpace(l.query); word != "" {
		c.Title = t.Texts.T("rules.looking", l.query)
		shown = l.search(word)
	}
	if len(shown) == 0 {
		c.Header = []string{t.Texts.T("rules.nothing")}
		shown = []ruleEntry{{}} // the row in which the word is typed
	}
	w := l.stack.W - 2*kit.Margin(l.stack.W)
	labelWidth := 0
	for i := range shown { // like the columns of a sheet
		if n := cells.Width(t.Fold(shown[i].Label)); n <= w/2 {
			labelWidth = max(labelWidth, n)
		}
	}
	for _, e := range shown {
		ownWidth := cells.Width(t.Fold(e.Label))
		preview := t.FirstWords(e.Title, w-max(labelWidth, ownWidth)-9)
		c.Rows = append(c.Rows, l.row(&e, preview))
	}
	return c
}

// search returns the entries in which a word is found.
func (l *ruleList) search(word string) (found []ruleEntry) {
	if len(rulebook.Search([]rulebook.Entry{l.help.Entry}, word)) > 0 {
		found = append(found, l.help)
	}
	for _, e := range rulebook.Search(l.all, word) {
		found = append(found, ruleEntry{Entry: e})
	}
	return found
}

// row returns the row of an entry. Every row is a text field for the word that is searched for, so that typing
// works anywhere in the list; in the place of the word it shows a preview of its entry.
func (l *ruleList) row(e *ruleEntry, preview string) kit.Row {
	word := kit.TextField{
		Text:      &l.query,
		MaxLength: longestWord,
		Format:    func(string) string { return preview },
		OnChange:  func() { l.sheet.Cursor = 0 },
	}
	if e.Label != "" {
		word.Enter = func() tea.Cmd { return l.stack.PushOverlay(e.sheet(l.stack, l.keys)) }
	}
	row := kit.Row{Label: e.Label, Value: preview, Control: word}
	if e.group != "" {
		row.Group = l.stack.T(e.group)
	}
	return row
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
			return append(append(out, ""), t.Wrap(t.Texts.T("lobby.legend"), w)...)
		}, nil)
	}
}
