package playing

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/browser"
	"fellowship/cmd/internal/visit/home/console"
	"fellowship/cmd/internal/visit/home/fullscreen"
	"fellowship/cmd/internal/visit/home/linebyline"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

// visit is a person at home for the time of one command: the home, and the stage that shows it.
type visit struct {
	home *home.Home
	// console is the terminal from which the command was started.
	console *console.Console
	// inBrowser plays on pages in a browser on this machine.
	inBrowser bool

	// lines is the stage line by line.
	lines *linebyline.Stage
	// pages is the stage in a browser, nil without inBrowser.
	pages *browser.Stage
}

// newVisit returns what a command needs to play something. The command's flags complete it, and then prepare.
func newVisit(root *command.Root) *visit {
	return &visit{home: &home.Home{Person: &root.Person}, console: &root.Console}
}

// prepare fills in what comes from the command that runs, and returns the home.
func (v *visit) prepare(cmd *cobra.Command, lib *chapters.Library) *home.Home {
	v.console.In = cmd.InOrStdin()
	v.console.Out = cmd.OutOrStdout()
	h := v.home
	h.Ctx = cmd.Context()
	h.Library = lib
	h.Saves = saves.Default()
	h.Saves.KeepSummaries(lib, build.Fingerprint())
	if len(h.Computer) == 0 {
		h.Computer = []string{players.Strongest}
	}
	v.lines = linebyline.New(h, v.console)
	if v.inBrowser {
		v.pages = browser.New(h, v.lines, v.console.PrintLine)
	}
	return h
}

// close stops what was started for the stage.
func (v *visit) close() {
	if v.pages != nil {
		v.pages.Close()
	}
}

// hasScreen reports whether the visit is on a full screen.
func (v *visit) hasScreen() bool { return v.console.HasScreen() && !v.home.Plain && !v.inBrowser }

// run runs what a command plays: on a full screen if there is one, otherwise line by line or in a browser.
func (v *visit) run(script func() error) error {
	return v.runTyping(func(home.Typist) error { return script() })
}

// runTyping is run for a script in which the person types: on the full screen, otherwise line by line.
func (v *visit) runTyping(script func(home.Typist) error) error {
	if !v.hasScreen() {
		return script(v.lines)
	}
	return fullscreen.Run(v.home, v.console, func(screen *fullscreen.Session) error { return script(screen) })
}
