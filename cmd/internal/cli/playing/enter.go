package playing

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/cli/solving"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/fullscreen"

	"github.com/spf13/cobra"
)

type enterOptions struct {
	visit *visit
	// home plays and keeps what is played on the visit.
	home *home.Home
	// Timeout is the longest time for solving the round.
	Timeout time.Duration
	// Campaign is the campaign in which the round counts, empty for none.
	Campaign string
	// Again reports whether the round counts even if the campaign has counted it already.
	Again bool
}

// NewEnter returns the command enter.
func NewEnter(root *command.Root) *cobra.Command {
	v := newVisit(root)
	opt := &enterOptions{visit: v, home: v.home}
	cmd := &cobra.Command{
		Use:   "enter [FILE]",
		Short: "Enter a round of a real table and analyse it",
		Args:  command.AtMostOneArg,
		RunE: root.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			return opt.run(root, cmd, lib, args)
		}),
	}
	flags := cmd.Flags()
	flags.BoolVar(&opt.home.Plain, "plain", false, "ask line by line, as for a screen reader")
	flags.StringVar(&opt.Campaign, "campaign", "", "count the round in the campaign of this `name`")
	flags.BoolVar(&opt.Again, "again", false, "count the round again if the campaign already has it")
	command.Number(flags, &opt.Timeout, "timeout", 30*time.Second, "time limit for solving, 0: none", command.NotNegative)
	return cmd
}

func (opt *enterOptions) run(root *command.Root, cmd *cobra.Command, lib *chapters.Library, args []string) error {
	if opt.Again && opt.Campaign == "" {
		return errors.New("--again needs --campaign")
	}
	file := command.FirstArg(args)
	if _, err := home.ReadDraft(lib, file); err != nil {
		return err // better now than after the person has typed a round
	}
	t := root.Person.Texts()
	out := cmd.OutOrStdout()
	h := opt.visit.prepare(cmd, lib)
	var e home.RealRound
	err := opt.visit.runTyping(func(typist home.Typist) (err error) {
		table := home.RealTable{Home: h, Typist: typist}
		e, err = table.Read(file)
		return err
	})
	if err != nil {
		return err
	}
	written := func() error {
		_, err := fmt.Fprintln(out, t.T("real.written", strictyaml.Visible(e.File)))
		return err
	}
	if opt.visit.hasScreen() {
		err := fullscreen.Run(h, opt.visit.console, func(screen *fullscreen.Session) error {
			table := home.RealTable{Home: h, Typist: screen}
			if err := table.Count(e, opt.Campaign, opt.Again); err != nil {
				return err
			}
			return screen.ShowRealRound(e, opt.Timeout)
		})
		return errors.Join(err, e.WriteErr, written())
	}
	table := home.RealTable{Home: h, Typist: opt.visit.lines}
	if err := errors.Join(written(), table.Count(e, opt.Campaign, opt.Again)); err != nil {
		return err
	}
	var ended *command.ExitError
	name := e.File
	if filepath.Base(name) == name {
		name = "./" + name // so that a file named like a deal, or -, is read as a file
	}
	err = solving.Answer(root, cmd, lib, name, e.IsRecord, h.Plain || opt.visit.console.IsInteractive(), opt.Timeout)
	if errors.As(err, &ended) && (ended.Code == command.ExitNo || ended.Code == command.ExitUndecided) {
		err = nil // only the command solve reports its answer as an exit code
	}
	if err != nil {
		return errors.Join(e.WriteErr, err)
	}
	fmt.Fprintln(out, t.T("real.look", strictyaml.Visible(e.File)))
	return e.WriteErr
}
