package scene

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// End is the end of a round.
type End struct {
	Title string
	// States may stand behind the title, the longest first; one is enough.
	States []string
	// Won reports whether it was won, Open whether nothing was decided. Banner says how it ended.
	Won, Open bool
	Banner    string
	More      []string
	Seats     []Outcome
	// Stars of MostStars are those of a round that was won, 0 of 0 where nobody counts them.
	Stars, MostStars int
	// Trick is the trick with which a lost round ended, and Broke which of its cards broke it, -1 for
	// none.
	Trick        []Play
	BreakingCard int
	// Lines are what is told about the round, Next is the next step.
	Lines []string
	Next  string
	// RevealedGoals is how many goals are shown as met or lost; the others are still to come.
	RevealedGoals int
	// RingOffset is how far the ring has risen, in half rows below its place.
	RingOffset int
}

// Breaks reports whether a card of the trick with which a lost round ended broke it, by its place.
func (e *End) Breaks(place int) bool { return place == e.BreakingCard }

// Outcome is how a seat's goal has ended: in words, and how far it came, the longest text first.
type Outcome struct {
	Seat
	Verdict  string
	Progress []string
}

// End returns the end of the round; how it is told is left to the caller. The trick of the loss is
// shown, or the last one where no loss is known.
func (t *Board) End(loss *Loss) *End {
	v := t.View
	e := &End{
		Title: t.Title(), Won: v.Result == chapters.Won, Open: v.Result == chapters.Undecided, BreakingCard: -1,
		RevealedGoals: len(v.Seats),
	}
	long, brief := t.Stage()
	e.States = []string{long, brief}
	for i := range v.Seats {
		seat := tricks.Seat((int(t.nearSeat) + i) % len(v.Seats))
		outcome := Outcome{Seat: t.SeatOf(seat), Verdict: t.seatVerdict(seat)}
		progress := t.Progress(v, seat)
		if g := texts.RiderAimOf(v, seat); g != nil {
			riderText := t.Rider(v, seat) + " " + t.Verdict(g.Status)
			progress = append(progress, riderText)
			if g.Status == characters.Failed { // that decides, whatever became of the other goal
				outcome.Verdict = t.Verdict(g.Status)
				outcome.Progress = []string{strings.Join(progress, "  "), riderText, t.Rider(v, seat)}
			}
		}
		for n := len(progress); n > 0; n-- {
			outcome.Progress = append(outcome.Progress, strings.Join(progress[:n], "  "))
		}
		brief := t.Meters(v, seat)[0].Brief
		outcome.Progress = append(outcome.Progress, texts.NotEmpty(brief)...)
		if len(progress) == 1 || brief == "" {
			outcome.Progress = append(outcome.Progress, t.TricksWon(v.Seats[seat].Won))
		}
		e.Seats = append(e.Seats, outcome)
	}
	if all := Tricks(v); v.Result == chapters.Lost && len(all) > 0 {
		n := len(all)
		if loss != nil && loss.Trick > 0 && loss.Trick <= n {
			n = loss.Trick
		}
		b := *t
		b.IsOver = false
		b.Shown = &all[n-1]
		b.shownNumber = n
		long, brief := b.Stage() // of the trick that is shown
		e.States = []string{long, brief}
		e.Trick = b.plays()
		e.BreakingCard = slices.IndexFunc(e.Trick, func(p Play) bool { return p.Best })
		if loss != nil {
			card := slices.IndexFunc(e.Trick, func(p Play) bool {
				return p.Card == t.SeatOf(loss.Goal.Seat).WantedCard && p.Card != tricks.NoCard
			})
			key := "tui.result.lostin"
			winner := t.Winner(v, all[n-1].Winner)
			code := ""
			if card >= 0 && loss.Goal.Rider == "" {
				key = "tui.result.lostcard"
				e.BreakingCard = card
				code = t.Code(e.Trick[card].Card)
			}
			e.More = append(e.More, t.T(key, n, winner, t.GoalOwner(v, loss.Goal), code))
		}
	}
	return e
}

// Outcome says how the round ended, and what is special about that, empty for nothing. Stopped
// reports whether the group ended it early.
func (t *Board) Outcome(stopped bool) (result, more string) {
	v := t.View
	switch {
	case v.Short:
		more = t.Short(v, "tui.result.short.")
	case v.Spared && v.Result == chapters.Won:
		more = t.Short(v, "tui.result.spared.")
	case stopped:
		more = t.T("tui.result.early", len(v.History), v.Tricks)
	}
	return t.T("tui.result." + string(v.Result)), texts.Sentence(more)
}

// CertainResult says that the result is certain before the round is over (T11).
func (t *Board) CertainResult() string {
	v := t.View
	if v.Result == chapters.Won {
		return t.T("tui.settled.won")
	}
	if g := failed(v.Goals); g != nil {
		return t.T("tui.settled.lost", t.GoalOwner(v, g))
	}
	return t.Short(v, "tui.settled.short.")
}

// failed is the first goal that has failed, nil for none.
func failed(all []chapters.GoalStatus) *chapters.GoalStatus {
	i := slices.IndexFunc(all, func(g chapters.GoalStatus) bool { return g.Status == characters.Failed })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// Loss is the trick of a round in which a goal failed, and whose that was.
type Loss struct {
	Trick int
	Goal  *chapters.GoalStatus
}

// LossOf goes through a record until a goal fails; nil where that is not in it.
func LossOf(lib *chapters.Library, record *chapters.Record) *Loss {
	for step, err := range record.Walk(lib) {
		if err != nil {
			break
		}
		v := step.Game.View(tricks.NoSeat)
		if g := failed(v.Goals); g != nil {
			n := len(v.History)
			if all := Tricks(&v); len(all) > n {
				n = len(all) // it has not ended
			}
			return &Loss{n, g}
		}
	}
	return nil
}

// TrickResult names the winner of a trick, by the text of that key, or tells that it fell short of the
// Balrog (C14).
func (t *Board) TrickResult(tr *Trick, n int, key string) string {
	if sum, least := tr.Sum(), t.Least(tr); sum < least {
		if t.View.Spared {
			return t.Short(t.View, "board.spared.", n, sum, least)
		}
		return t.Short(t.View, "board.short.", n, sum, least)
	}
	return t.T(key, t.Winner(t.View, tr.Winner), n)
}
