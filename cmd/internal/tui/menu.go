package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// choiceLine is one line of a menu. A letter leads to it at once.
type choiceLine struct {
	letter      rune
	label, note string
	enter       func(*lobby) tea.Cmd
	// turn changes it to the next or the one before, nil if there is nothing
	// to change.
	turn func(l *lobby, by int)
}

// menuSheet is a menu: its entries are made anew each time, because they may
// change.
type menuSheet struct {
	name    string // the key of its title
	entries func(*lobby) []choiceLine
	// above is a text above the entries, if any.
	above  string
	cursor int
	// top is the line in which entry first was drawn, notes the column of what
	// stands behind the entries, for the mouse.
	top, first, notes int
}

func (s *menuSheet) title(l *lobby) string { return l.T(s.name) }

func (s *menuSheet) draw(l *lobby, w, h int) []string {
	t := l.theme
	lines := []string{""}
	if s.above != "" {
		lines = append(lines, indent(t.wrap(l.T(s.above), w-6), "   ")...)
		lines = append(lines, "")
	}
	all := s.entries(l)
	s.cursor = min(s.cursor, max(len(all)-1, 0))
	if s.above == "" && len(all) == h {
		lines = nil // rather without a gap than without an end
	}
	wide := 0
	for i := range all {
		wide = max(wide, ansi.StringWidth(t.fold(all[i].label)))
	}
	room := h - len(lines)
	first := min(max(s.cursor-room/2, 0), max(len(all)-room, 0))
	s.top, s.first, s.notes = len(lines), first, 3+2+2+wide+3
	for i := first; i < len(all) && i < first+room; i++ {
		e := &all[i]
		mark, label := "  ", t.fit(e.label, wide)
		switch {
		case i == s.cursor:
			mark, label = "> ", t.cursor.Render(label)
		case i == first && first > 0:
			mark = "^ " // the menu goes on
		case i == first+room-1 && i+1 < len(all):
			mark = "v "
		}
		letter := "  "
		if e.letter != 0 {
			letter = string(e.letter) + " "
		}
		lines = append(lines, t.fit("   "+mark+letter+label+"   "+e.note, w))
	}
	if len(all) == 0 {
		lines = append(lines, "   "+l.T("lobby.nothing"))
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
	return &menuSheet{name: "lobby.menu", above: "lobby.welcome", entries: func(l *lobby) []choiceLine {
		opens := func(s func() sheet) func(*lobby) tea.Cmd {
			return func(l *lobby) tea.Cmd { l.open(s()); return nil }
		}
		var all []choiceLine
		add := func(letter rune, name, note string, enter func(*lobby) tea.Cmd) {
			all = append(all, choiceLine{letter: letter, label: l.T("lobby." + name), note: note, enter: enter})
		}
		lesson := func(l *lobby) tea.Cmd { l.open(lessonPage(l)); return nil }
		offer := l.opts.Lesson != nil && len(l.opts.Saved) == 0 && !l.wish.Settings.Lesson
		if offer {
			add('f', "lesson", l.T("lobby.lesson.offer"), lesson)
		}
		if l.opts.Continue != nil {
			add('c', "continue", l.opts.Continue(l.Texts), func(l *lobby) tea.Cmd { return l.leave(Continue) })
		}
		add('n', "new", l.T("lobby.new.note"), opens(func() sheet { return newTableSheet(l, l.toPlay()) }))
		add('b', "book", l.T("lobby.book.note"), opens(chapterBook))
		campaign := l.opts.Campaign
		if campaign == "" {
			campaign = l.T("lobby.campaign.none")
		}
		add('k', "campaign", campaign, func(l *lobby) tea.Cmd {
			if l.opts.Campaign != "" {
				return l.leave(Campaign)
			}
			l.open(newCampaignSheet(l))
			return nil
		})
		if _, err := l.opts.Library.Chapter(chapters.Road); err == nil {
			add('r', "road", l.T("lobby.road.note"), opens(func() sheet { return newTableSheet(l, chapters.Road) }))
		}
		if l.opts.Solve != nil {
			add('s', "solve", l.T("lobby.solve.note"), opens(func() sheet { return &solveSheet{} }))
		}
		if l.opts.Entry {
			add('d', "entry", l.T("lobby.entry.note"), func(l *lobby) tea.Cmd { return l.leave(EnterDeal) })
		}
		if l.opts.Lesson != nil && !offer {
			add('f', "lesson", l.T("lobby.lesson.note"), lesson)
		}
		add('?', "rules", l.T("lobby.rules.note"), func(l *lobby) tea.Cmd { l.openRules(); return nil })
		add('l', "saved", l.N("lobby.saved.note", len(l.opts.Saved)), opens(savedGames))
		add('e', "settings", l.T("lobby.settings.note"), opens(settingsMenu))
		add('q', "leave", "", func(l *lobby) tea.Cmd { return l.leave(Leave) })
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
func chapterBook() sheet {
	return &menuSheet{name: "lobby.book", entries: func(l *lobby) []choiceLine {
		var all []choiceLine
		for _, c := range l.opts.Library.Chapters {
			label := l.T("tui.chapter", c.ID, c.Title.In(l.Lang()))
			if c.ID == chapters.Road {
				label = c.Title.In(l.Lang())
			}
			long := ""
			if c.Long {
				long = l.T("lobby.long")
			}
			note := l.theme.fit(long, ansi.StringWidth(l.T("lobby.long"))+2) + l.record(c.ID)
			all = append(all, choiceLine{label: label, note: note, enter: func(l *lobby) tea.Cmd {
				l.open(chapterPage(l, c.ID))
				return nil
			}})
		}
		return all
	}}
}

// record says how often the person has won a chapter, at tables of any size.
func (l *lobby) record(chapter string) string {
	var all saves.Tally
	for _, p := range l.opts.Played {
		if p.Chapter == chapter {
			all.Won, all.Lost = all.Won+p.Won, all.Lost+p.Lost
		}
	}
	switch {
	case all.Finished() == 0:
		return ""
	case all.Won > 0:
		return "* " + l.T("lobby.book.won", all.Won, all.Finished())
	}
	return "  " + l.T("lobby.book.won", all.Won, all.Finished())
}

// savedGames lists the games that can be looked at.
func savedGames() sheet {
	return &menuSheet{name: "lobby.saved", above: "lobby.saved.above", entries: func(l *lobby) []choiceLine {
		var all []choiceLine
		for _, g := range l.opts.Saved {
			all = append(all, choiceLine{label: g.Name, note: g.About(l.Texts), enter: func(l *lobby) tea.Cmd {
				l.open(savedPage(l, g))
				return nil
			}})
		}
		return all
	}}
}

// settingsMenu shows the settings, and changes them.
func settingsMenu() sheet {
	return &menuSheet{name: "lobby.settings", above: "lobby.settings.above", entries: func(l *lobby) []choiceLine {
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
	name   string // the key of its title
	text   func(l *lobby, columns int) string
	reader reader
	// enter is what Enter does, and does says what that is.
	enter func(*lobby) tea.Cmd
	does  key.Binding
}

// chapterPage tells what there is to know about a chapter.
func chapterPage(l *lobby, id string) sheet {
	return &textSheet{
		name: "lobby.chapter", reader: newReader(), does: l.keys.table,
		text:  func(l *lobby, columns int) string { return l.opts.Page(id, l.wish.Settings, columns) },
		enter: func(l *lobby) tea.Cmd { l.open(newTableSheet(l, id)); return nil },
	}
}

// lessonPage tells what a trick, a suit, the Rings and a goal are, and goes on to a small
// round. That it was offered is kept.
func lessonPage(l *lobby) sheet {
	if !l.wish.Settings.Lesson {
		l.change(func(s *settings.Settings) { s.Lesson = true })
	}
	return &textSheet{
		name: "lobby.lesson", reader: newReader(), does: l.keys.lesson,
		text: func(l *lobby, _ int) string {
			var b strings.Builder
			for _, p := range l.opts.Lesson(l.Texts) {
				b.WriteString(p.Title + "\n  " + p.Text + "\n")
			}
			return b.String()
		},
		enter: func(l *lobby) tea.Cmd { return l.leave(Lesson) },
	}
}

// savedPage tells how a saved game went.
func savedPage(l *lobby, g SavedGame) sheet {
	s := &textSheet{
		name: "lobby.saved", reader: newReader(),
		text: func(l *lobby, columns int) string { return l.opts.Show(g.Name, l.wish.Settings, columns) },
	}
	wish := func(k WishKind) func(*lobby) tea.Cmd {
		return func(l *lobby) tea.Cmd {
			l.wish.Name = g.Name
			return l.leave(k)
		}
	}
	if !g.Finished {
		s.enter, s.does = wish(Resume), l.keys.goOn
	} else if l.opts.Look {
		s.enter, s.does = wish(LookAt), l.keys.look
	}
	return s
}

func (s *textSheet) title(l *lobby) string { return l.T(s.name) }

func (s *textSheet) draw(l *lobby, w, h int) []string {
	s.reader.text(l.theme, s.text(l, w-2), w, h)
	return s.reader.draw(l.theme, w, h)
}

func (s *textSheet) key(l *lobby, msg tea.KeyMsg) tea.Cmd {
	switch {
	case msg.Type == tea.KeyEnter && s.enter != nil:
		return s.enter(l)
	case msg.String() == "q":
		return l.back()
	}
	return s.reader.scroll(msg)
}

func (s *textSheet) bindings(l *lobby) []key.Binding {
	out := []key.Binding{l.keys.scroll, l.keys.back, l.keys.help}
	if s.enter != nil {
		out = append([]key.Binding{s.does}, out...)
	}
	return out
}
