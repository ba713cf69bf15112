// Package home is a session on the person's own machine: the menu and the games started from it, with saved
// games and campaigns in a folder.
//
// Where to look:
//
//   - the session and its screens: home.go; the person and their settings: person.go; what is printed at
//     the end of a session: farewell.go
//   - the menu: menu_loop.go, menu_sheet.go, new_game_sheets.go, player_form.go, campaign_sheets.go,
//     saved_games.go, deal_sheet.go
//   - rounds in a browser on this machine: browser.go, browser_person.go
//   - a table and its rounds, one after the other: game.go, play_rounds.go, next_round.go; the analysis of a
//     finished round: deal_analysis.go
//   - what is played from the menu or by a command: play_campaign.go and campaign_choice.go, solo.go,
//     replay.go, real_round.go
package home

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
)

// Home runs games on the person's own machine: the menu, saved games, campaigns and puzzles.
type Home struct {
	// Person is the user, with their settings and command-line options.
	Person *Person

	Library *chapters.Library

	// Saves is the folder of saved games and campaigns.
	Saves *saves.Folder
	// Ctx ends all games when it is done.
	Ctx context.Context
	// In is the terminal's input, or whatever replaces it.
	In io.Reader
	// Out is the terminal's output, or whatever replaces it.
	Out io.Writer

	// Computer names the computer players of the seats without a person, in seat order. The last name also
	// plays all further seats.
	Computer []string
	// Programs starts the computer players that are external programs.
	Programs *bot.Programs
	// Replaces makes Computer take over seats of a saved game that others played.
	Replaces bool

	// Plain plays line by line, without a full screen.
	Plain bool
	// Browser plays on pages in a browser on this machine.
	Browser bool
	// Silent turns the coach of chapter 1 off.
	Silent bool

	// shell is the running session on a full screen, nil if there is none.
	shell *tui.Shell
	// hasMenu reports whether the session has the menu.
	hasMenu bool
	// played has the saved games, as read when the menu was last shown. It is empty without a menu.
	played *saves.Played
	// browser serves the local pages, nil until the first round in a browser.
	browser *web.Home
	// advice is the coach's state, shared by all rounds of the session.
	advice *play.Advice
	// lastErr is how the last game ended.
	lastErr error
	// farewells are the last words about the game that was left last. They are printed after the screen is
	// closed, and are functions because the person may change the language in the meantime.
	farewells []func(*texts.Texts) string
}

// RunCommand runs what a command plays: on a full screen if there is one, otherwise line by line or in a
// browser.
func (h *Home) RunCommand(script func() error) error {
	if !h.HasScreen() {
		return script()
	}
	terminal := h.terminal()
	h.startSession(&terminal)
	defer h.endSession()
	err := h.shell.Session.RunScript(&terminal, script)
	if errors.Is(err, play.ErrStopped) {
		return nil
	}
	return err
}

// startSession starts a session on a full screen.
func (h *Home) startSession(terminal *tui.Terminal) {
	stack := terminal.Stack()
	stack.Mouse = h.Person.Settings().Mouse
	h.played = &saves.Played{}
	h.shell = &tui.Shell{
		Session:        tui.NewSession(h.Ctx, stack),
		Stack:          stack,
		Library:        h.Library,
		Now:            time.Now,
		New:            h.newTable,
		Lesson:         h.playAction(h.Lesson),
		AddGameActions: h.addGameActions,
		Today:          h.playAction(func() error { return h.Today(1) }),
		Solve:          h.solveLevel,
		Settings:       h.Person.Settings(),
		Change:         h.changeSettings,
		Client:         settings.ScreenAtHome,
		Played:         func() *saves.Played { return h.played },
		Stars: func() map[string]int {
			stars, _ := h.stars() // an error is reported before a puzzle is played
			return stars
		},
		Campaign: h.campaignRow,
	}
}

// endSession ends the session and prints the farewells.
func (h *Home) endSession() {
	h.shell = nil
	for _, line := range h.farewells {
		h.printLine(line(h.Person.Texts()))
	}
	h.farewells = nil
}

// terminal returns the terminal for full screens. From then on the person counts as asked, see [Person.Asked].
func (h *Home) terminal() tui.Terminal {
	h.Person.Asked = true
	return tui.Terminal{In: h.In, Out: h.Out, Texts: h.Person.Texts(), Style: h.Person.Style(h.Out), Library: h.Library}
}

// isInteractive reports whether a person can be asked at a terminal.
func (h *Home) isInteractive() bool { return kit.IsTerminal(h.In) && kit.IsTerminal(h.Out) }

// HasScreen reports whether there is a full screen to play on.
func (h *Home) HasScreen() bool {
	if h.shell != nil {
		return true
	}
	return h.isInteractive() && !h.Plain && !h.Browser && os.Getenv("TERM") != "dumb"
}

// withProgress does something that may take a while. A screen shows the text meanwhile.
func (h *Home) withProgress(text string, work func(context.Context) error) error {
	if h.shell == nil {
		return work(h.Ctx)
	}
	return h.shell.Session.ShowProgress(text, work)
}

// sharedAdvice returns the coach's state, which all rounds of the session share.
func (h *Home) sharedAdvice() *play.Advice {
	if h.advice == nil {
		h.advice = &play.Advice{Coach: !h.Silent}
	}
	return h.advice
}

// computerDelay returns how long a computer player takes at least for a decision, as Beat of [tui.Options] has it:
// 0 for the usual time, and -1 for no time at all.
func (h *Home) computerDelay() time.Duration {
	if h.Person.Settings().Quick {
		return -1
	}
	return 0
}
