package tui

import (
	"context"
	"io"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/lesson"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// LobbyOptions is what the program hands to the screens before a game.
type LobbyOptions struct {
	In      io.Reader
	Out     io.Writer
	Library *chapters.Library
	// Settings are shown, changed and, with Save, kept.
	Settings settings.Settings
	Save     func(settings.Settings) error
	// Texts returns the texts in the language of the settings.
	Texts func(settings.Settings) *texts.Texts
	// Style returns how to draw with the settings.
	Style func(settings.Settings) kit.Style
	// Computers are the computer players, the weakest first.
	Computers []string
	// Continue tells in a language which game can go on, nil if none can.
	Continue  func(*texts.Texts) string
	Campaigns Campaigns
	Keeping   Keeping
	// Saved are the games that can be looked at, and Played how the person has
	// done in each chapter.
	Saved  []SavedGame
	Played []saves.ChapterStats
	// Page returns what there is to know about a chapter, and Show how a saved game
	// went, in lines of so many columns.
	Page func(chapter string, s settings.Settings, columns int) string
	Show func(name string, s settings.Settings, columns int) string
	// Look says that the program can look through a game that has ended.
	Look bool
	// Solve says whether a deal can be won, for a person.
	Solve func(ctx context.Context, deal string, s settings.Settings) (string, error)
	// Any returns the number of a deal nobody has asked for by number.
	Any func() uint64
	// Chapter, if set, opens the table set-up for a chapter at once.
	Chapter string
	// Note is shown until the first key.
	Note string
	// Lesson is what is told before the small round of the first evening, nil without
	// one.
	Lesson func(*texts.Texts) []lesson.Page
	// Entry says that the program can take a deal from the real table.
	Entry bool
}

// SavedGame is a game as the list of games shows it.
type SavedGame struct {
	Name string
	// About tells in a language what it is and how it stands.
	About    func(*texts.Texts) string
	Finished bool
}

// WishKind is what a person wants to do.
type WishKind uint8

// The wishes.
const (
	// Leave ends the program.
	Leave WishKind = iota
	// Continue goes on with the last game.
	Continue
	// Start begins a new game, see Wish.
	Start
	// Campaign goes on with the campaign of Wish.Name, in Wish.Chapter if there is one;
	// with people in Wish.By it is a new one.
	Campaign
	// Resume goes on with the saved game of Wish.Name; LookAt looks through it.
	Resume
	LookAt
	// EnterDeal takes a deal from the real table.
	EnterDeal
	// StepThrough goes through the deal of Wish.Name, card by card, as it is won.
	StepThrough
	// Lesson plays the small round of the first evening.
	Lesson
)

// Wish is what a person wants to do, with what belongs to it.
type Wish struct {
	Kind WishKind
	// Deal and By, and for a campaign the number of its players, are the new
	// game: who plays each seat, as in session.Config.
	Deal chapters.DealID
	By   []string
	// Name is the name of the saved game or of the new campaign.
	Name string
	// Chapter is the one of a campaign to play, empty for what is next there.
	Chapter string
	// Settings are as the person left them.
	Settings settings.Settings
}

// lobby is the screens before a game; the last of the stack is shown.
type lobby struct {
	*kit.Theme
	keys  lobbyKeys
	opts  *LobbyOptions
	ctx   context.Context
	w, h  int
	stack []sheet
	wish  Wish
	note  string
	// mouse says that the mouse is the program's, exit that ctrl-C was pressed.
	mouse, exit bool
}

// sheet is one screen of the lobby.
type sheet interface {
	title(l *lobby) string
	draw(l *lobby, w, h int) []string
	key(l *lobby, msg tea.KeyMsg) tea.Cmd
	// click is what the mouse does at a place of what was drawn last.
	click(l *lobby, x, y int) tea.Cmd
	// bindings are the keys that do something here.
	bindings(l *lobby) []key.Binding
}

// titled is the key of a sheet's title; the mouse does nothing there.
type titled string

func (n titled) title(l *lobby) string          { return l.T(string(n)) }
func (n titled) click(*lobby, int, int) tea.Cmd { return nil }

// lobbyKeys is every key of the lobby.
type lobbyKeys struct {
	move, change, pick, scroll, typing, back, quit, begin, table, goOn, look, lesson, export, remove, stop, help key.Binding
}

func newLobbyKeys(t *texts.Texts) lobbyKeys {
	bind := kit.Binder(t, "lobby.key.", "lobby.help.")
	return lobbyKeys{
		move:   bind("move", "up", "down", "tab", "shift+tab"),
		change: bind("change", "left", "right"),
		pick:   bind("pick", "enter", " "),
		scroll: bind("scroll", "up", "down", "pgup", "pgdown", "home", "end"),
		typing: bind("typing", "letters"),
		back:   bind("back", "esc"),
		quit:   bind("quit", "q", "ctrl+c"),
		begin:  bind("begin", "enter"),
		table:  bind("table", "enter"),
		goOn:   bind("goon", "enter"),
		look:   bind("look", "enter"),
		lesson: bind("lesson", "enter"),
		export: bind("export", "x"),
		remove: bind("remove", "d"),
		stop:   bind("stop", "esc", "q"),
		help:   bind("help", "?"),
	}
}

func newLobby(ctx context.Context, opts *LobbyOptions) *lobby {
	l := &lobby{opts: opts, ctx: ctx, note: opts.Note, w: kit.MinWidth, h: kit.MinHeight}
	l.wish.Settings, l.mouse = opts.Settings, opts.Settings.Mouse
	l.refresh()
	l.stack = []sheet{startMenu(l)}
	if opts.Chapter != "" {
		l.open(newTableSheet(l, opts.Chapter))
	}
	if name := opts.Campaigns.Open; name != "" {
		l.open(newCampaignBook(l, name))
	}
	return l
}

// refresh makes the lobby look as the settings say.
func (l *lobby) refresh() {
	l.Theme = kit.NewTheme(l.opts.Texts(l.wish.Settings), l.opts.Style(l.wish.Settings))
	l.keys = newLobbyKeys(l.Texts)
}

// Init begins.
func (l *lobby) Init() tea.Cmd { return nil }

func (l *lobby) top() sheet { return l.stack[len(l.stack)-1] }

// open shows a further screen.
func (l *lobby) open(s sheet) tea.Cmd {
	l.stack = append(l.stack, s)
	return nil
}

// opens is what a line of a menu does that leads to a further screen, leaves what one does
// that is a wish.
func (l *lobby) opens(s func(*lobby) sheet) func() tea.Cmd {
	return func() tea.Cmd { return l.open(s(l)) }
}

func (l *lobby) leaves(k WishKind) func() tea.Cmd {
	return func() tea.Cmd { return l.leave(k) }
}

// back closes a screen, and at the last one the lobby.
func (l *lobby) back() tea.Cmd {
	if len(l.stack) == 1 {
		return l.leave(Leave)
	}
	l.stack = l.stack[:len(l.stack)-1]
	return nil
}

func (l *lobby) leave(k WishKind) tea.Cmd {
	l.wish.Kind = k
	return tea.Quit
}

// change keeps changed settings.
func (l *lobby) change(f func(*settings.Settings)) {
	f(&l.wish.Settings)
	l.refresh()
	if l.opts.Save != nil {
		if err := l.opts.Save(l.wish.Settings); err != nil {
			l.note = l.Problem(err)
		}
	}
}

// Update takes a key or a new size.
func (l *lobby) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		l.w, l.h = msg.Width, msg.Height
	case dealMsg:
		if s, ok := l.top().(*solveSheet); ok {
			s.found(l, msg)
		}
	case tea.KeyMsg:
		l.note = ""
		switch {
		case msg.Type == tea.KeyCtrlC:
			l.exit = true
			return l, l.leave(Leave)
		case key.Matches(msg, l.keys.back):
			if s, ok := l.top().(*rulesSheet); ok {
				return l, s.key(l, msg)
			}
			if len(l.stack) == 1 {
				return l, nil // one esc too many does not end the program
			}
			return l, l.back()
		}
		if _, open := l.top().(*rulesSheet); !open && key.Matches(msg, l.keys.help) {
			return l, l.open(rulesOver(l))
		}
		return l, l.switchMouse(l.top().key(l, msg))
	case tea.MouseMsg:
		return l, l.switchMouse(l.click(msg))
	}
	return l, nil
}

// View draws the whole window, exactly as large as it is.
func (l *lobby) View() string {
	return l.Screen(l.around(), l.w, l.h, func(w, h int) []string { return l.top().draw(l, w, h) })
}

// around is what stands around the sheet.
func (l *lobby) around() *kit.Around {
	a := &kit.Around{Head: l.titleLine(), Note: l.note, Keys: l.top().bindings(l)}
	if s, ok := l.top().(*textSheet); ok {
		a.More = func() bool { return !s.reader.Pager.AtBottom() }
	}
	return a
}

// titleLine names the screen, and the game where there is room for both.
func (l *lobby) titleLine() string {
	t := l.Theme
	title, game := l.top().title(l), l.T("lobby.game")
	if ansi.StringWidth(t.Fold(title+game))+4 > l.w {
		game = ""
	}
	if short, _, ok := strings.Cut(title, " - "); ok && ansi.StringWidth(t.Fold(title))+2 > l.w {
		title = short
	}
	return t.Headline(title, game, l.w)
}

// Lobby shows the screens before a game until the person knows what to do.
func Lobby(ctx context.Context, opts LobbyOptions) (Wish, error) {
	l := newLobby(ctx, &opts)
	on := Terminal{In: opts.In, Out: opts.Out}
	if err := on.show(ctx, l, l.mouse); err != nil {
		return Wish{}, err
	}
	return l.wish, nil
}
