package tui

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// LobbyOptions is what the program hands to the screens before a game.
type LobbyOptions struct {
	On      Terminal
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
	// Page returns what there is to know about a chapter, and Show how a saved game went.
	Page func(chapter string, s settings.Settings) page.Page
	Show func(name string, s settings.Settings) page.Page
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
	// Lesson says that the program offers the small round of the first evening.
	Lesson bool
	// Greets says that who has never played is greeted before the menu.
	Greets bool
	// Puzzles says how many puzzles of a level are solved, of all for 0; nil without any.
	Puzzles func(s settings.Settings, level int) string
	// Entry says that the program can take a deal from the real table.
	Entry bool
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
	// Puzzle solves puzzles of Wish.Level, 0 for that of the day.
	Puzzle
	// Today plays the deal of the day.
	Today
	// First plays chapter 1 for the first time.
	First
	// Browser plays the last game, or else chapter 1, in a browser.
	Browser
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
	// Level is that of the puzzles.
	Level int
	// Chapter is the one of a campaign to play, empty for what is next there.
	Chapter string
	// Settings are as the person left them.
	Settings settings.Settings
}

// lobby is the screens before a game.
type lobby struct {
	*kit.Stack
	opts *LobbyOptions
	ctx  context.Context
	wish Wish
	// mouse says that the terminal gives the mouse to the program, exit that ctrl-C was
	// pressed.
	mouse, exit bool
}

func newLobby(ctx context.Context, opts *LobbyOptions) *lobby {
	l := &lobby{opts: opts, ctx: ctx, Stack: &kit.Stack{Note: opts.Note, W: kit.MinWidth, H: kit.MinHeight}}
	l.wish.Settings, l.mouse = opts.Settings, opts.Settings.Mouse
	l.State = func() string { return l.T("lobby.game") }
	l.Quit = func() tea.Cmd {
		l.exit = true
		return l.leave(Leave)
	}
	l.Rules = func(frame string, keys []key.Binding) kit.Cover {
		return NewRules(l.Theme, opts.Library, frame, keys)
	}
	l.refresh()
	l.Sheets = []*kit.Sheet{startMenu(l)}
	if opts.Greets && l.isNew() {
		l.Open(greeting(l))
	}
	if opts.Chapter != "" {
		l.Open(newTableSheet(l, opts.Chapter))
	}
	if name := opts.Campaigns.Open; name != "" {
		l.Open(campaignBook(l, name))
	}
	return l
}

// refresh makes the lobby look as the settings say.
func (l *lobby) refresh() {
	l.Theme = kit.NewTheme(l.opts.Texts(l.wish.Settings), l.opts.Style(l.wish.Settings))
	l.QuitKey = kit.Binder(l.Texts, "lobby.key.", "lobby.help.")("quit", "q")
	l.Mouse = l.wish.Settings.Mouse
}

// Init begins.
func (l *lobby) Init() tea.Cmd { return nil }

// leaves is what a row does that is a wish.
func (l *lobby) leaves(k WishKind) func() tea.Cmd {
	return func() tea.Cmd { return l.leave(k) }
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
			l.Note = l.Problem(err)
		}
	}
}

// Update takes a key, the mouse, or a new size; the terminal gives the mouse to the program
// as the settings say.
func (l *lobby) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := l.Stack.Update(msg)
	if l.Mouse == l.mouse {
		return l, cmd
	}
	l.mouse = l.Mouse
	if cmd == nil {
		return l, mouse(l.mouse)
	}
	return l, tea.Batch(cmd, mouse(l.mouse))
}

// Lobby shows the screens before a game until the person knows what to do.
func Lobby(ctx context.Context, opts LobbyOptions) (Wish, error) {
	l := newLobby(ctx, &opts)
	if err := opts.On.show(ctx, l, l.mouse); err != nil {
		return Wish{}, err
	}
	return l.wish, nil
}
