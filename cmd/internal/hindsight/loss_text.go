package hindsight

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// CanPlayOn reports whether people can play on from before the decision that lost the round.
func (l *Loss) CanPlayOn() bool { return l.State == LossFound && l.From < l.walk.Len() }

// Record returns the round up to the moment from which people can play on. Its record notes that they have seen all
// cards.
func (l *Loss) Record() chapters.Record {
	record := l.walk.RecordUpTo(l.From)
	record.Hints = nil
	record.Assisted = []int{l.From}
	return record
}

// Card returns the card that lost the round, NoCard if no play did.
func (l *Loss) Card() tricks.Card {
	if l.State != LossFound || l.Step.Kind != chapters.PlayCard {
		return tricks.NoCard
	}
	return l.Step.Made.Card
}

// Winners returns the cards that would still have won in place of [Loss.Card], each once.
func (l *Loss) Winners() (cards []tricks.Card) {
	if l.Card() == tricks.NoCard {
		return nil
	}
	seen := tricks.Set(0)
	for _, d := range Winners(l.Step) {
		if !seen.Contains(d.Card) {
			cards = append(cards, d.Card)
		}
		seen |= d.Card.Bit()
	}
	return cards
}

// Title says in a few words where the round was lost, or only that it was.
func (l *Loss) Title(t *texts.Texts) string {
	switch {
	case l.State != LossFound:
		return t.T("loss.title.round")
	case l.Card() != tricks.NoCard:
		return t.T("loss.title", l.Step.Trick, l.round(t).words().Option(*l.Step.Made))
	case l.Step.Trick > 0:
		return texts.Sentence(l.deed(t))
	}
	return t.T("loss.title.setup")
}

// Alternatives says what would still have won. Before that is known it says how far the search is, so that with
// [Loss.Title] nothing is missing and nothing is said twice.
func (l *Loss) Alternatives(t *texts.Texts) string {
	if l.State != LossFound {
		return l.progress(t)
	}
	text := l.still(t, "loss.still")
	if l.Step.Trick == 0 {
		text = strings.TrimSpace(texts.Sentence(l.deed(t)) + " " + text)
	}
	return text
}

// Line says in one line where the round was lost and what would still have won, or how far the search is.
func (l *Loss) Line(t *texts.Texts) string {
	switch {
	case l.State != LossFound:
		return l.progress(t)
	case l.Card() == tricks.NoCard:
		return l.Sentence(t)
	}
	text := t.T("loss.card", l.round(t).words().Option(*l.Step.Made), l.Step.Trick)
	return strings.TrimSpace(text + " " + l.still(t, "loss.still.card"))
}

// Brief says in a few words where the round was lost. Otherwise it is the same as [Loss.Line].
func (l *Loss) Brief(t *texts.Texts) string {
	if l.State != LossFound {
		return l.Line(t)
	}
	return l.Title(t)
}

// Trick returns the number of the trick in which the round was lost, 0 if that is not known or was before the first one.
func (l *Loss) Trick() int {
	if l.Step == nil {
		return 0
	}
	return l.Step.Trick
}

// Sentence says it in full, with the player of the decision, for somebody who does not see the cards.
func (l *Loss) Sentence(t *texts.Texts) string {
	if l.State != LossFound {
		return l.progress(t)
	}
	return l.round(t).lossText(l.Step)
}

// Here says beside the moment of the decision that it lost the round, and what would still have won. Before that is known
// it says how far the search is.
func (l *Loss) Here(t *texts.Texts) string {
	if l.State != LossFound {
		return l.progress(t)
	}
	moment := Moment{Step: *l.Step, game: l.walk.GameAt(l.Step.Number - 1)}
	line, _ := moment.Line(t, "")
	return line
}

// FromText says from where people can play on, as the label of a button; empty if they cannot.
func (l *Loss) FromText(t *texts.Texts) string {
	switch {
	case !l.CanPlayOn():
		return ""
	case l.Step.Trick > 0:
		return t.T("loss.from.trick", l.Step.Trick)
	}
	return t.T("loss.from." + l.Step.Stage.String())
}

// still says what would still have won, with the key of the text for a few choices. It is empty if nothing is known to.
func (l *Loss) still(t *texts.Texts, key string) string {
	switch list := Winners(l.Step); {
	case winsOtherwise(l.Step, list):
		return t.T("loss.still.any")
	case len(list) > 0:
		return t.T(key, l.round(t).either(list))
	}
	return ""
}

// winsOtherwise reports whether each of many other choices would still have won.
func winsOtherwise(step *solver.Step, list []chapters.Decision) bool {
	return len(list) > few && len(list) == len(step.Choices)-1
}

// progress says what is ruled out, and how the search stands.
func (l *Loss) progress(t *texts.Texts) string {
	switch l.State {
	case NeverWinnable:
		return t.T("loss.never")
	case StillWinnable:
		return t.T("loss.open")
	default:
	}
	key := "loss.looking"
	if l.State == Unfinished {
		key = "loss.unfinished"
	}
	return strings.TrimSpace(t.T(key) + " " + l.ruledOut(t))
}

// Stopped says what is ruled out by a search that was stopped.
func (l *Loss) Stopped(t *texts.Texts) string {
	stopped := *l
	stopped.State = Unfinished
	return stopped.progress(t)
}

// ruledOut names the tricks in which the round was not lost. It is empty if none is known.
func (l *Loss) ruledOut(t *texts.Texts) string {
	switch count := l.Last + 1 - l.Before; {
	case l.Before == 0 || count == 0:
		return ""
	case l.Before == 1:
		return t.T("loss.not.any")
	case count == 1:
		return t.T("loss.not.one", l.Last)
	case count == 2:
		return t.T("loss.not.two", l.Last, l.Before)
	}
	return t.T("loss.not.more", l.Last, l.Before)
}

// round returns the round with texts to describe it.
func (l *Loss) round(t *texts.Texts) *Round { return l.walk.newRound(t, &l.walk.record) }

// deed names the player of the decision that lost the round, and what they did.
func (l *Loss) deed(t *texts.Texts) string { return l.round(t).words().Deed(*l.Step.Made) }
