package playing

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/driver"
	"fellowship/cmd/internal/puzzle"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"

	"github.com/spf13/cobra"
)

// puzzleOptions are the flags of puzzle: which of them are wanted.
type puzzleOptions struct {
	*PlayOptions
	Today, JSON bool
	Level       int
	Chapter     string
}

// NewPuzzle returns the command puzzle.
func NewPuzzle(root *command.Root) *cobra.Command {
	opt := &puzzleOptions{PlayOptions: &PlayOptions{Root: root}}
	cmd := &cobra.Command{
		Use:   "puzzle [NAME]",
		Short: "Solve a puzzle with all cards open",
		Args:  command.AtMostOneArg,
		ValidArgsFunction: func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
			all, _ := puzzle.All()
			for i := range all {
				names = append(names, all[i].ID)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: opt.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			return opt.play(cmd, lib, command.FirstArg(args))
		}),
	}
	flags := cmd.Flags()
	flags.BoolVar(&opt.Today, "today", false, "the puzzle of the day")
	flags.IntVar(&opt.Level, "level", 0, "how hard, 1 to 5")
	flags.StringVar(&opt.Chapter, "chapter", "", "the chapter's `number`, or road")
	flags.BoolVar(&opt.JSON, "json", false, "write the puzzles as position documents, one a line")
	flags.BoolVar(&opt.Plain, "plain", false, "play line by line, as for a screen reader")
	return cmd
}

// play lets the person solve the puzzles that are wanted, or writes them.
func (opt *puzzleOptions) play(cmd *cobra.Command, lib *chapters.Library, name string) error {
	of, err := opt.wanted(lib, name)
	if err != nil {
		return err
	}
	if !opt.JSON {
		return opt.solve(cmd, lib, of)
	}
	for i := range of {
		if err := command.WriteJSON(cmd.OutOrStdout(), of[i].Position); err != nil {
			return err
		}
	}
	return nil
}

// wanted are the puzzles that a name and the flags leave, the easy ones first.
func (opt *puzzleOptions) wanted(lib *chapters.Library, name string) ([]puzzle.Puzzle, error) {
	all, err := puzzle.All()
	if err != nil {
		return nil, command.Internal(err)
	}
	chapter := command.TrimZeros(opt.Chapter)
	if chapter != "" {
		if _, err := lib.Chapter(chapter); err != nil {
			return nil, err
		}
	}
	if opt.Level < 0 || opt.Level > puzzle.Levels {
		return nil, say.Errorf("--level %d: the levels are 1 to %d", opt.Level, puzzle.Levels)
	}
	of := slices.Clone(all)
	if name != "" {
		one, err := puzzle.Find(all, name)
		if err != nil {
			return nil, err
		}
		of = []puzzle.Puzzle{*one}
	} else if opt.Today {
		of = []puzzle.Puzzle{*puzzle.Today(all, time.Now())}
	}
	of = slices.DeleteFunc(of, func(p puzzle.Puzzle) bool {
		return chapter != "" && p.Chapter != chapter || opt.Level > 0 && p.Level() != opt.Level
	})
	if len(of) == 0 {
		return nil, say.New("no puzzle is like that")
	}
	slices.SortStableFunc(of, func(a, b puzzle.Puzzle) int { return a.Level() - b.Level() })
	return of, nil
}

// solve lets the person solve puzzles, from the first that is not solved yet, until he has
// enough of them.
func (opt *puzzleOptions) solve(cmd *cobra.Command, lib *chapters.Library, of []puzzle.Puzzle) error {
	at := max(slices.IndexFunc(of, func(p puzzle.Puzzle) bool { return opt.Wants().Puzzles[p.ID] == 0 }), 0)
	for {
		next, err := opt.one(cmd, lib, &of[at])
		switch {
		case err != nil || next == tui.Quit:
			return err
		case next == tui.NewDeal && len(of) == 1: // the one that was named is done
			opt.Today = false
			return opt.play(cmd, lib, "")
		case next == tui.NewDeal:
			at = (at + 1) % len(of)
		}
	}
}

// one lets the person solve a puzzle, and keeps the stars of a solved one.
func (opt *puzzleOptions) one(cmd *cobra.Command, lib *chapters.Library, p *puzzle.Puzzle) (next tui.Outcome, err error) {
	t := opt.Texts()
	home, err := p.Begin(lib)
	if err != nil {
		return tui.Quit, command.Internal(err)
	}
	chair := driver.Solve(home)
	next, err = opt.show(cmd, lib, home, tui.Options{
		Unsaved: true, Menu: opt.parting != nil, Puzzle: chair, After: func() string { return solved(t, p, chair.Puzzle) },
		Note: t.T("puzzle.about", p.ID, p.Level(), puzzle.Levels, p.First, p.Options),
	}, "", nil)
	if home.Session().Over() {
		err = errors.Join(err, opt.keepStars(p.ID, chair.Puzzle.Stars()))
	}
	return next, errors.Join(err, home.Close())
}

// solved says how a puzzle was solved.
func solved(t *texts.Texts, p *puzzle.Puzzle, how *driver.Puzzle) string {
	stars := strings.Repeat("*", how.Stars())
	if how.Missed == 0 {
		return t.T("puzzle.stars.none", p.ID, stars, how.Stars())
	}
	return t.N("puzzle.stars", how.Missed, p.ID, stars, how.Stars())
}

// keepStars keeps what a puzzle was worth, if that is more than before.
func (opt *puzzleOptions) keepStars(name string, stars int) error {
	now := opt.Wants()
	if now.Puzzles[name] >= stars {
		return nil
	}
	now.Puzzles = maps.Clone(now.Puzzles)
	if now.Puzzles == nil {
		now.Puzzles = map[string]int{}
	}
	now.Puzzles[name] = stars
	if _, err := settings.Load(settings.Path()); err != nil {
		return err // what the person wrote there is not lost
	}
	opt.Wish(now)
	return now.Save(settings.Path())
}

// puzzlesDone says how many puzzles of a level are solved, of all for 0.
func puzzlesDone(t *texts.Texts, s *settings.Settings, level int) string {
	all, _ := puzzle.All()
	solved, stars, of := 0, 0, 0
	for i := range all {
		if level > 0 && all[i].Level() != level {
			continue
		}
		of++
		if n := s.Puzzles[all[i].ID]; n > 0 {
			solved, stars = solved+1, stars+n
		}
	}
	return t.T("puzzle.all", solved, of, stars, puzzle.MostStars*of)
}
