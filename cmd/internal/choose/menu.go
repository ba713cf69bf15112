package choose

import (
	"cmp"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// MenuEntry is an entry of the menu. All clients share one list of entries, with the names of the entries and the texts
// beside them. Each client opens its entries, and draws them, in its own way.
type MenuEntry struct {
	// Name names the entry in the program.
	Name string
	// Group is the group of entries that this one belongs to.
	Group string
	// Letter is the key of the entry on a screen, the same in every language.
	Letter rune
	// Sign is the drawing that a browser shows with the entry, empty for one that is no link there.
	Sign string
	// Clients are the ways to play that have the entry.
	Clients settings.Client

	// label is the key of the text that names the entry.
	label string
	// labelOnServer replaces label on a server if it is not empty.
	labelOnServer string
	// about is the key of the text that says what the entry is for, empty without one.
	about string
	// aboutOnServer replaces about on a server if it is not empty.
	aboutOnServer string
	// lines returns what stands in the menu now: usually one line, none while there is nothing to open. Nil stands for
	// a line about which there is nothing to say.
	lines func(*MenuFacts) []MenuLine
}

// menu has all entries, in the order in which they are shown. An entry that a client lacks has the reason beside it.
var menu = []MenuEntry{
	{
		Name: "continue", Group: "play", Letter: 'c', Sign: "i-next", Clients: settings.Everywhere,
		label: "lobby.continue", labelOnServer: "serve.lobby.table", lines: (*MenuFacts).unfinished,
	},
	{
		Name: "today", Group: "play", Letter: 'h', Sign: "i-star", Clients: settings.Everywhere,
		label: "lobby.today", about: "lobby.today.note", lines: (*MenuFacts).today,
	},
	{
		Name: "book", Group: "play", Letter: 'b', Sign: "i-book", Clients: settings.Everywhere,
		label: "lobby.book", about: "lobby.book.note", lines: (*MenuFacts).progress,
	},
	{
		Name: "campaign", Group: "play", Letter: 'k', Sign: "i-goal", Clients: settings.Everywhere,
		label: "lobby.campaign", about: "lobby.campaign.about", lines: (*MenuFacts).campaign,
	},
	{ // on a server it is a table, at which others can sit down
		Name: "new", Group: "play", Letter: 'n', Sign: "i-share", Clients: settings.Everywhere,
		label: "lobby.new", labelOnServer: "serve.lobby.new", about: "lobby.new.note", lines: (*MenuFacts).nextChapter,
	},
	{ // codes lead to the tables of a server
		Name: "code", Group: "play", Letter: 'o', Clients: settings.OnServer,
		label: "serve.lobby.code",
	},
	{
		Name: "lesson", Group: "learn", Letter: 'f', Sign: "i-bulb", Clients: settings.Everywhere,
		label: "lobby.lesson", about: "lobby.lesson.note", lines: (*MenuFacts).lesson,
	},
	{
		Name: "rules", Group: "learn", Letter: '?', Sign: "i-eye", Clients: settings.Everywhere,
		label: "lobby.rules", about: "lobby.rules.note",
	},
	{ // a server keeps the last round of each table, which the statistics list
		Name: "saved", Group: "back", Letter: 'l', Sign: "i-undo", Clients: settings.AtHome,
		label: "lobby.saved", about: "lobby.saved.about", lines: (*MenuFacts).saved,
	},
	{
		Name: "stats", Group: "back", Letter: 't', Sign: "i-crown", Clients: settings.Everywhere,
		label: "lobby.stats", about: "lobby.stats.note", aboutOnServer: "serve.stats.note",
		lines: (*MenuFacts).winsInRow,
	},
	{
		Name: "puzzle", Group: "puzzle", Letter: 'p', Sign: "i-check", Clients: settings.Everywhere,
		label: "lobby.puzzle", about: "lobby.puzzle.note", lines: (*MenuFacts).puzzles,
	},
	{ // on a screen it is a form line by line, which a server has no room for
		Name: "entry", Group: "tools", Letter: 'd', Sign: "i-hand", Clients: settings.AtHome | settings.BrowserOnServer,
		label: "lobby.entry", about: "lobby.entry.note",
	},
	{ // the search takes all of a person's processors, and shows how far it is on the screen where it was begun
		Name: "solve", Group: "tools", Letter: 's', Clients: settings.ScreenAtHome,
		label: "lobby.solve", about: "lobby.solve.note",
	},
	{ // only a screen at home has a browser beside it
		Name: "browser", Group: "tools", Letter: 'i', Clients: settings.ScreenAtHome,
		label: "lobby.browser", about: "lobby.browser.note",
	},
	{ // at home nobody has to be recognized
		Name: "elsewhere", Group: "tools", Letter: 'i', Clients: settings.OnServer,
		label: "serve.browsercode", lines: (*MenuFacts).returnCode,
	},
	{ // at home each game asks for names
		Name: "name", Group: "else", Letter: 'm', Clients: settings.OnServer,
		label: "serve.lobby.name", lines: (*MenuFacts).name,
	},
	{
		Name: "settings", Group: "else", Letter: 'e', Sign: "i-more", Clients: settings.Everywhere,
		label: "lobby.settings", about: "lobby.settings.note", lines: (*MenuFacts).language,
	},
	{ // a browser is closed
		Name: "leave", Group: "else", Letter: 'q', Clients: settings.Screens,
		label: "lobby.leave", labelOnServer: "serve.lobby.leave",
	},
}

// MenuEntries returns the entries that a client has.
func MenuEntries(client settings.Client) (all []MenuEntry) {
	for _, entry := range menu {
		if entry.Clients&client != 0 {
			all = append(all, entry)
		}
	}
	return all
}

// MenuLine is a line of a person's menu, in the person's language.
type MenuLine struct {
	// Entry says which sheet or page the line opens.
	Entry MenuEntry
	// Which tells lines of one entry apart: the table of a server, or the saved game.
	Which string
	// Err is why the line cannot be opened, nil if it can.
	Err error

	// Group names the group that the line belongs to.
	Group string
	Label string
	// About says what the line is for, empty if its label says it.
	About string
	// Note says how things stand now, such as how many puzzles are solved. It is empty before there is anything to say.
	Note string
	// Brief is Note in fewer words, empty if Note is short.
	Brief string
}

// MenuFacts are the facts that a menu depends on: who reads it, where, and what the person has played.
type MenuFacts struct {
	Texts   *texts.Texts
	Library *chapters.Library
	// Client is where the menu is shown.
	Client settings.Client
	Now    time.Time
	// Stars are the stars of the puzzles that the person has solved, by the puzzles' names.
	Stars map[string]int

	// Played has the games that the person has played at home. It is nil on a server.
	Played *saves.Played
	// IsNew reports whether the person has neither played nor seen the first evening.
	IsNew bool

	// Name is the name of a visitor of a server.
	Name string
	// Tables are the tables of a server where the visitor was.
	Tables []table.Visited
	// HasReturnCode reports whether the visitor sees the code to come back with already.
	HasReturnCode bool
}

// Menu returns the lines of the menu.
func (f *MenuFacts) Menu() (all []MenuLine) {
	for _, entry := range MenuEntries(f.Client) {
		label := entry.label
		about := entry.about
		if f.Client&settings.OnServer != 0 {
			label = cmp.Or(entry.labelOnServer, label)
			about = cmp.Or(entry.aboutOnServer, about)
		}
		lines := []MenuLine{{}}
		if entry.lines != nil {
			lines = entry.lines(f)
		}
		for _, line := range lines {
			line.Entry = entry
			line.Group = f.Texts.T("lobby.group." + entry.Group)
			line.Label = f.Texts.T(label)
			if line.About == "" && about != "" {
				line.About = f.Texts.T(about)
			}
			all = append(all, line)
		}
	}
	return all
}
