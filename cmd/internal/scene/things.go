package scene

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Thing is an object on the table besides the trick: a lost card, a side deck, a pile.
type Thing struct {
	Name string
	// Cards are the cards that are shown.
	Cards []tricks.Card
	// Count is the number of cards that lie face down, 0 if all are shown.
	Count int
	// Effect says what the thing does now.
	Effect string
	// Bad reports whether Effect is bad news.
	Bad bool
	// Sum is the sum of the ranks played so far (C14).
	Sum int
	// Least is the sum that the trick has to reach, 0 for none.
	Least int
}

// things returns the objects on the table besides the trick.
func (t *Board) things() (out []Thing) {
	if thing, ok := t.sideDeckThing(); ok {
		out = append(out, thing)
	}
	if lost := t.View.Lost; len(lost) > 0 {
		out = append(out, Thing{Name: t.Reader.Texts.N(t.lostCardKey(), len(lost)), Cards: lost})
	}
	return out
}

// lostCardKey returns the key of the name of the lost cards (S2). A newcomer reads with it what a lost card is.
func (t *Board) lostCardKey() string {
	c := t.View.Chapter
	if c != nil && c.ID == texts.CoachChapter && t.View.Stage != chapters.StagePlay {
		return "scene.lostcard.explained"
	}
	return "scene.lostcard"
}

// sideDeckThing returns the cards of a side deck that are turned up for the trick, or the face-down
// cards that somebody will take in setup. Without either, ok is false.
func (t *Board) sideDeckThing() (thing Thing, ok bool) {
	turned, sum := t.turnedCards()
	if len(turned) > 0 {
		thing = Thing{Name: t.words().SideName(), Cards: turned}
		if t.Shown != nil {
			thing.Effect, thing.Bad = t.trickEffect(t.Shown, sum)
			return thing, true
		}
		thing.Effect, thing.Bad = t.words().SideDeckEffect()
		thing.Least = t.View.Least
		if thing.Least > 0 {
			thing.Sum, _ = texts.Sum(t.View)
		}
		return thing, true
	}
	for _, side := range t.View.Sides {
		if side.Remaining > 0 && !side.Deck.IsTurnedUp() && !t.ShowsResult {
			return Thing{
				Name:   texts.Title(side.Deck.TitleOrName(t.Reader.Texts.Lang())),
				Cards:  []tricks.Card{tricks.Closed},
				Count:  side.Remaining,
				Effect: t.Reader.Texts.N("board.aside", side.Remaining),
			}, true
		}
	}
	return Thing{}, false
}

// turnedCards returns the cards of a side deck that are turned up for the trick shown, and the sum of
// the ranks played into that trick so far.
func (t *Board) turnedCards() (cards []tricks.Card, sum int) {
	switch {
	case t.ShowsResult:
		return nil, 0
	case t.Shown != nil:
		return t.Shown.Turned, t.Shown.Sum()
	}
	if all := Tricks(t.View); len(all) > 0 && !all[len(all)-1].Done {
		sum = all[len(all)-1].Sum()
	}
	return t.View.Turned, sum
}

// trickEffect describes what the side deck did to a finished trick; sum is the sum of its ranks.
func (t *Board) trickEffect(tr *Trick, sum int) (effect string, warning bool) {
	switch least := t.Least(tr); {
	case least > 0 && sum < least:
		return t.Reader.Texts.T("board.least.short", sum, least), true
	case least > 0:
		return t.Reader.Texts.T("board.least.enough", sum, least), false
	case tr.Winner == tricks.NoSeat:
		return t.Reader.Texts.T("trick.won", t.words().Winner(tr.Winner)), true
	}
	return "", false
}

// Least returns the sum of ranks that a finished trick had to reach (C14), 0 for no such limit.
func (t *Board) Least(tr *Trick) (least int) {
	if t.View.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum).Effect != chapters.LeastSum {
		return 0
	}
	for _, c := range tr.Turned {
		least += c.Rank()
	}
	return least
}

// roundFacts returns the facts that concern all seats and that no card shows, first whether Rings may
// be led.
func (t *Board) roundFacts() (facts []string) {
	v := t.View
	switch {
	case v.Stage != chapters.StagePlay:
	case v.RingsBroken:
		facts = append(facts, t.Reader.Texts.T("rings.may"))
	case v.Led != tricks.Rings: // A hand of nothing but Rings may have led one (T6).
		facts = append(facts, t.Reader.Texts.T("rings.maynot"))
	}
	if v.PileLeft > 0 {
		facts = append(facts, t.Reader.Texts.T("pile.left", v.PileLeft))
	}
	if c := v.Chapter; c != nil && c.Rivers[v.Players] > 0 && int(c.Trump) < tricks.Suits {
		facts = append(facts, t.Reader.Texts.T("board.rivers", t.Reader.Texts.Cards(c.Trump)))
	}
	if v.Stage != chapters.StagePlay {
		if v.Gift != nil {
			facts = append(facts, v.Gift.Name.In(t.Reader.Texts.Lang()))
		}
		if v.Rider != nil {
			facts = append(facts, t.Reader.Texts.Name(v.Rider))
		}
	}
	return facts
}
