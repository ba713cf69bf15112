// Package home is a visit at home: the menu and the games from there, on the person's own machine,
// with saved games and campaigns in a folder.
//
// Where to look:
//
//   - the visit, its screens and its browser: this file; the person for whom pages are drawn: browser.go; the menu after each game: sitting.go
//   - a table and its rounds, one after the other: game.go; what is told of a deal when its round is
//     over: deal.go
//   - the menu: menu.go, setup.go, book.go, saved.go
//   - what is played from there or by a command: rounds.go for campaigns, alone.go,
//     look.go, enter.go
package home

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
)

// Home plays games at home: it holds their files, the person, and the looks of the screen.
type Home struct {
	Person *Person
	// Place is the visit that goes on, nil for none, and played what the person had played when the
	// menu came.
	shell  *tui.Shell
	played *saves.Played
	// Ctx ends the games. In and Out are the terminal, or whatever is there in its place.
	Ctx     context.Context
	In      io.Reader
	Out     io.Writer
	Library *chapters.Library
	Saves   *saves.Folder
	// Computer are the computer players, in the order of the seats that no person has. The last
	// one also plays the seats after it.
	Computer []string
	// Programs starts those of them that are programs. Replaces reports whether they go on with a saved
	// game in the place of those who played there.
	Programs *bot.Programs
	Replaces bool
	// Plain plays line by line, Browser in a browser on this machine, by way of pages.
	Plain, Browser bool
	browser        *web.Home
	// Silent switches the coach of the first chapter off, and advice is what the person is told.
	Silent bool
	advice *play.Advice
	// hasMenu reports whether the visit has the menu, and err how the last thing has ended that was played.
	hasMenu bool
	err     error
	// farewells holds the last words when the menu ends, about the game that was left last: in the
	// language of then.
	farewells []func(*texts.Texts) string
}

// addFarewell says something as a game is left: when the screen is gone, if there is one.
func (h *Home) addFarewell(key string, args ...any) {
	h.addFarewellLine(func(t *texts.Texts) string { return t.T(key, args...) })
}

func (h *Home) addFarewellLine(line func(*texts.Texts) string) {
	if h.shell == nil {
		h.printLine(line(h.Person.Texts()))
		return
	}
	h.farewells = append(h.farewells, line)
}

// printLine writes a line for the person.
func (h *Home) printLine(line string) {
	if h.Person.ASCII {
		line = texts.InASCII(line)
	}
	fmt.Fprintln(h.Out, line)
}

// terminal has the full screens.
func (h *Home) terminal() tui.Terminal {
	h.Person.Asked = true
	return tui.Terminal{In: h.In, Out: h.Out, Texts: h.Person.Texts(), Style: h.Person.Style(h.Out), Library: h.Library}
}

// isInteractive reports whether a person can be asked at a terminal.
func (h *Home) isInteractive() bool { return kit.IsTerminal(h.In) && kit.IsTerminal(h.Out) }

// HasScreen reports whether there is a full screen to play on.
func (h *Home) HasScreen() bool {
	return h.shell != nil || h.isInteractive() && !h.Plain && !h.Browser && os.Getenv("TERM") != "dumb"
}

// RunCommand lets something be played from a command: on a screen where there is one, else line by
// line or in a browser.
func (h *Home) RunCommand(script func() error) error {
	if !h.HasScreen() {
		return script()
	}
	terminal := h.terminal()
	h.startSession(&terminal)
	defer h.endSession()
	if err := h.shell.RunScript(&terminal, script); !errors.Is(err, tui.ErrStopped) {
		return err
	}
	return nil
}

// startSession begins a visit with screens.
func (h *Home) startSession(terminal *tui.Terminal) {
	stack := terminal.Stack()
	stack.Mouse = h.Person.Settings().Mouse
	h.played = &saves.Played{}
	h.shell = &tui.Shell{
		Session: tui.NewSession(h.Ctx, stack), Library: h.Library, Now: time.Now, New: h.newTable,
		Lesson: h.playAction(h.Lesson), AddGameActions: h.addGameActions,
		Today: h.playAction(func() error { return h.Today(1) }), Solve: h.solveLevel,
		Settings: h.Person.Settings(), Change: h.changeSettings, Computers: players.Names,
		Played: func() *saves.Played { return h.played },
		Stars: func() map[string]int {
			stars, _ := h.stars() // an error is told before a puzzle
			return stars
		},
		Campaign: func() kit.Row {
			return kit.Row{
				Letter: 'k', Label: h.shell.Theme.T("lobby.campaign"), Note: h.campaignNote(),
				OnEnter: h.shell.PushAction(func() *kit.Sheet {
					if len(h.played.Campaigns) > 0 {
						return h.campaignBook(h.played.Campaigns[0].Name)
					}
					return h.newCampaign()
				}),
			}
		},
	}
}

// endSession says the last words.
func (h *Home) endSession() {
	h.shell = nil
	for _, line := range h.farewells { // in the language of the last screen
		h.printLine(line(h.Person.Texts()))
	}
	h.farewells = nil
}

// withProgress does something that may take a while, which the screen says where there is one.
func (h *Home) withProgress(text string, work func(context.Context) error) error {
	if h.shell == nil {
		return work(h.Ctx)
	}
	return h.shell.ShowProgress(text, work)
}

// saveSettings writes settings, but not over those that the person wrote and that cannot be read.
func saveSettings(now settings.Settings) error {
	if _, err := settings.Load(settings.Path()); err != nil {
		return err
	}
	return now.Save(settings.Path())
}

// CloseBrowser closes the door for the browser, if it is open.
func (h *Home) CloseBrowser() {
	if h.browser != nil {
		_ = h.browser.Close()
		h.browser = nil
	}
}

// showInBrowser plays on pages in a browser on this machine, which are opened for the first round.
// From the menu the person can come back there.
func (h *Home) showInBrowser(r web.Solo) (next play.AfterRound, err error) {
	ctx := h.Ctx
	t := h.Person.Texts()
	var messages []string
	wants := h.Person.Settings()
	if !r.Unsaved {
		advice := *r.Advice // the pages have one of their own
		advice.Tips, advice.SeenTips = !wants.NoTips, wants.Tips
		r.Advice = &advice
		defer func() { err = errors.Join(err, h.keepTips(h.browser.SeenTips())) }()
	}
	first := h.browser == nil
	if first {
		if h.browser, err = web.NewHome(h.Library, t, &browserPerson{Home: h}, h.computerDelay()); err != nil {
			return play.Nothing, err
		}
	}
	h.browser.Show(r)
	if first {
		messages = append(messages, t.T("web.athome", h.browser.Link))
		if web.Browse(ctx, h.browser.Link) != nil {
			messages = append(messages, t.T("web.nobrowser"))
		}
	}
	if h.shell == nil {
		for _, line := range messages {
			fmt.Fprintln(h.Out, line)
		}
		return h.browser.AwaitLeave(ctx)
	}
	err = h.shell.ShowProgress(t.T("web.athome", h.browser.Link), func(ctx context.Context) (err error) {
		next, err = h.browser.AwaitLeave(ctx)
		return err
	})
	if errors.Is(err, tui.ErrStopped) {
		return play.Nothing, nil
	}
	return next, err
}

// keepTips keeps which tips the person has had.
func (h *Home) keepTips(tips []string) error {
	now := h.Person.Settings()
	if slices.Equal(now.Tips, tips) {
		return nil
	}
	now.Tips = tips
	h.Person.UseSettings(now)
	return saveSettings(now)
}

// sharedAdvice is what the person is told in the rounds of this visit.
func (h *Home) sharedAdvice() *play.Advice {
	if h.advice == nil {
		h.advice = &play.Advice{Coach: !h.Silent}
	}
	return h.advice
}

// resumeCommand is the command that goes on with the game. One that was asked for by its
// name need not be the last one played, when nothing was decided in it.
func (h *Home) resumeCommand(g *Game) string {
	if name := g.campaign(); name != "" {
		return h.withFlags("fellowship campaign play " + name)
	}
	if g.named {
		return h.withFlags("fellowship play " + g.file.Name())
	}
	return h.withFlags("fellowship play")
}

// nextChapterCommand is the command that plays the next chapter, with as many players; empty
// when there is none.
func (h *Home) nextChapterCommand(g *Game) string {
	if g.campaignRun != nil {
		return h.resumeCommand(g)
	}
	id, err := chapters.ParseDealID(g.record().Deal)
	if err != nil {
		return ""
	}
	c := chapterAfter(h.Library, id.Chapter)
	if c == nil {
		return ""
	}
	command := "fellowship play --chapter " + c.ID
	if id.Players != 4 {
		command += fmt.Sprintf(" --players %d", id.Players)
	}
	return h.withFlags(command)
}

// withFlags completes a command with the flags that are about the program.
func (h *Home) withFlags(command string) string {
	if h.Plain {
		command += " --plain"
	}
	if h.Person.Lang != "" {
		command += " --lang " + h.Person.Lang
	}
	if h.Person.Chapters != "" {
		command += " --chapters " + h.Person.Chapters
	}
	return command
}

// computerDelay is how long a computer player takes at least, as tui.Options has it.
func (h *Home) computerDelay() time.Duration {
	if h.Person.Settings().Quick {
		return -1
	}
	return 0
}

// nothingChosen means that a person was asked and chose nothing.
var nothingChosen = say.New("nothing was chosen, so nothing is played")

// askByNumber lets the person choose one of a list line by line, and returns which.
func (h *Home) askByNumber(question string, list []string) (int, error) {
	answers := h.Person.inputLines(h.Ctx, h.In)
	for {
		h.printLine(question)
		for i, line := range list {
			h.printLine(fmt.Sprintf("  %d  %s", i+1, line))
		}
		fmt.Fprint(h.Out, h.Person.Texts().T("campaign.ask.number", len(list)))
		answer, err := answers.Next()
		for i := range list {
			if answer == fmt.Sprint(i+1) {
				return i, nil
			}
		}
		switch {
		case err != nil:
			return 0, say.Errorf("nothing was chosen: %w", err)
		case answer == "q" || answer == "quit":
			return 0, nothingChosen
		}
	}
}
