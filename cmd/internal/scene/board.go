package scene

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Board is a view of a game with what belongs around it: its title, the seats around the trick, what
// lies on the table, and the pages about it. It knows no keys and no game, so that a round that is
// looked through has the same board as one that is played.
type Board struct {
	*texts.Texts
	View *chapters.View
	// nearSeat is the seat that sits nearest; clockwise from there is left, top, right.
	// Bottom is the seat whose cards lie below: home, and in solo the hand that plays.
	nearSeat, Bottom tricks.Seat
	// Shown is the trick in the middle, nil for the one being played, and number the
	// one that the head names, 0 for that one.
	Shown       *Trick
	shownNumber int
	// Notice reports whether the setup is told before the first trick.
	Notice bool
	// IsOver reports whether the result is shown: nothing lies on the table any more.
	IsOver bool
	// Choosing is the seat whose turn it is, or NoSeat.
	Choosing tricks.Seat
	// Person returns the name of the person at a seat, nil where nobody asks.
	Person func(tricks.Seat) string
	// Recent holds the events since the person's last turn, the latest first, and Fresh the seats
	// whose goals have come further or fallen back since.
	Recent []string
	Fresh  tricks.SeatSet
}

// New returns the board of a view with the cards of a seat below.
func New(t *texts.Texts, v *chapters.View, bottom tricks.Seat) *Board {
	b := &Board{Texts: t, View: v, nearSeat: bottom, Bottom: bottom, Choosing: v.Due.Seat}
	if v.IsOver {
		b.Choosing = tricks.NoSeat
	}
	return b
}

// ShowTrick shows a finished trick as the one that has just ended.
func (t *Board) ShowTrick(number int) {
	t.Choosing = tricks.NoSeat
	if all := Tricks(t.View); number <= len(all) {
		t.Shown = &all[number-1]
		t.shownNumber = number
	}
}

// Stage says how far the round is, in words and briefly.
func (t *Board) Stage() (long, brief string) {
	v := t.View
	switch v.Stage {
	case chapters.StageDraft:
		return t.T("tui.stage.draft"), t.T("tui.stage.draft")
	case chapters.StageSetup:
		return t.T("tui.stage.setup"), t.T("tui.stage.setup")
	}
	number := min(len(v.History)+1, v.Tricks)
	switch {
	case t.IsOver:
		number = len(v.History)
	case t.shownNumber > 0:
		number = t.shownNumber
	}
	return t.T("tui.stage.trick", number, v.Tricks), t.T("board.title.trick", number, v.Tricks)
}

// roundFacts are those for everybody that no card shows: first whether Rings may be led.
func (t *Board) roundFacts() (facts []string) {
	v := t.View
	switch {
	case v.Stage != chapters.StagePlay:
	case v.RingsBroken:
		facts = append(facts, t.T("tui.rings.may"))
	case v.Led != tricks.Rings: // else a hand of nothing else has led them
		facts = append(facts, t.T("tui.rings.maynot"))
	}
	if v.PileLeft > 0 {
		facts = append(facts, t.T("tui.pile", v.PileLeft))
	}
	if c := v.Chapter; c != nil && c.Rivers[v.Players] > 0 && int(c.Trump) < tricks.Suits {
		facts = append(facts, t.T("board.rivers", t.Cards(c.Trump)))
	}
	if v.Stage != chapters.StagePlay {
		if v.Gift != nil {
			facts = append(facts, v.Gift.Name.In(t.Lang()))
		}
		if v.Rider != nil {
			facts = append(facts, t.Name(v.Rider))
		}
	}
	return facts
}

// turnedCards is the cards of a side deck that lie turned up for the trick shown, and
// what its ranks sum to so far.
func (t *Board) turnedCards() (cards []tricks.Card, sum int) {
	switch {
	case t.IsOver:
		return nil, 0
	case t.Shown != nil:
		return t.Shown.Turned, t.Shown.Sum()
	}
	if all := Tricks(t.View); len(all) > 0 && !all[len(all)-1].Done {
		sum = all[len(all)-1].Sum()
	}
	return t.View.Turned, sum
}

// Heading names what is played: the chapter, or its event or group.
func (t *Board) Heading() string {
	c := t.View.Chapter
	switch {
	case c == nil:
		return t.T("tui.plain")
	case c.ID == chapters.Road:
		return c.Title.In(t.Lang())
	case c.Part != nil:
		return t.T("tui.chapter", c.ID, c.Part.In(t.Lang()))
	}
	return t.T("tui.chapter", c.ID, c.Title.In(t.Lang()))
}

func (t *Board) setupReason() string {
	switch c := t.View.Chapter; {
	case c.Staged > 0 && t.View.Players > 1:
		return t.T("tui.setup.staged", c.Staged)
	case slices.ContainsFunc(t.View.Seats, func(s chapters.SeatView) bool {
		return s.Character != nil && s.Character.TakesR1
	}):
		return t.T("tui.setup")
	}
	return t.T("tui.setup.r1")
}

// Role says that a seat is the person's own, the pyramid, or whose it is.
func (t *Board) Role(s tricks.Seat) string {
	seatView := &t.View.Seats[s]
	switch isOwn := seatView.Decider == t.View.Player && t.View.Players > 1; {
	case seatView.Rows != nil && isOwn:
		return t.T("tui.pyramid") + ", " + t.T("tui.you")
	case seatView.Rows != nil:
		return t.T("tui.pyramid")
	case isOwn:
		return t.T("tui.you")
	case seatView.Decider == s:
		if t.Person != nil {
			return t.Person(s)
		}
	}
	return ""
}

// SeatName is a seat's number and its character.
func (t *Board) SeatName(s tricks.Seat) string {
	if c := t.View.Seats[s].Character; c != nil {
		return t.Number(s) + " " + t.ShortName(c)
	}
	return t.Number(s) + " " + t.T("tui.noone")
}

// Leads reports whether the seat led the trick shown, or leads the next one.
func (t *Board) Leads(s tricks.Seat) bool {
	if t.Shown != nil && len(t.Shown.Plays) > 0 {
		return t.Shown.Plays[0].Seat == s
	}
	return t.View.Stage == chapters.StagePlay && t.View.Leader == s
}

// Verdict says how a goal stands.
func (t *Board) Verdict(st characters.Status) string { return t.T("tui.status." + st.String()) }

// seatVerdict says how the goal of a seat's character stands, nothing where it asks for nothing.
func (t *Board) seatVerdict(s tricks.Seat) string {
	if g := texts.AimOf(t.View, s); g != nil {
		return t.Verdict(g.Status)
	}
	return ""
}

// HandCards are a seat's cards that are seen, but for those that lie aside: they are told apart.
func HandCards(seatView *chapters.SeatView) tricks.Set {
	cards := seatView.Open
	for _, c := range []tricks.Card{seatView.Tucked, seatView.First, seatView.Last} {
		if c != tricks.NoCard && c != tricks.Closed && !seatView.Hand.Contains(c) {
			cards &^= c.Bit()
		}
	}
	return cards
}

// Side is the side of the trick where a seat sits: near, left, far or right.
func (t *Board) Side(s tricks.Seat) string {
	n := len(t.View.Seats)
	offset := (int(s) - int(t.nearSeat) + n) % n
	if n == 3 && offset == 2 {
		offset = 3 // nobody sits opposite
	}
	return [...]string{"near", "left", "far", "right"}[offset]
}

// CurrentTrick is the trick to be shown: one that has ended, or the one being played.
func (t *Board) CurrentTrick() *Trick {
	if t.Shown != nil {
		return t.Shown
	}
	tr := &Trick{Winner: t.View.Best}
	if all := Tricks(t.View); len(all) > 0 && !all[len(all)-1].Done {
		tr.Plays, tr.SaidSuit = all[len(all)-1].Plays, all[len(all)-1].SaidSuit
	}
	tr.Turned = t.View.Turned
	return tr
}

// tableThing is what a chapter has laid on the table beside the trick: cards of a side deck that are turned up,
// or those that lie face down until somebody takes them in setup; ok is false where there is none.
func (t *Board) tableThing() (o Thing, ok bool) {
	turned, sum := t.turnedCards()
	if len(turned) > 0 {
		o = Thing{Name: t.SideName(t.View), Cards: turned}
		if t.Shown != nil {
			o.Effect, o.Bad = t.trickEffect(t.Shown, sum)
			return o, true
		}
		o.Effect, o.Bad = t.SideDeckEffect(t.View)
		o.Least = t.View.Least
		if o.Least > 0 {
			o.Sum, _ = texts.Sum(t.View)
		}
		return o, true
	}
	for _, side := range t.View.Sides {
		if side.Remaining > 0 && !side.Deck.IsTurnedUp() && !t.IsOver {
			name := texts.Title(side.Deck.TitleOrName(t.Lang()))
			return Thing{
				Name: name, Cards: []tricks.Card{tricks.Closed}, Count: side.Remaining,
				Effect: t.N("board.aside", side.Remaining),
			}, true
		}
	}
	return o, false
}

// trickEffect tells the effect of the side deck on a trick that has ended.
func (t *Board) trickEffect(tr *Trick, sum int) (effect string, warning bool) {
	switch least := t.Least(tr); {
	case least > 0 && sum < least:
		return t.T("board.least.short", sum, least), true
	case least > 0:
		return t.T("board.least.enough", sum, least), false
	case tr.Winner == tricks.NoSeat:
		return t.T("tui.trick.won", t.Winner(t.View, tr.Winner)), true
	}
	return "", false
}

// Least is the sum that a trick that has ended had to reach (C14), 0 for no such limit.
func (t *Board) Least(tr *Trick) (least int) {
	if t.View.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum).Effect != chapters.LeastSum {
		return 0
	}
	for _, c := range tr.Turned {
		least += c.Rank()
	}
	return least
}

// TrickSummary says in words how the trick lies, or how it ended.
func (t *Board) TrickSummary() string {
	switch {
	case t.Shown != nil && t.Shown.Done:
		return t.T("tui.trick.won", t.Winner(t.View, t.Shown.Winner))
	case t.View.Stage != chapters.StagePlay:
		return ""
	}
	return t.TrickStatus(t.View)
}

// RecentEvents lists the events beside the tricks since the one before the last began, the latest
// first; in the first one the end of the setup belongs to them.
func (t *Board) RecentEvents() (out []string) {
	v := t.View
	if v.Stage != chapters.StagePlay {
		return nil
	}
	firstPlay := slices.IndexFunc(v.Log, func(e chapters.Event) bool {
		return e.Kind == chapters.Played || e.Kind == chapters.TurnedUp
	})
	trickCount := 0
	for i, e := range slices.Backward(v.Log) {
		switch e.Kind {
		case chapters.WonTrick:
			trickCount++
			if trickCount > 1 {
				return out
			}
		case chapters.Played, chapters.TurnedUp, chapters.Took:
		default:
			if (firstPlay < 0 || i < firstPlay) && (trickCount > 0 || len(out) > 3) {
				return out
			}
			out = append(out, t.Event(v, e))
		}
	}
	return out
}
