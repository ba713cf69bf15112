package texts

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Event says what happened in a sentence. It names only cards that the view's player may know.
func (t *Texts) Event(v *chapters.View, e chapters.Event) string {
	return Sentence(t.eventClause(v, e))
}

// Log says what happened, a sentence for each event. Cards of a side deck that were turned up
// together (C14) share one sentence.
func (t *Texts) Log(v *chapters.View, events []chapters.Event) []string {
	var out []string
	for i := 0; i < len(events); i++ {
		if events[i].Kind != chapters.TurnedUp {
			out = append(out, t.Event(v, events[i]))
			continue
		}
		var cards []tricks.Card
		for ; i < len(events) && events[i].Kind == chapters.TurnedUp; i++ {
			cards = append(cards, events[i].Card)
		}
		i--
		out = append(out, t.Turned(v, cards))
	}
	return out
}

// Turned says which cards of the side deck are turned up for a trick, and what they demand (C5,
// C14).
func (t *Texts) Turned(v *chapters.View, cards []tricks.Card) string {
	deck := v.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum)
	return t.SideDeckText("turned.", deck, "", t.List(cards), rankSum(cards))
}

// TurnedShort is [Texts.Turned] in two or three words, with the sum of the ranks played so far if
// it matters.
func (t *Texts) TurnedShort(v *chapters.View, cards []tricks.Card, sum int) string {
	deck := v.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum)
	return t.SideDeckText("turned.", deck, ".short", t.List(cards), sum, rankSum(cards))
}

// SideDeckText returns the text about a side deck whose key begins and ends with the parameters. A
// printed deck has texts of its own, under its name. For other decks there are texts by what the
// deck does; their first value is the deck's title.
func (t *Texts) SideDeckText(beginning string, d *chapters.SideDeck, end string, args ...any) string {
	if d.IsPrinted() {
		return t.T(beginning+d.Name+end, args...)
	}
	return t.T(beginning+string(d.Effect)+end, slices.Concat([]any{d.TitleOrName(t.lang)}, args)...)
}

// Short returns the text about a trick that fell short of the side deck (C14). The text's key begins
// with a parameter.
func (t *Texts) Short(v *chapters.View, beginning string, args ...any) string {
	return t.SideDeckText(beginning, v.SideDeck(chapters.LeastSum), "", args...)
}

func rankSum(cards []tricks.Card) (sum int) {
	for _, c := range cards {
		sum += c.Rank()
	}
	return sum
}

// Rider names the rider of a seat.
func (t *Texts) Rider(v *chapters.View, s tricks.Seat) string {
	if r := v.Seats[s].Rider; r != nil {
		return t.Name(r)
	}
	return ""
}

// gift names the gift of a seat and says what it does.
func (t *Texts) gift(v *chapters.View, s tricks.Seat) (name, effect string) {
	if g := v.Seats[s].Gift; g != nil {
		return g.Name.In(t.lang), g.Text.In(t.lang)
	}
	return "", ""
}

// AnnouncedSuits names the suits of an announcement (the Horn): "Hills and Mountains" for the letters
// "H M".
func (t *Texts) AnnouncedSuits(letters string) string {
	var names []string
	for _, l := range strings.Fields(letters) {
		if s, err := tricks.ParseSuit(l); err == nil {
			names = append(names, t.Cards(s))
		}
	}
	return t.All(names)
}

// Say names the word that was declared or answered.
func (t *Texts) Say(word string) string {
	switch word {
	case characters.More, characters.Fewer, chapters.Yes, chapters.No:
		return t.T("say." + word)
	}
	return word
}

// eventClause says what happened. The key of its text is the name of the kind, with a suffix for
// readers who may not see a card or a number.
func (t *Texts) eventClause(v *chapters.View, e chapters.Event) string {
	actor := ""
	if e.Seat != tricks.NoSeat {
		actor = t.NameAt(v, e.Seat)
	}
	kind := e.Kind.String()
	key := "event." + kind
	hidden := e.Card == tricks.NoCard
	switch kind {
	case "took":
		name := e.Character
		if c := v.Seats[e.Seat].Character; c != nil {
			name = t.Name(c)
		}
		return t.T(key, t.Seat(e.Seat), name)
	case "has_rider":
		rider := v.Seats[e.Seat].Rider
		return t.T(key, actor, t.Rider(v, e.Seat), rider.GoalText.In(t.lang))
	case "has_gift":
		name, effect := t.gift(v, e.Seat)
		return t.T(key, actor, name, effect)
	case "drew_threat", "chose_threat", "rejected_threat":
		switch {
		case e.Number == 0:
			return t.T(key+".hidden", actor)
		case e.Word != "": // the reason
			return t.T(key+"."+e.Word, actor, e.Number)
		}
		return t.T(key, actor, e.Number)
	case "passed", "returned", "gave":
		if hidden {
			return t.T(key+".hidden", actor, t.NameAt(v, e.Target))
		}
		return t.T(key, actor, t.NameAt(v, e.Target), e.Card)
	case "took_side":
		return t.N(key, e.Number, actor, v.SideDeck(chapters.TakenInSetup).TitleOrName(t.lang))
	case "declined":
		if e.Target == chapters.LostCard {
			return t.T(key+".lost", actor)
		}
		return t.T(key, actor)
	case "drew_cards":
		return t.N(key, e.Number, actor)
	case "dealt_more":
		return t.N(key, e.Number)
	case "fell_short":
		return t.Short(v, "event.fell_short.", actor)
	case "declared":
		return t.T(key, actor, t.Say(e.Word))
	case "chose_range":
		return t.T(key, actor, e.Word)
	case "announced":
		return t.T(key, actor, t.AnnouncedSuits(e.Word))
	case "named":
		return t.T(key, actor, t.NameAt(v, e.Target))
	case "turned_up":
		return t.Turned(v, []tricks.Card{e.Card})
	case "played":
		switch {
		case hidden:
			return t.T(key+".hidden", actor, t.Suit(e.Suit))
		case e.ToWin:
			return t.T(key+".win", actor, e.Card)
		}
		return t.T(key, actor, e.Card)
	case "won_trick":
		return t.T(key, t.Winner(v, e.Seat), e.Number)
	}
	switch _, veiled := t.byKey[key+".hidden"]; {
	case !hidden:
		return t.T(key, actor, e.Card)
	case veiled:
		return t.T(key+".hidden", actor)
	}
	return t.T(key, actor)
}
