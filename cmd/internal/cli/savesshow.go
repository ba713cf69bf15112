package cli

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/saves"
	"fellowship/tricks"

	"github.com/spf13/cobra"
)

// show shows a game: one that has ended with all cards, any other as it
// is known to everybody.
func (opt *savesOptions) show(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	g, err := findSave(lib, args[0])
	if err != nil {
		return err
	}
	t := newText(cmd.OutOrStdout(), opt.rootOptions)
	if err := showSave(t, lib, g); err != nil || g.Finished {
		return err
	}
	t.line("")
	t.line("%s", t.T("saves.goon", "fellowship play "+g.Name))
	return t.flush()
}

// showSave writes how a saved game went.
func showSave(t *text, lib *chapters.Library, g *saves.Game) error {
	r, err := replayRound(lib, &g.Record, t.Texts)
	if err != nil {
		return internal(err)
	}
	t.line("%s", t.T("saves.show", g.Name, g.Modified.Local().Format(minutes), progressOf(t.Texts, g)))
	if g.Finished {
		r.writeStart(t)
		r.writeSetup(t)
	} else {
		r.writeKnown(t, g.Record.By)
	}
	if n := len(g.Record.Assisted); n > 0 {
		t.line("%s", t.N("helped.open", n))
	}
	if n := len(g.Record.Hints); n > 0 {
		t.line("%s", t.N("helped.hints", n))
	}
	r.writeTricks(t)
	r.writeResult(t)
	return t.flush()
}

// writeKnown shows who sits where and what happened before the first trick, as
// everybody knows it: the game goes on, and its cards are nobody's business.
func (r *round) writeKnown(t *text, by []string) {
	v := r.game.View(tricks.NoSeat)
	t.bold(r.title())
	t.line("")
	for s := range v.Seats {
		seat := tricks.Seat(s)
		who := r.label(seat)
		if threat := v.Seats[s].Threat; threat != 0 {
			who = t.T("round.threat", who, threat)
		}
		if len(by) > 0 {
			who += ", " + playedBy(t.Texts, by[v.Seats[s].By])
		}
		goal := ""
		if c := v.Seats[s].Character; c != nil {
			goal = t.GoalAt(&v, c, seat)
		}
		t.wrapTo(who, 36, goal)
	}
	if len(v.Lost) > 0 {
		t.wrapTo(t.T("round.lostcard"), 36, t.List(v.Lost))
	}
	t.line("")
	first := true
	for _, e := range v.Log {
		if e.Kind == chapters.Played {
			break
		}
		if first {
			t.bold(t.T("round.setup"))
		}
		first = false
		t.wrap(2, t.Event(&v, e))
	}
	if !first {
		t.line("")
	}
}
