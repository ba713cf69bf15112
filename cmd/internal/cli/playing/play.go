package playing

import (
	"errors"
	"fmt"
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/fullscreen"
	"fellowship/cmd/internal/visit/home/linebyline"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

// playOptions are the flags of play.
type playOptions struct {
	visit *visit
	// home plays and keeps what is played on the visit.
	home *home.Home
	command.DealFlags
	Cmd *cobra.Command
	// Humans is the number of people.
	Humans   int
	Computer command.Computers
	// Lesson plays the small round of the first evening.
	Lesson bool
	// Today plays the deal of the day.
	Today bool
}

// newGameFlags are the flags that start a new game.
var newGameFlags = append(slices.Clone(command.DealFlagNames), "humans", "computer")

// RunMenu shows the menu. cmd is the command play without any flags set.
func RunMenu(o *command.Root, cmd *cobra.Command, lib *chapters.Library) error {
	v := newVisit(o)
	return fullscreen.Menu(v.prepare(cmd, lib), v.console)
}

// RunPlainMenu shows the menu line by line. cmd is the command play without any flags set.
func RunPlainMenu(o *command.Root, cmd *cobra.Command, lib *chapters.Library) error {
	v := newVisit(o)
	v.home.Plain = true
	v.prepare(cmd, lib)
	return linebyline.Menu(cmd.Context(), v.lines)
}

// NewPlay returns the command play.
func NewPlay(root *command.Root) *cobra.Command {
	v := newVisit(root)
	opt := &playOptions{visit: v, home: v.home}
	cmd := &cobra.Command{
		Use:   "play [DEAL|NAME]",
		Short: "Play a round",
		Args:  command.AtMostOneArg,
		ValidArgsFunction: func(cmd *cobra.Command, args []string,
			toComplete string,
		) ([]string, cobra.ShellCompDirective) {
			names, more := root.CompleteRounds(cmd, args, toComplete)
			return names, more | cobra.ShellCompDirectiveNoFileComp
		},
		RunE: root.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			opt.visit.prepare(cmd, lib)
			opt.Cmd = cmd
			defer opt.visit.close()
			return opt.play(command.FirstArg(args))
		}),
	}
	flags := cmd.Flags()
	opt.Add(cmd)
	opt.OrAny(cmd, true)
	flags.Lookup("event").Usage += " (default doors)"
	flags.Lookup("group").Usage += " (default 1)"
	command.Number(flags, &opt.Humans, "humans", 1, "people playing, in the first seats", command.NotNegative)
	opt.Computer = command.Computers{players.Strongest}
	opt.Computer.Add(cmd, true, players.Names)
	opt.home.Programs = command.AddPrograms(cmd)
	flags.BoolVar(&opt.home.Plain, "plain", false, "play line by line, as for a screen reader")
	flags.BoolVar(&opt.visit.inBrowser, "browser", false, "play in a browser on this machine")
	flags.BoolVar(&opt.Lesson, "lesson", false, "the first evening: five tricks with a coach")
	flags.BoolVar(&opt.Today, "today", false, "the deal of the day (UTC), the same for everyone")
	flags.BoolVar(&opt.home.Silent, "no-coach", false, "turn off the coach of chapter 1")
	return cmd
}

// play plays the game that the name and the flags ask for: a deal, a saved game, the last game, or
// a new one.
func (opt *playOptions) play(name string) error {
	h := opt.home
	h.Computer = opt.Computer
	usual := h.Person.Settings().Computer
	if !opt.Cmd.Flags().Changed("computer") && slices.Contains(players.Names, usual) {
		h.Computer = []string{usual}
	}
	startsNew := command.FirstGiven(opt.Cmd, newGameFlags...) != ""
	_, noDeal := chapters.ParseDealID(name)
	switch {
	case opt.Lesson:
		return opt.visit.run(h.Lesson)
	case name == "" && !startsNew && opt.isFirstVisit():
		return fullscreen.Menu(h, opt.visit.console)
	case opt.Today:
		return opt.today(name)
	case name != "" && noDeal != nil:
		return opt.resumeNamed(name, noDeal)
	case name == "" && !startsNew:
		return opt.playLast()
	}
	return opt.start(name)
}

// isFirstVisit reports whether the person plays for the first time and has not chosen anything.
func (opt *playOptions) isFirstVisit() bool {
	hasRequest := opt.visit.inBrowser || opt.Today || opt.home.Silent
	if hasRequest || !opt.visit.hasScreen() {
		return false
	}
	return !opt.home.Person.Settings().Lesson && opt.home.Saves.List().Empty()
}

// today plays the deal of the day.
func (opt *playOptions) today(name string) error {
	if name != "" || command.FirstGiven(opt.Cmd, command.DealFlagNames...) != "" {
		return errors.New("--today selects the deal: omit its name and flags")
	}
	return opt.visit.run(func() error { return opt.home.Today(opt.Humans) })
}

// resumeNamed resumes the saved game with a name. noDeal is the error that explains why the name is
// not the name of a deal.
func (opt *playOptions) resumeNamed(name string, noDeal error) error {
	saved, err := opt.home.Saves.List().Find(opt.home.Library, name)
	id, _ := chapters.ParseDealID(name)
	switch {
	case err != nil && noDeal != nil && id.Chapter != "":
		return noDeal
	case errors.Is(err, saves.ErrUnknown):
		return fmt.Errorf("%w\n%w\nsee: fellowship saves", noDeal, err)
	case err != nil:
		return explainDamage(opt.home.Library, err)
	case saved.Err != nil:
		return opt.visit.runDamaged(saved.Err, func() error { return opt.home.ResumeNamed(saved.Name, true) })
	case saved.Finished:
		again := ""
		if saved.Record.Deal != "" {
			again = fmt.Sprintf("\nplay the deal again: fellowship play %s", saved.Record.Deal)
		}
		return fmt.Errorf("saved game %s has ended\nlook at it: fellowship saves show %[1]s%s", saved.Name, again)
	}
	flag := command.FirstGiven(opt.Cmd, newGameFlags...)
	opt.home.Replaces = flag == "computer" && saved.Campaign == ""
	if flag != "" && !opt.home.Replaces {
		return fmt.Errorf("saved game %s is complete: omit --%s", saved.Name, flag)
	}
	return opt.visit.run(func() error { return opt.home.Resume(&saved, true) })
}

// playLast continues the game that was played last, or begins a new one if there is none. A newer game that is damaged
// is told first: where a person can be asked it may go on from what can be read, and otherwise it is left out.
func (opt *playOptions) playLast() error {
	h := opt.home
	list := h.Saves.List()
	saved, skipped := list.Unfinished(h.Library)
	if list.Err != nil {
		return list.Err
	}
	for _, d := range list.DamagesSince(h.Library, saved.Modified) {
		skipped = append(skipped, d.Named()) // a campaign of which no round can be read
	}
	offers := opt.reportSkipped(skipped)
	return opt.visit.runTyping(func(typist home.Typist) error {
		for _, d := range offers {
			repaired, err := h.OfferRepair(typist, d)
			if err != nil {
				return err
			}
			if repaired {
				return h.ResumeRepaired(d)
			}
		}
		if saved.Name != "" {
			return h.Resume(&saved, false)
		}
		setup, err := opt.newSetup("")
		if err != nil {
			return err
		}
		return h.PlayNew(setup)
	})
}

// reportSkipped reports the errors of games that cannot be continued, once for each file. It returns those that can go
// on from what can be read if a person is there to be asked, without reporting them.
func (opt *playOptions) reportSkipped(skipped []error) (offers []*saves.Damage) {
	out := opt.Cmd.ErrOrStderr()
	lib := opt.home.Library
	reported := map[*saves.Damage]bool{}
	hasNotes := false
	for _, problem := range skipped {
		var d *saves.Damage
		switch isDamage := errors.As(problem, &d); {
		case isDamage && reported[d]:
			continue
		case isDamage && d.CanRepair() && opt.visit.canAsk():
			offers = append(offers, d)
		case isDamage:
			said := damageLines(lib, d)
			if d.IsCampaign {
				problem = d.Named() // a round of it has the name of the round as well
			}
			command.Note(out, "%s; ignored", command.Shown(problem))
			for _, line := range said[1:] {
				fmt.Fprintln(out, "  "+line)
			}
			hasNotes = true
		default:
			command.Note(out, "%s; ignored", command.Shown(problem))
			hasNotes = true
		}
		reported[d] = d != nil
	}
	if hasNotes {
		fmt.Fprintln(out, "see: fellowship saves")
	}
	return offers
}

// start begins a new game with the deal that is named or chosen by the flags.
func (opt *playOptions) start(deal string) error {
	setup, err := opt.newSetup(deal)
	if err != nil {
		return err
	}
	return opt.visit.run(func() error { return opt.home.PlayNew(setup) })
}

// newSetup returns the setup of a new game with the deal that is named or chosen by the flags.
func (opt *playOptions) newSetup(deal string) (*choose.Setup, error) {
	id, err := opt.ID(opt.Cmd, opt.home.Library, deal)
	if err != nil {
		return nil, err
	}
	if opt.Humans > id.Players {
		return nil, fmt.Errorf("--humans %d: the deal is for %s (S1)", opt.Humans, say.Count(id.Players, "player"))
	}
	return opt.home.Form(opt.Humans).ForDeal(id), nil
}
