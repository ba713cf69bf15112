package chapters

import (
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/tricks"
)

// Some decisions are answered with a word: a direction (K: Strider), a range (the Sword), or yes or no. The
// suits of the Horn are announced without a decision.

// answersTo lists the words with which a decision can be answered.
func answersTo(g *Game, kind DecisionKind, s tricks.Seat) []string {
	if list := decisionKinds[kind].words; list != nil {
		return list
	}
	var out []string
	for _, r := range g.seats[s].Gift.Ranges {
		out = append(out, rangeText(r))
	}
	return out
}

func wordCandidates(g *Game, d Decision, out []Decision) []Decision {
	for _, d.Word = range answersTo(g, d.Kind, d.Seat) {
		out = append(out, d)
	}
	return out
}

func wordLegal(g *Game, d Decision) error {
	if list := answersTo(g, d.Kind, d.Seat); !slices.Contains(list, d.Word) {
		return ruleError("K", "%q is not an answer here: write %s", d.Word, strings.Join(list, ", "))
	}
	return nil
}

func applyDeclare(g *Game, d Decision) {
	seat := &g.seats[d.Seat]
	if d.Kind == Declare {
		seat.Declared = d.Word
		g.logEvent(Event{Kind: Declared, Seat: d.Seat, Word: d.Word})
		return
	}
	for _, r := range seat.Gift.Ranges {
		if rangeText(r) == d.Word {
			seat.Range = r
		}
	}
	g.logEvent(Event{Kind: ChoseRange, Seat: d.Seat, Word: d.Word})
}

// announce logs at the end of the setup the suits in which the owner of the Horn holds the most cards
// (C11). It does nothing in solo, or if the owner is the pyramid.
func (su setup) announce() {
	g := su.game
	for s := range g.seats {
		seat := &g.seats[s]
		if !seat.hasEffect(characters.AnnounceSuits) || g.start.Players == 1 || seat.isPyramid() ||
			seat.Announced != nil {
			continue
		}
		most := 0
		for suit := tricks.Hills; suit < tricks.NoSuit; suit++ {
			switch n := seat.hand.OfSuit(suit).Len(); {
			case n > most:
				most = n
				seat.Announced = []tricks.Suit{suit}
			case n == most && n > 0:
				seat.Announced = append(seat.Announced, suit)
			}
		}
		letters := make([]string, len(seat.Announced))
		for i, suit := range seat.Announced {
			letters[i] = string(suit.Letter())
		}
		g.logEvent(Event{Kind: Announced, Seat: tricks.Seat(s), Word: strings.Join(letters, " ")})
	}
}
