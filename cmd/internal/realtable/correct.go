package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// A slip on one line often shows only at another one: a card that was typed twice, a trick that is short, two cards
// that lie in the wrong order. So when a complete note fits no round, the corrections that undo one slip are tried. The
// fault then asks whether a correction with which everything fits is what was meant. Nothing is corrected unasked.

// Limits of the corrections that are tried. A note of a round has some hundred of them.
const (
	// mostCorrections is the maximum number of corrections that are tried.
	mostCorrections = 400
	// mostCorrectionSteps is the maximum number of tricks that the search for one of them tries.
	mostCorrectionSteps = 2000
	// mostSuggested is the maximum number of corrections that are suggested.
	mostSuggested = 3
	// mostAbsent is the maximum number of cards that were not played for which a place is sought.
	mostAbsent = 16
)

// correction undoes one slip.
type correction struct {
	// line is the line that would change.
	line int
	// text describes the change.
	text say.Text
	// apply changes a note in which piles are told from hands.
	apply func(n *note)
}

// suggest puts a fault first that asks whether a correction is meant, if there is one with which everything fits. n is
// the settled note with these faults.
func suggest(lib *chapters.Library, text string, n *note, faults []Fault) []Fault {
	isOpen := len(faults) == 0 || faults[0].Incomplete // Lines that are only incomplete come last.
	if isOpen || len(n.seats) < n.head.seatCount || len(n.tricks) == 0 {
		return faults
	}
	tries := 0
	for _, candidates := range [][]correction{
		replacements(n), insertions(n), cardSwaps(n), trickSwaps(n), pileSwaps(n),
	} {
		var fitting []correction
		for _, c := range candidates {
			tries++
			if tries > mostCorrections || len(fitting) > mostSuggested {
				break
			}
			isKnown := slices.ContainsFunc(fitting, func(other correction) bool {
				return other.line == c.line && other.text.String() == c.text.String()
			})
			if !isKnown && c.fits(lib, text) {
				fitting = append(fitting, c)
			}
		}
		if len(fitting) > 0 && len(fitting) <= mostSuggested {
			return suggested(fitting, faults)
		}
	}
	return faults
}

// suggested returns the fault that asks for corrections, at the line of the first one.
func suggested(fitting []correction, faults []Fault) []Fault {
	var texts []say.Text
	for _, c := range fitting {
		text := c.text
		if c.line != fitting[0].line {
			text = say.Sprintf("%s in line %d", text, c.line)
		}
		texts = append(texts, text)
	}
	first := faults[0]
	cause := first.Err
	if first.Line != fitting[0].line {
		cause = say.Errorf("%w (line %d)", first.Err, first.Line)
	}
	question := say.Errorf("%w; everything would fit with %s: is that meant?", cause, say.Fold("%s or %s", texts))
	return []Fault{{Line: fitting[0].line, Err: question}}
}

// fits reports whether everything fits with the correction.
func (c correction) fits(lib *chapters.Library, text string) bool {
	correct := step{name: "correct a slip", run: func(s *settlement) { c.apply(s.note) }}
	steps := slices.Insert(settleSteps(), 1, correct) // behind the step that tells piles from hands
	w := newWork(lib, text, steps)
	w.mostSteps = mostCorrectionSteps
	w.run()
	return w.faults.isEmpty() && len(w.result.rounds) > 0
}

// placeOfCard is a card in a trick of a note.
type placeOfCard struct{ trick, index int }

// absent returns the cards that one of the tricks may lack: they are in none, and were neither left over nor lost. It
// returns none if there are many, as when the round ended early.
func absent(n *note) []tricks.Card {
	missing := unplacedCards(n)
	if missing.Len() > mostAbsent {
		return nil
	}
	return missing.Cards()
}

// replacements returns the corrections of a card that is in two tricks. Each puts a card that was not played in the
// place of one of the two.
func replacements(n *note) (all []correction) {
	places := map[tricks.Card][]placeOfCard{}
	for k := range n.tricks {
		for i, c := range n.tricks[k].cards {
			if c.Card != tricks.NoCard {
				places[c.Card] = append(places[c.Card], placeOfCard{k, i})
			}
		}
	}
	missing := absent(n)
	for k := range n.tricks {
		for i, c := range n.tricks[k].cards {
			if len(places[c.Card]) < 2 {
				continue
			}
			for _, m := range missing {
				all = append(all, correction{
					line: n.tricks[k].line,
					text: say.Sprintf("%s for %s in %s", spelled(m), spelled(c.Card), n.tricks[k].spelled()),
					apply: func(n *note) {
						n.tricks[k].cards = slices.Clone(n.tricks[k].cards)
						n.tricks[k].cards[i].Card = m
					},
				})
			}
		}
	}
	return all
}

// insertions returns the corrections that put a card that is in no trick into a trick with too few.
func insertions(n *note) (all []correction) {
	missing := absent(n)
	for k := range n.tricks {
		count := len(n.tricks[k].cards)
		if count >= n.head.seatCount {
			continue
		}
		for _, m := range missing {
			for i := range count + 1 {
				all = append(all, correction{
					line: n.tricks[k].line,
					text: say.Sprintf("%s added to %s", spelled(m), n.tricks[k].spelled()),
					apply: func(n *note) {
						n.tricks[k].cards = slices.Insert(slices.Clone(n.tricks[k].cards), i, writtenCard{Card: m})
					},
				})
			}
		}
	}
	return all
}

// cardSwaps returns the corrections that exchange two neighbours of a trick.
func cardSwaps(n *note) (all []correction) {
	for k := range n.tricks {
		cards := n.tricks[k].cards
		for i := 1; i < len(cards); i++ {
			all = append(all, correction{
				line: n.tricks[k].line,
				text: say.Sprintf("%s and %s exchanged in %s", spelled(cards[i-1].Card), spelled(cards[i].Card),
					n.tricks[k].spelled()),
				apply: func(n *note) {
					own := slices.Clone(n.tricks[k].cards)
					own[i-1], own[i] = own[i], own[i-1]
					n.tricks[k].cards = own
				},
			})
		}
	}
	return all
}

// trickSwaps returns the corrections that exchange two neighbours in a pile, or in the order of the tricks.
func trickSwaps(n *note) (all []correction) {
	for k := range n.tricks {
		earlier := -1
		for j := range k {
			if n.tricks[j].pile == n.tricks[k].pile {
				earlier = j
			}
		}
		if earlier < 0 {
			continue
		}
		all = append(all, correction{
			line: n.tricks[earlier].line,
			text: say.Sprintf("the tricks %s and %s exchanged", n.tricks[earlier].spelled(), n.tricks[k].spelled()),
			apply: func(n *note) {
				n.tricks[earlier], n.tricks[k] = n.tricks[k], n.tricks[earlier]
			},
		})
	}
	return all
}

// pileSwaps returns the corrections that exchange the piles of two seats.
func pileSwaps(n *note) (all []correction) {
	if !n.piled {
		return nil
	}
	for a := range tricks.Seat(n.head.seatCount) {
		for b := range a {
			all = append(all, correction{
				line: n.pileLine(a, b),
				text: say.Sprintf("the piles of %s and %s exchanged", n.name(b), n.name(a)),
				apply: func(n *note) {
					for k := range n.tricks {
						switch n.tricks[k].pile {
						case a:
							n.tricks[k].pile = b
						case b:
							n.tricks[k].pile = a
						}
					}
				},
			})
		}
	}
	return all
}

// pileLine returns the first line with a trick in the pile of one of two seats, 0 without one.
func (n *note) pileLine(a, b tricks.Seat) int {
	line := 0
	for k := range n.tricks {
		t := &n.tricks[k]
		if (t.pile == a || t.pile == b) && (line == 0 || t.line < line) {
			line = t.line
		}
	}
	return line
}

// spelled returns the cards of a trick in their order for a message.
func (t *trick) spelled() say.Text {
	var cards []any
	for _, c := range t.cards {
		if c.Card != tricks.NoCard {
			cards = append(cards, spelled(c.Card))
		}
	}
	return say.Fold("%s %s", cards)
}
