package tui

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// choiceLine is one line of a menu. A letter leads to it at once.
type choiceLine struct {
	letter rune
	label  string
	// note stands behind the label, brief in its place where the notes do not fit.
	// What does not stand there is said below, with tell, while the cursor is on the line.
	note, brief, tell string
	enter             func(*lobby) tea.Cmd
	// turn changes it to the next or the one before, nil if there is nothing
	// to change.
	turn func(l *lobby, by int)
}

// menuSheet is a menu: its entries are made anew each time, because they may
// change.
type menuSheet struct {
	titled
	entries func(*lobby) []choiceLine
	// above is the key of a text above the entries, if any; says returns one that
	// changes.
	above  string
	says   func(*lobby) string
	cursor int
	// drawn is which entry stands in each line, -1 for none, and notes the column of
	// what can be changed, for the mouse.
	drawn []int
	notes int
}

func (s *menuSheet) draw(l *lobby, w, h int) []string {
	t := l.Theme
	lines := []string{""}
	said := ""
	switch {
	case s.says != nil:
		said = s.says(l)
	case s.above != "":
		said = l.T(s.above)
	}
	if said != "" {
		lines = append(append(lines, t.Text(said, w)...), "")
	}
	all := s.entries(l)
	s.cursor = min(s.cursor, max(len(all)-1, 0))
	if said == "" && len(all) == h {
		lines = nil // rather without a gap than without an end
	}
	wide, notes, turns, letters, briefs, foot := 0, 0, false, 0, 0, 0
	for i := range all {
		wide = max(wide, ansi.StringWidth(t.Fold(all[i].label)))
		notes = max(notes, ansi.StringWidth(t.Fold(all[i].note)))
		turns = turns || all[i].turn != nil
		briefs = max(briefs, ansi.StringWidth(t.Fold(all[i].brief)))
		if all[i].letter != 0 {
			letters = 2
		}
	}
	gap := 3
	front := 3 + 2 + letters
	each, beside := 1, front+wide+gap+notes <= w
	switch {
	case beside:
	case turns && len(lines)+2*len(all) <= h: // what can be changed has a line of its own
		each = 2
	default:
		gap = 1
		wide = min(wide, w-front-gap-briefs)
	}
	below := func(e *choiceLine) (out []string) {
		if !beside && each == 1 && e.note != "" {
			out = t.Wrap(e.note, w-6)
		}
		if e.tell != "" {
			out = append(out, t.Wrap(e.tell, w-6)...)
		}
		return out
	}
	for i := range all {
		foot = max(foot, len(below(&all[i])))
	}
	if foot > 0 {
		foot = min(foot+1, max(h-len(lines)-min(len(all), 6), 0))
	}
	room := (h - len(lines) - foot) / each
	first := board.FirstSeen(s.cursor, len(all), room)
	s.drawn, s.notes = slices.Repeat([]int{-1}, len(lines)), front+wide+gap
	if each == 2 {
		s.notes = front + 2
	}
	for i := first; i < len(all) && i < first+room; i++ {
		e := &all[i]
		note := e.note
		if !beside {
			note = e.brief
		}
		own := wide
		if note == "" {
			own = max(own, min(ansi.StringWidth(t.Fold(e.label)), w-front))
		}
		words := []string{e.label}
		if note == "" && own == w-front && 2*len(all) <= room { // an answer that is a sentence
			words = t.Wrap(e.label, own-1)
		}
		mark, label := "  ", t.Fit(words[0], own)
		switch {
		case i == s.cursor:
			mark, label = "> ", t.Reverse.On(label)
		case i == first && first > 0:
			mark = "^ " // the menu goes on
		case i == first+room-1 && i+1 < len(all):
			mark = "v "
		}
		letter := strings.Repeat(" ", letters)
		if e.letter != 0 {
			letter = t.Bold.On(string(e.letter)) + " "
		}
		line := "   " + mark + letter + label
		if note != "" {
			if e.turn == nil && beside { // what can be changed is as bright as its name
				note = t.Faint.On(t.Fold(note))
			}
			line += strings.Repeat(" ", gap) + note
		}
		lines, s.drawn = append(lines, t.Fit(line, w)), append(s.drawn, i)
		more := words[1:]
		if each == 2 {
			more = []string{e.note}
		}
		for _, m := range more {
			at := s.notes
			if each == 1 {
				at = front
			}
			lines, s.drawn = append(lines, t.Fit(strings.Repeat(" ", at)+m, w)), append(s.drawn, i)
		}
	}
	if len(all) == 0 {
		return append(lines, "   "+l.T("lobby.nothing"))
	}
	if said := below(&all[s.cursor]); foot > 1 && len(said) > 0 {
		lines = t.Fill(lines, w, max(h-foot+1, len(lines)))
		lines = append(lines, kit.Indent(said[:min(len(said), foot-1)], "   ")...)
	}
	return lines
}

func (s *menuSheet) key(l *lobby, msg tea.KeyMsg) tea.Cmd {
	all := s.entries(l)
	if len(all) == 0 {
		return nil
	}
	at := &all[min(s.cursor, len(all)-1)]
	switch msg.String() {
	case "up", "shift+tab":
		s.cursor = (s.cursor + len(all) - 1) % len(all)
	case "down", "tab":
		s.cursor = (s.cursor + 1) % len(all)
	case "home", "pgup":
		s.cursor = 0
	case "end", "pgdown":
		s.cursor = len(all) - 1
	case "left", "right":
		if at.turn != nil {
			at.turn(l, map[string]int{"left": -1, "right": 1}[msg.String()])
		}
	case "enter", " ":
		if at.enter != nil {
			return at.enter(l)
		}
		at.turn(l, 1)
	default:
		if len(msg.Runes) != 1 {
			break
		}
		if i := slices.IndexFunc(all, func(e choiceLine) bool { return e.letter == msg.Runes[0] }); i >= 0 {
			s.cursor = i
			if all[i].enter != nil {
				return all[i].enter(l)
			}
			all[i].turn(l, 1)
		} else if msg.Runes[0] == 'q' {
			return l.back()
		}
	}
	return nil
}

func (s *menuSheet) bindings(l *lobby) []key.Binding {
	k := &l.keys
	out := []key.Binding{k.move}
	if slices.ContainsFunc(s.entries(l), func(e choiceLine) bool { return e.turn != nil }) {
		out = append(out, k.change)
	} else {
		out = append(out, k.pick)
	}
	if len(l.stack) > 1 {
		return append(out, k.back, k.help)
	}
	return append(out, k.help, k.quit)
}

// startMenu is the first screen.
func startMenu() sheet {
	return &menuSheet{titled: "lobby.menu", above: "lobby.welcome", entries: func(l *lobby) []choiceLine {
		var all []choiceLine
		add := func(letter rune, name, note string, enter func(*lobby) tea.Cmd) {
			all = append(all, choiceLine{letter: letter, label: l.T("lobby." + name), note: note, enter: enter})
		}
		offer := l.opts.Lesson != nil && len(l.opts.Saved) == 0 && !l.wish.Settings.Lesson
		if offer {
			add('f', "lesson", l.T("lobby.lesson.offer"), opens(lessonPage))
		}
		if l.opts.Continue != nil {
			add('c', "continue", l.opts.Continue(l.Texts), leaves(Continue))
		}
		add('n', "new", l.T("lobby.new.note"), opens(func(l *lobby) sheet { return newTableSheet(l, l.toPlay()) }))
		add('b', "book", l.T("lobby.book.note"), opens(chapterBook))
		add('k', "campaign", campaignNote(l), opens(func(l *lobby) sheet {
			if cards := l.opts.Campaigns.Cards; len(cards) > 0 {
				return newCampaignBook(cards[0].Name)
			}
			return newCampaignSheet(l)
		}))
		if _, err := l.opts.Library.Chapter(chapters.Road); err == nil {
			add('r', "road", l.T("lobby.road.note"), opens(func(l *lobby) sheet { return newTableSheet(l, chapters.Road) }))
		}
		if l.opts.Solve != nil {
			add('s', "solve", l.T("lobby.solve.note"), opens(func(*lobby) sheet { return &solveSheet{titled: "lobby.solve"} }))
		}
		if l.opts.Entry {
			add('d', "entry", l.T("lobby.entry.note"), leaves(EnterDeal))
		}
		if l.opts.Lesson != nil && !offer {
			add('f', "lesson", l.T("lobby.lesson.note"), opens(lessonPage))
		}
		add('?', "rules", l.T("lobby.rules.note"), opens(rulesOver))
		add('l', "saved", l.N("lobby.saved.note", len(l.opts.Saved)), opens(savedGames))
		if l.opts.Keeping.Stats != nil {
			add('t', "stats", l.T("lobby.stats.note"), opens(statsPage))
		}
		add('e', "settings", l.T("lobby.settings.note"), opens(settingsMenu))
		add('q', "leave", "", leaves(Leave))
		return all
	}}
}

// toPlay is the chapter that a new game proposes: the first one that has not
// been won.
func (l *lobby) toPlay() string {
	all := l.opts.Library.Chapters
	for _, c := range all {
		if !slices.ContainsFunc(l.opts.Played, func(p saves.ChapterStats) bool { return p.Chapter == c.ID && p.Won > 0 }) {
			return c.ID
		}
	}
	return all[0].ID
}

// chapterBook lists the chapters.
func chapterBook(*lobby) sheet {
	return &menuSheet{titled: "lobby.book", entries: func(l *lobby) []choiceLine {
		var all []choiceLine
		for _, c := range l.opts.Library.Chapters {
			long := ""
			if c.Long {
				long = l.T("lobby.long")
			}
			won, brief := l.record(c.ID)
			note := l.Fit(long, ansi.StringWidth(l.T("lobby.long"))+2) + won
			all = append(all, choiceLine{label: chapterLabel(c.ID, c.Title.In(l.Lang())), note: note, brief: brief, enter: opens(func(l *lobby) sheet { return chapterPage(l, c.ID) })})
		}
		return all
	}}
}

// record says how often the person has won a chapter, at tables of any size: in words
// and in numbers.
func (l *lobby) record(chapter string) (text, brief string) {
	var all saves.Tally
	for _, p := range l.opts.Played {
		if p.Chapter == chapter {
			all.Won, all.Lost = all.Won+p.Won, all.Lost+p.Lost
		}
	}
	if all.Finished() == 0 {
		return "", ""
	}
	mark := "  "
	if all.Won > 0 {
		mark = "* "
	}
	return mark + l.T("lobby.book.won", all.Won, all.Finished()), fmt.Sprintf("%d/%d", all.Won, all.Finished())
}

// savedGames lists the games that can be looked at.
func savedGames(*lobby) sheet {
	return &menuSheet{titled: "lobby.saved", above: "lobby.saved.above", entries: func(l *lobby) []choiceLine {
		var all []choiceLine
		for _, g := range l.opts.Saved {
			all = append(all, choiceLine{label: g.Name, note: g.About(l.Texts), enter: opens(func(l *lobby) sheet { return savedPage(l, g) })})
		}
		return all
	}}
}

// settingsMenu shows the settings, and changes them.
func settingsMenu(*lobby) sheet {
	return &menuSheet{titled: "lobby.settings", above: "lobby.settings.above", entries: func(l *lobby) []choiceLine {
		now := &l.wish.Settings
		var all []choiceLine
		add := func(letter rune, name, value string, turn func(*settings.Settings, int)) {
			all = append(all, choiceLine{
				letter: letter, label: l.T("lobby.set." + name), note: "< " + value + " >",
				turn: func(l *lobby, by int) { l.change(func(s *settings.Settings) { turn(s, by) }) },
			})
		}
		onOff := func(letter rune, name string, field func(*settings.Settings) *bool) {
			value := l.T("lobby.off")
			if *field(now) {
				value = l.T("lobby.on")
			}
			add(letter, name, value, func(s *settings.Settings, _ int) { *field(s) = !*field(s) })
		}
		add('l', "lang", l.T("lobby.lang."+l.Lang()), func(s *settings.Settings, by int) {
			s.Lang = turned(characters.Languages, l.Lang(), by)
		})
		add('c', "computer", l.T("lobby.computer."+l.computer()), func(s *settings.Settings, by int) {
			s.Computer = turned(l.opts.Computers, l.computer(), by)
		})
		onOff('a', "auto", func(s *settings.Settings) *bool { return &s.Auto })
		onOff('p', "quick", func(s *settings.Settings) *bool { return &s.Quick })
		onOff('m', "mouse", func(s *settings.Settings) *bool { return &s.Mouse })
		onOff('i', "ascii", func(s *settings.Settings) *bool { return &s.ASCII })
		color := now.Color
		if color == "" {
			color = "auto"
		}
		add('o', "color", l.T("lobby.color."+color), func(s *settings.Settings, by int) {
			s.Color = turned([]string{"auto", "always", "never"}, color, by)
		})
		word := func(letter rune, name string, words []string, field func(*settings.Settings) *string) {
			value := *field(now)
			if value == "" {
				value = words[0]
			}
			add(letter, name, l.T("lobby."+name+"."+value), func(s *settings.Settings, by int) {
				*field(s) = turned(words, value, by)
			})
		}
		word('t', "theme", settings.Themes, func(s *settings.Settings) *string { return &s.Theme })
		word('b', "background", settings.Backgrounds, func(s *settings.Settings) *string { return &s.Background })
		onOff('s', "still", func(s *settings.Settings) *bool { return &s.Still })
		return all
	}}
}

// computer is the computer player of the settings.
func (l *lobby) computer() string {
	all := l.opts.Computers
	if c := l.wish.Settings.Computer; slices.Contains(all, c) {
		return c
	}
	return all[len(all)-1]
}

// turned is what comes next in a list, round and round.
func turned(list []string, now string, by int) string {
	i := max(slices.Index(list, now), 0)
	return list[(i+by+len(list))%len(list)]
}

// textSheet shows a text that scrolls, and what can be done with its matter.
type textSheet struct {
	titled
	text   func(l *lobby, columns int) string
	reader kit.Reader
	// enter is what Enter does, and does says what that is.
	enter func(*lobby) tea.Cmd
	does  key.Binding
	// also are further keys.
	also []extra
}

// chapterPage tells what there is to know about a chapter.
func chapterPage(l *lobby, id string) sheet {
	return &textSheet{
		titled: "lobby.chapter", reader: kit.NewReader(), does: l.keys.table,
		text:  func(l *lobby, columns int) string { return l.opts.Page(id, l.wish.Settings, columns) },
		enter: opens(func(l *lobby) sheet { return newTableSheet(l, id) }),
	}
}

// lessonPage tells what a trick, a suit, the Rings and a goal are, and goes on to a small
// round. That it was offered is kept.
func lessonPage(l *lobby) sheet {
	if !l.wish.Settings.Lesson {
		l.change(func(s *settings.Settings) { s.Lesson = true })
	}
	return &textSheet{
		titled: "lobby.lesson", reader: kit.NewReader(), does: l.keys.lesson,
		text: func(l *lobby, _ int) string {
			var b strings.Builder
			for _, p := range l.opts.Lesson(l.Texts) {
				b.WriteString(p.Title + "\n  " + p.Text + "\n")
			}
			return b.String()
		},
		enter: leaves(Lesson),
	}
}

func (s *textSheet) draw(l *lobby, w, h int) []string {
	s.reader.Text(l.Theme, s.text(l, w-2), w, h)
	return s.reader.Draw(l.Theme, w, h)
}

func (s *textSheet) key(l *lobby, msg tea.KeyMsg) tea.Cmd {
	switch {
	case msg.Type == tea.KeyEnter && s.enter != nil:
		return s.enter(l)
	case msg.String() == "q":
		return l.back()
	}
	for _, a := range s.also {
		if key.Matches(msg, a.binding) {
			return a.do(l)
		}
	}
	return s.reader.Scroll(msg)
}

func (s *textSheet) bindings(l *lobby) []key.Binding {
	var out []key.Binding
	if s.enter != nil {
		out = append(out, s.does)
	}
	for _, a := range s.also {
		out = append(out, a.binding)
	}
	return append(out, l.keys.scroll, l.keys.back, l.keys.help)
}
