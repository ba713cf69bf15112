package texts

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Event says what happened in a sentence. It names only cards that the view's player may know. After a trick it also says
// who sits out from then on (T9).
func (r Round) Event(e chapters.Event) string {
	text := Sentence(r.eventClause(e))
	for _, s := range r.newlyOut(e) {
		text += " " + r.texts.T("event.sits_out", r.NameAt(s))
	}
	return text
}

// newlyOut returns the seats that have played their last card into the trick that an event ended, while others play on.
func (r Round) newlyOut(e chapters.Event) (out []tricks.Seat) {
	log := r.view.Log
	end := slices.Index(log, e)
	if e.Kind != chapters.WonTrick || end < 0 {
		return nil
	}
	isPlay := func(e chapters.Event) bool { return e.Kind == chapters.Played }
	goesOn := !r.view.IsOver || slices.ContainsFunc(log[end:], isPlay)
	begin := end - 1
	for begin >= 0 && log[begin].Kind != chapters.WonTrick {
		begin--
	}
	for s := range r.view.Seats {
		seat := tricks.Seat(s)
		playsIt := func(e chapters.Event) bool { return isPlay(e) && e.Seat == seat }
		isLast := slices.ContainsFunc(log[begin+1:end], playsIt) && !slices.ContainsFunc(log[end:], playsIt)
		if goesOn && isLast && r.view.Seats[s].Cards == 0 {
			out = append(out, seat)
		}
	}
	return out
}

// Log says what happened, a sentence for each event. Cards of a side deck that were turned up
// together (C14) share one sentence.
func (r Round) Log(events []chapters.Event) []string {
	var out []string
	for i := 0; i < len(events); i++ {
		if events[i].Kind != chapters.TurnedUp {
			out = append(out, r.Event(events[i]))
			continue
		}
		var cards []tricks.Card
		for ; i < len(events) && events[i].Kind == chapters.TurnedUp; i++ {
			cards = append(cards, events[i].Card)
		}
		i--
		out = append(out, r.Turned(cards))
	}
	return out
}

// Turned says which cards of the side deck are turned up for a trick, and what they demand (C5,
// C14).
func (r Round) Turned(cards []tricks.Card) string {
	deck := r.view.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum)
	return r.texts.SideDeckText("turned.", deck, "", r.texts.List(cards), rankSum(cards))
}

// TurnedShort is [Round.Turned] in two or three words, with the sum of the ranks played so far if
// it matters.
func (r Round) TurnedShort(cards []tricks.Card, sum int) string {
	deck := r.view.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum)
	return r.texts.SideDeckText("turned.", deck, ".short", r.texts.List(cards), sum, rankSum(cards))
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
func (r Round) Short(beginning string, args ...any) string {
	return r.texts.SideDeckText(beginning, r.view.SideDeck(chapters.LeastSum), "", args...)
}

func rankSum(cards []tricks.Card) (sum int) {
	for _, c := range cards {
		sum += c.Rank()
	}
	return sum
}

// Rider names the rider of a seat.
func (r Round) Rider(s tricks.Seat) string {
	if rider := r.view.Seats[s].Rider; rider != nil {
		return r.texts.Name(rider)
	}
	return ""
}

// gift names the gift of a seat and says what it does.
func (r Round) gift(s tricks.Seat) (name, effect string) {
	if g := r.view.Seats[s].Gift; g != nil {
		return g.Name.In(r.texts.lang), g.Text.In(r.texts.lang)
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
func (r Round) eventClause(e chapters.Event) string {
	actor := ""
	if e.Seat != tricks.NoSeat {
		actor = r.NameAt(e.Seat)
	}
	kind := e.Kind.String()
	key := "event." + kind
	hidden := e.Card == tricks.NoCard
	switch kind {
	case "took":
		name := e.Character
		if c := r.view.Seats[e.Seat].Character; c != nil {
			name = r.texts.Name(c)
		}
		return r.texts.T(key, r.PlayerAt(e.Seat), name)
	case "has_rider":
		rider := r.view.Seats[e.Seat].Rider
		return r.texts.T(key, actor, r.Rider(e.Seat), rider.GoalText.In(r.texts.lang))
	case "has_gift":
		name, effect := r.gift(e.Seat)
		return r.texts.T(key, actor, name, effect)
	case "drew_threat", "chose_threat", "rejected_threat":
		switch {
		case e.Number == 0:
			return r.texts.T(key+".hidden", actor)
		case e.Word != "": // the reason
			return r.texts.T(key+"."+e.Word, actor, e.Number)
		}
		return r.texts.T(key, actor, e.Number)
	case "passed", "returned", "gave":
		if hidden {
			return r.texts.T(key+".hidden", actor, r.NameAt(e.Target))
		}
		return r.texts.T(key, actor, r.NameAt(e.Target), e.Card)
	case "took_side":
		return r.texts.N(key, e.Number, actor, r.view.SideDeck(chapters.TakenInSetup).TitleOrName(r.texts.lang))
	case "declined":
		if e.Target == chapters.LostCard {
			return r.texts.T(key+".lost", actor)
		}
		return r.texts.T(key, actor)
	case "drew_cards":
		return r.texts.N(key, e.Number, actor)
	case "dealt_more":
		return r.texts.N(key, e.Number)
	case "fell_short":
		return r.Short("event.fell_short.", actor)
	case "declared":
		return r.texts.T(key, actor, r.texts.Say(e.Word))
	case "chose_range":
		return r.texts.T(key, actor, e.Word)
	case "announced":
		return r.texts.T(key, actor, r.texts.AnnouncedSuits(e.Word))
	case "named":
		return r.texts.T(key, actor, r.NameAt(e.Target))
	case "turned_up":
		return r.Turned([]tricks.Card{e.Card})
	case "played":
		switch {
		case hidden:
			return r.texts.T(key+".hidden", actor, r.texts.Suit(e.Suit))
		case e.ToWin:
			return r.texts.T(key+".win", actor, e.Card)
		}
		return r.texts.T(key, actor, e.Card)
	case "won_trick":
		return r.texts.T(key, r.Winner(e.Seat), e.Number)
	}
	switch _, veiled := r.texts.byKey[key+".hidden"]; {
	case !hidden:
		return r.texts.T(key, actor, e.Card)
	case veiled:
		return r.texts.T(key+".hidden", actor)
	}
	return r.texts.T(key, actor)
}
