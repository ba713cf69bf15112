package texts

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Event tells an event in a sentence. It names only cards that the view's player may know.
func (t *Texts) Event(v *chapters.View, e chapters.Event) string { return Sentence(t.event(v, e)) }

// Log tells events, a sentence each. Cards of a side deck that were turned up together (C14) are
// one thing.
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

// Turned says which cards of the side deck are turned up for a trick, and what
// that asks for (C5, C14).
func (t *Texts) Turned(v *chapters.View, cards []tricks.Card) string {
	return t.OfDeck("turned.", v.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum), "", t.List(cards), ranks(cards))
}

// TurnedShort is [Texts.Turned] in two or three words, with what the ranks
// played so far sum to, where that matters.
func (t *Texts) TurnedShort(v *chapters.View, cards []tricks.Card, sum int) string {
	return t.OfDeck("turned.", v.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum), ".short", t.List(cards), sum, ranks(cards))
}

// OfDeck returns the text about a side deck whose key begins and ends so. A printed
// deck has words of its own, under its name. Another one has those for what it does,
// which get its title, the first value, as well.
func (t *Texts) OfDeck(beginning string, d *chapters.SideDeck, end string, args ...any) string {
	if d.IsPrinted() {
		return t.T(beginning+d.Name+end, args...)
	}
	return t.T(beginning+string(d.Effect)+end, slices.Concat([]any{d.Called(t.lang)}, args)...)
}

// Short returns the text whose key begins so about a trick that fell short of the side deck
// (C14).
func (t *Texts) Short(v *chapters.View, beginning string, args ...any) string {
	return t.OfDeck(beginning, v.SideDeck(chapters.LeastSum), "", args...)
}

func ranks(cards []tricks.Card) (sum int) {
	for _, c := range cards {
		sum += c.Rank()
	}
	return sum
}

// Rider returns the name of the rider of a seat.
func (t *Texts) Rider(v *chapters.View, s tricks.Seat) string {
	if r := v.Seats[s].Rider; r != nil {
		return t.Name(r)
	}
	return ""
}

// gift returns the name of the gift of a seat, and what it does.
func (t *Texts) gift(v *chapters.View, s tricks.Seat) (name, does string) {
	if g := v.Seats[s].Gift; g != nil {
		return g.Name.In(t.lang), g.Text.In(t.lang)
	}
	return "", ""
}

// Announced names the suits of an announcement, such as "H M" (the Horn).
func (t *Texts) Announced(letters string) string {
	var names []string
	for _, l := range strings.Fields(letters) {
		if s, err := tricks.ParseSuit(l); err == nil {
			names = append(names, t.Cards(s))
		}
	}
	return t.All(names)
}

// Say names what is declared, or answered.
func (t *Texts) Say(word string) string {
	switch word {
	case characters.More, characters.Fewer, chapters.Yes, chapters.No:
		return t.T("say." + word)
	}
	return word
}

// cardKeys are the texts of events that move a card: to those who may see it,
// and to all others.
var cardKeys = map[chapters.EventKind][2]string{
	chapters.Passed:   {"event.passed", "event.passed.hidden"},
	chapters.Returned: {"event.returned", "event.returned.hidden"},
	chapters.Gave:     {"event.gave", "event.gave.hidden"},
	chapters.Tucked:   {"event.tucked", "event.tucked.hidden"},
	chapters.CameBack: {"event.back", "event.back.hidden"},
	chapters.KeptLast: {"event.last", "event.last.hidden"},
	chapters.PutAside: {"event.first", "event.first.hidden"},
}

// threatKeys are those of events of threat numbers.
var threatKeys = map[chapters.EventKind][2]string{
	chapters.DrewThreat:     {"event.threat", "event.threat.hidden"},
	chapters.ChoseThreat:    {"event.chose", "event.chose.hidden"},
	chapters.RejectedThreat: {"event.aside", "event.aside.hidden"},
}

func (t *Texts) event(v *chapters.View, e chapters.Event) string {
	who := ""
	if e.Seat != tricks.NoSeat {
		who = t.Who(v, e.Seat)
	}
	hidden := e.Card == tricks.NoCard
	switch e.Kind {
	case chapters.Took:
		name := e.Character
		if c := v.Seats[e.Seat].Character; c != nil {
			name = t.Name(c)
		}
		return t.T("event.took", t.Seat(e.Seat), name)
	case chapters.HasRider:
		rider := v.Seats[e.Seat].Rider
		return t.T("event.rider", who, t.Rider(v, e.Seat), rider.GoalText.In(t.lang))
	case chapters.HasGift:
		name, does := t.gift(v, e.Seat)
		return t.T("event.gift", who, name, does)
	case chapters.DrewThreat, chapters.ChoseThreat, chapters.RejectedThreat:
		keys := threatKeys[e.Kind]
		switch {
		case e.Number == 0:
			return t.T(keys[1], who)
		case e.Kind == chapters.RejectedThreat && e.Say == chapters.Impossible:
			return t.T("event.rejected", who, e.Number)
		}
		return t.T(keys[0], who, e.Number)
	case chapters.Passed, chapters.Returned, chapters.Gave:
		if hidden {
			return t.T(cardKeys[e.Kind][1], who, t.Who(v, e.To))
		}
		return t.T(cardKeys[e.Kind][0], who, t.Who(v, e.To), e.Card)
	case chapters.Tucked, chapters.CameBack, chapters.KeptLast, chapters.PutAside:
		if hidden {
			return t.T(cardKeys[e.Kind][1], who)
		}
		return t.T(cardKeys[e.Kind][0], who, e.Card)
	case chapters.TookLost:
		return t.T("event.lost", who, e.Card)
	case chapters.SwappedLost:
		return t.T("event.swapped", who, e.Card)
	case chapters.TookSide:
		return t.N("event.side", e.Number, who, v.SideDeck(chapters.TakenInSetup).Called(t.lang))
	case chapters.Declined:
		if e.To == chapters.LostCard {
			return t.T("event.declined.lost", who)
		}
		return t.T("event.declined", who)
	case chapters.DrewCards:
		return t.N("event.drew", e.Number, who)
	case chapters.DealtMore:
		return t.N("event.dealt", e.Number)
	case chapters.FellShort:
		return t.Short(v, "event.short.", who)
	case chapters.Declared:
		return t.T("event.declared", who, t.Say(e.Say))
	case chapters.ChoseRange:
		return t.T("event.range", who, e.Say)
	case chapters.Announced:
		return t.T("event.announced", who, t.Announced(e.Say))
	case chapters.Revealed:
		return t.T("event.revealed", who)
	case chapters.Named:
		return t.T("event.named", who, t.Who(v, e.To))
	case chapters.TurnedUp:
		return t.Turned(v, []tricks.Card{e.Card})
	case chapters.Played:
		switch {
		case hidden:
			return t.T("event.played.hidden", who, t.Suit(e.Suit))
		case e.ToWin:
			return t.T("event.played.win", who, e.Card)
		}
		return t.T("event.played", who, e.Card)
	case chapters.WonTrick:
		return t.T("event.won", t.Winner(v, e.Seat), e.Number)
	}
	return ""
}
