// Package fullscreen shows what is played at home on a full screen: the menu and its sheets, the rounds, and their
// replay. A [Session] is the stage of a home (package home) while the screen is open.
//
// A game is a script beside the screen: it runs on its own goroutine, shows one screen after the other, and waits for
// the end of each. So what package home plays reads as one flow of control, and only this package knows of it.
//
// Where to look:
//
//   - the session: session.go; a game beside the screen, from its start to the menu afterwards, and what the home has
//     the session show: play.go, replay.go, real_round.go
//   - the menu: menu.go, menu_sheet.go; its sheets: new_game_sheets.go, campaign_sheets.go, saved_games.go,
//     deal_sheet.go
package fullscreen

import (
	"errors"
	"time"

	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/tui"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/console"
)

// Session is a home on a full screen.
type Session struct {
	// home plays and keeps what the session shows.
	home *home.Home
	// console is the terminal on which the screen is drawn.
	console *console.Console

	// shell has the screens.
	shell *tui.Shell
	// played has the saved games, as read when the menu was last shown. It is empty without a menu.
	played *saves.Played
	// noted has the paths of the damaged files that the menu has named.
	noted map[string]bool
	// lastErr is how the last game ended.
	lastErr error
	// farewells are the last words about the game that was left last. They are printed after the screen is
	// closed.
	farewells []home.Line
}

// Run runs what a command plays on a full screen, which is the stage of the home meanwhile.
func Run(h *home.Home, c *console.Console, script func(*Session) error) error {
	s, terminal := start(h, c)
	defer s.end()
	err := s.shell.Session.RunScript(&terminal, func() error { return script(s) })
	if errors.Is(err, play.ErrStopped) {
		return nil
	}
	return err
}

// start starts a session as the stage of a home, on a terminal.
func start(h *home.Home, c *console.Console) (*Session, tui.Terminal) {
	s := &Session{home: h, console: c, played: &saves.Played{}, noted: map[string]bool{}}
	h.Stage = s
	if h.Programs != nil {
		h.Programs.Stderr = nil // the output of programs would disturb the screen
	}
	terminal := s.terminal()
	stack := terminal.Stack()
	s.shell = &tui.Shell{
		Session:        tui.NewSession(h.Ctx, stack),
		Stack:          stack,
		Library:        h.Library,
		Now:            time.Now,
		New:            s.newTable,
		Lesson:         s.playAction(h.Lesson),
		AddGameActions: s.addGameActions,
		Today:          s.playAction(func() error { return h.Today(1) }),
		Solve:          s.solvePuzzles,
		Settings:       h.Person.Settings(),
		Change:         s.changeSettings,
		Client:         settings.ScreenAtHome,
		Played:         func() *saves.Played { return s.played },
		Stars: func() map[string]int {
			stars, _ := h.Stars() // an error is reported before a puzzle is played
			return stars
		},
		Campaign: s.openCampaign,
	}
	return s, terminal
}

// end ends the session and prints the farewells.
func (s *Session) end() {
	for _, line := range s.farewells {
		s.console.PrintLine(line(s.home.Person.Texts()))
	}
	s.farewells = nil
}

// terminal returns the terminal for full screens. From then on the person counts as asked.
func (s *Session) terminal() tui.Terminal {
	s.console.Asked = true
	r := s.home.Person.Reader()
	return tui.Terminal{
		In:      s.console.In,
		Out:     s.console.Out,
		Reader:  r,
		Style:   s.console.Style(r),
		Library: s.home.Library,
	}
}
