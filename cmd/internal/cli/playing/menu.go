package playing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/rulebook"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/solver"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

// RunMenu shows the menu, does what the person wants, and shows it again. The command is
// play, whose flags nobody has set.
func RunMenu(o *command.Root, cmd *cobra.Command, lib *chapters.Library) error {
	shelf := saves.Default()
	var parting []partingLine
	opt := &PlayOptions{Root: o, Computer: Computers{players.Strongest}, parting: &parting}
	defer func() { // in the language of the last screen
		said := *opt
		said.parting = nil
		for _, line := range parting {
			said.farewell(cmd.OutOrStdout(), line.key, line.args...)
		}
	}()
	if o.Lang != "" { // from here on it is a setting, which the menu can change
		now := o.Wants()
		now.Lang, o.Lang = o.Lang, ""
		o.Wish(now)
	}
	o.Window = &tui.Window{}
	defer o.Window.Close() // before anything is said
	note, open := "", ""
	for greets := true; ; greets = false {
		var menu tui.LobbyOptions
		err := tui.Wait(cmd.Context(), opt.Screen(cmd, lib), opt.Texts().T("lobby.reading"), func(context.Context) (err error) {
			menu, err = opt.Lobby(lib, shelf, cmd.OutOrStdout(), open)
			return err
		})
		if err != nil {
			return err
		}
		if note != "" {
			menu.Note, note = note, ""
		}
		menu.Greets = greets
		menu.On = opt.Screen(cmd, lib)
		wish, err := tui.Lobby(cmd.Context(), menu)
		if err != nil {
			return err
		}
		o.Wish(wish.Settings)
		if c := wish.Settings.Computer; slices.Contains(players.Names, c) {
			opt.Computer = Computers{c}
		}
		if wish.Kind != tui.Leave {
			parting, open = nil, "" // about an earlier game
		}
		switch wish.Kind {
		case tui.Continue:
			err = opt.play(cmd, lib, "")
		case tui.Resume:
			err = opt.play(cmd, lib, wish.Name)
		case tui.Start:
			var g *playing
			if g, err = newGame(lib, shelf, wish.Deal, wish.By); err == nil {
				err = opt.rounds(cmd, lib, shelf, g)
			}
		case tui.Campaign:
			err, open = opt.campaign(cmd, lib, &wish), wish.Name
		case tui.LookAt:
			err = lookAt(o, cmd, lib, wish.Name, 0)
		case tui.StepThrough:
			var pos chapters.Position
			if pos, err = dealNamed(lib, wish.Name); err == nil {
				err = opt.stepThrough(cmd, lib, pos, solveLimit)
			}
		case tui.Lesson:
			var next tui.Outcome
			if next, err = opt.lesson(cmd, lib); err == nil && next == tui.NextChapter {
				err = opt.first(cmd, lib, shelf)
			}
		case tui.First:
			err = opt.first(cmd, lib, shelf)
		case tui.Browser:
			err = opt.onPages(cmd, lib, shelf, menu.Continue != nil)
		case tui.Today:
			err = opt.today(cmd, lib, shelf, "")
		case tui.Puzzle:
			err = (&puzzleOptions{PlayOptions: opt, Level: wish.Level, Today: wish.Level == 0}).play(cmd, lib, "")
		case tui.EnterDeal:
			err = opt.enter(cmd, lib)
		case tui.Leave:
			return nil
		}
		// What cannot be done now is said in the menu, where something else can.
		switch code, problem := command.ExitCode(err); {
		case err == nil:
		case problem == nil || code == command.ExitInternal:
			return err
		default:
			note, _, _ = strings.Cut(opt.Texts().Problem(problem), "\n")
		}
	}
}

// onPages plays the last game, if there is one to go on with, or else chapter 1, in a browser.
func (opt *PlayOptions) onPages(cmd *cobra.Command, lib *chapters.Library, shelf *saves.Shelf, goesOn bool) error {
	there := *opt
	there.Browser = true
	defer there.closePages()
	if goesOn {
		return there.play(cmd, lib, "")
	}
	return there.first(cmd, lib, shelf)
}

// Lobby is what the menu shows now: the page of a campaign, if open names one.
func (opt *PlayOptions) Lobby(lib *chapters.Library, shelf *saves.Shelf, out io.Writer, open string) (tui.LobbyOptions, error) {
	in := func(s settings.Settings) *texts.Texts { return opt.Wishing(s).Texts() }
	now := opt.Wants()
	menu := tui.LobbyOptions{
		Library: lib, Settings: now, Computers: players.Names, Any: anySeed, Texts: in, Look: true, Entry: true,
		Lesson: true, Puzzles: func(s settings.Settings, level int) string { return puzzlesDone(in(s), &s, level) },
		Style: func(s settings.Settings) kit.Style { return opt.Wishing(s).Style(out) },
		Save:  func(s settings.Settings) error { return s.Save(settings.Path()) },
		Show:  func(name string, s settings.Settings) page.Page { return savedPage(lib, shelf, name, in(s)) },
		Solve: func(ctx context.Context, name string, s settings.Settings) (string, error) {
			return solveNamed(ctx, lib, name, in(s))
		},
	}
	if _, err := settings.Load(settings.Path()); err != nil {
		// What the person wrote there is not lost: it is not written over.
		menu.Note = opt.Texts().Tell(err)
		menu.Save = func(settings.Settings) error { return err }
	}
	campaigns, begun, err := opt.menuCampaigns(lib, open)
	if menu.Campaigns = campaigns; err != nil {
		menu.Note = in(now).Problem(err) // everything else is there
	}
	list, err := shelf.List(lib)
	if err != nil {
		return menu, err
	}
	var scores saves.Scores
	for g := range list {
		scores.Add(&g)
		about := book.About(&g)
		if campaign := begun[g.Name]; campaign != "" {
			round := about
			about = func(t *texts.Texts) string { return t.T("campaign.about", campaign, round(t)) }
		}
		menu.Saved = append(menu.Saved, tui.SavedGame{Name: g.Name, About: about, Finished: g.Finished || g.Err != nil})
		if menu.Continue == nil && g.Err == nil && !g.Finished {
			menu.Continue = about
		}
	}
	stats := scores.Stats(lib)
	menu.Played, menu.Keeping = stats.Chapters, menuKeeping(lib, shelf, &stats, in)
	menu.Page = func(id string, s settings.Settings) page.Page { return chapterPage(lib, id, menu.Played, in(s)) }
	return menu, nil
}

// enter takes a deal from the real table, keeps it with the saved games, and goes on to
// step through it. What goes wrong stays until Enter.
func (opt *PlayOptions) enter(cmd *cobra.Command, lib *chapters.Library) error {
	pos, file, _, err := (&enterOptions{Root: opt.Root}).taken(cmd, lib, "")
	if err == nil {
		opt.farewell(cmd.OutOrStdout(), "entry.written", strictyaml.Visible(file))
		err = opt.stepThrough(cmd, lib, pos, solveLimit)
	}
	if err == nil || errors.Is(err, tui.ErrExit) {
		return err
	}
	code, problem := command.ExitCode(err)
	switch {
	case problem == nil: // the person has left the form
		return nil
	case code == command.ExitInterrupted:
		return err
	}
	t, out := opt.Texts(), cmd.OutOrStdout()
	opt.Window.Close()
	fmt.Fprintln(out, problem)
	fmt.Fprintln(out, t.T("lobby.enter"))
	_, err = opt.Answers(cmd).Next()
	return err
}

// chapterPage is the page of a chapter, as chapters show writes it, below how the
// person has done in it.
func chapterPage(lib *chapters.Library, id string, played []saves.ChapterStats, t *texts.Texts) page.Page {
	c, err := lib.Chapter(id)
	if err != nil {
		return page.Of(t.Tell(err))
	}
	var done page.Page
	for i := range played {
		if played[i].Chapter == c.ID {
			done.Text(0, book.Record(t, &played[i]))
		}
	}
	return page.Join(done, rulebook.ChapterPage(t, lib, c, false))
}

// savedPage tells how a saved game went, as saves show does.
func savedPage(lib *chapters.Library, shelf *saves.Shelf, name string, t *texts.Texts) page.Page {
	g, err := shelf.Find(lib, name)
	var p page.Page
	if err = errors.Join(err, g.Err); err == nil {
		p, err = book.Saved(t, lib, &g)
	}
	if err != nil {
		return page.Of(t.Tell(err))
	}
	return p
}

// solveNamed says whether the deal of a name could be won.
func solveNamed(ctx context.Context, lib *chapters.Library, name string, t *texts.Texts) (string, error) {
	pos, err := dealNamed(lib, name)
	if err != nil {
		return "", err
	}
	g, err := lib.NewGame(pos)
	if err != nil {
		return "", err
	}
	text, _ := solveDeal(ctx, g, t)
	return text + "\n" + t.T("lobby.solve.step"), nil
}

// dealNamed returns the deal of a name.
func dealNamed(lib *chapters.Library, name string) (chapters.Position, error) {
	id, err := chapters.ParseDealID(name)
	if err != nil {
		return chapters.Position{}, err
	}
	return lib.Deal(id)
}

// stepThrough goes through a deal on the screen with all cards open: as it is won, if
// the solver finds how within a limit, 0 for none, and else from its beginning.
func (opt *PlayOptions) stepThrough(cmd *cobra.Command, lib *chapters.Library, pos chapters.Position, limit time.Duration) error {
	t := opt.Texts()
	g, err := lib.NewGame(pos)
	if err != nil {
		return err
	}
	result := solver.Result{Verdict: solver.Unknown}
	if err := tui.Wait(cmd.Context(), opt.Screen(cmd, lib), t.T("tui.solving"), func(ctx context.Context) error {
		if limit > 0 {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, limit)
			defer stop()
		}
		return command.Guard(func() (err error) {
			result, err = solver.Solve(ctx, g, solver.Options{})
			return err
		})
	}); err != nil {
		return err
	}
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	record := chapters.Record{Position: pos}
	note := t.T("solve.unwinnable")
	switch result.Verdict {
	case solver.Winnable:
		record.Decisions, note = result.Decisions(), t.T("look.solution")
	case solver.Unknown:
		note = t.T("look.unknown.limit", int(limit.Seconds()))
	}
	return opt.look(cmd, lib, []chapters.Entry{{Record: record}}, note, 0)
}
