package scene

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Board describes a view of a game: the seats around the trick, what lies on the table, and the pages
// about the round. It depends on the view alone, neither on keys nor on a running game, so a replayed
// round has the same board as one that is being played.
type Board struct {
	// Reader is the person who sees the board.
	Reader reader.Reader
	View   *chapters.View
	// nearSeat is the seat that sits nearest. Clockwise from there the others sit left, far and right.
	nearSeat tricks.Seat
	// Bottom is the seat whose cards are shown at the bottom: nearSeat, or in solo the hand that plays.
	Bottom tricks.Seat
	// Shown is the trick in the middle, nil for the one being played.
	Shown *Trick
	// shownNumber is the number of the trick in Shown, 0 for none.
	shownNumber int
	// Notice reports whether the setup is summed up before the first trick.
	Notice bool
	// ShowsResult reports whether the result is shown. Then nothing lies on the table.
	ShowsResult bool
	// Choosing is the seat that has to decide, or [tricks.NoSeat].
	Choosing tricks.Seat
	// Name names the round in place of its chapter; empty for the chapter.
	Name string
	// Recent are the events since the person's last turn, newest first.
	Recent []string
	// Fresh are the seats whose goals have moved forward or back since the person's last turn.
	Fresh tricks.SeatSet
}

// New returns the board of a view; bottom is the seat whose cards are shown at the bottom.
func New(r reader.Reader, v *chapters.View, bottom tricks.Seat) *Board {
	b := &Board{Reader: r, View: v, nearSeat: bottom, Bottom: bottom, Choosing: v.Due.Seat}
	if v.IsOver {
		b.Choosing = tricks.NoSeat
	}
	return b
}

// words returns the sentences about the round.
func (t *Board) words() texts.Round { return t.Reader.Texts.Round(t.View) }

// ShowTrick shows a finished trick as if it had just ended. Numbers count from 1.
func (t *Board) ShowTrick(number int) {
	t.Choosing = tricks.NoSeat
	if all := Tricks(t.View); number <= len(all) {
		t.Shown = &all[number-1]
		t.shownNumber = number
	}
}

// Stage says how far the round is, in words and in a shorter form.
func (t *Board) Stage() (long, brief string) {
	v := t.View
	switch v.Stage {
	case chapters.StageDraft:
		return t.Reader.Texts.T("stage.draft"), t.Reader.Texts.T("stage.draft")
	case chapters.StageSetup:
		return t.Reader.Texts.T("stage.setup"), t.Reader.Texts.T("stage.setup")
	}
	number := min(len(v.History)+1, v.Tricks)
	switch {
	case t.ShowsResult:
		number = len(v.History)
	case t.shownNumber > 0:
		number = t.shownNumber
	}
	translation := t.Reader.Texts
	return translation.T("stage.trick", number, v.Tricks), translation.T("board.title.trick", number, v.Tricks)
}

// Heading names the chapter, or its event or group, unless the round has a name of its own.
func (t *Board) Heading() string {
	c := t.View.Chapter
	switch {
	case t.Name != "":
		return t.Name
	case c == nil:
		return t.Reader.Texts.T("chapter.none")
	case c.ID == chapters.Road:
		return c.Title.In(t.Reader.Texts.Lang())
	case c.Part != nil:
		return t.Reader.Texts.T("chapter.title", c.ID, c.Part.In(t.Reader.Texts.Lang()))
	}
	return t.Reader.Texts.T("chapter.title", c.ID, c.Title.In(t.Reader.Texts.Lang()))
}

// setupReason says which seat acts first in the setup, and why.
func (t *Board) setupReason() string {
	switch c := t.View.Chapter; {
	case c.Staged > 0 && t.View.Players > 1:
		return t.Reader.Texts.T("setup.staged", c.Staged)
	case slices.ContainsFunc(t.View.Seats, func(s chapters.SeatView) bool {
		return s.Character != nil && s.Character.TakesR1
	}):
		return t.Reader.Texts.T("setup.order")
	}
	return t.Reader.Texts.T("setup.order.r1")
}

// RecentEvents lists the events other than plays since the beginning of the trick before the current
// one, newest first. During the first trick it includes the end of the setup.
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
			out = append(out, t.words().Event(e))
		}
	}
	return out
}

// Title returns the number and the title of the chapter, or of its event or group, or the name of the round.
func (t *Board) Title() string {
	c := t.View.Chapter
	switch {
	case t.Name != "" || c == nil || c.ID == chapters.Road:
		return t.Heading()
	case c.Part != nil:
		return c.ID + "  " + c.Part.In(t.Reader.Texts.Lang())
	}
	return c.ID + "  " + c.Title.In(t.Reader.Texts.Lang())
}

// DraftReason says who begins the draft, and why.
func (t *Board) DraftReason() string {
	for _, e := range t.View.Chapter.Roster {
		if e.Character.TakesR1 {
			key := "draft.frodo"
			if t.View.Players == 1 {
				key = "draft.solo"
			}
			return t.Reader.Texts.T(key, t.Reader.Texts.Name(e.Character))
		}
	}
	return t.Reader.Texts.T("draft.first")
}
