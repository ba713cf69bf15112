package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
)

// A note is about a round that was played, so what the chapter does not have is a slip. A document may state a position
// that no deal leads to, and is judged as it stands.

// checkCast adds a fault for each seat with a character or a threat number that the chapter does not have in this
// round (S4, S8). If several characters are not in the chapter, the chapter itself is likely wrong. Once all seats are
// written, it adds a fault for each character that must be taken and is not there.
func checkCast(n *note, faults *faultList) {
	if !n.head.known || !n.cast() {
		return
	}
	whole, err := n.head.lib.Chapter(n.head.chapterID)
	if err != nil {
		return
	}
	played, err := whole.ForRound(n.round.Terms, n.head.players) // The terms also have the pool of a Road.
	if err != nil {
		return
	}
	if strangers := n.strangers(played); len(strangers) > 1 {
		faults.list = nil // Everything else follows from the first line.
		faults.add(
			n.head.line,
			say.Errorf(
				"is chapter %s right? It has %s, but not %s: correct the first line, or the names (S4)",
				played.ID,
				rosterOf(played),
				say.Fold("%s, %s", strangers),
			),
		)
		return
	}
	remaining := slices.Clone(played.Threats)
	for i := range n.seats {
		s := &n.seats[i]
		if s.char == nil {
			continue
		}
		if played.Entry(s.char.ID) == nil {
			faults.add(s.line, notInChapter(played, s.char))
			continue
		}
		if s.Threat == 0 {
			continue
		}
		index := slices.Index(remaining, s.Threat)
		switch {
		case index >= 0:
			remaining = slices.Delete(remaining, index, index+1)
		case slices.Contains(played.Threats, s.Threat):
			faults.add(
				s.line,
				say.Errorf(
					"the threat number %d is at another seat: correct one of them, the chapter has %v (S8)",
					s.Threat,
					played.Threats,
				),
			)
		default:
			faults.add(s.line, say.Errorf("there is no threat number %d: write one of %v (S8)", s.Threat,
				played.Threats))
		}
	}
	if len(n.seats) < n.head.seatCount {
		return
	}
	for _, e := range played.Roster {
		if e.Starred && n.seatOf(e.Character) < 0 {
			faults.add(
				n.lastLine,
				say.Errorf(
					"%s must be taken in this chapter, but sits at no seat: correct a name, or the chapter in the first line (S4)",
					e.Character.Name,
				),
			)
		}
	}
}

// strangers returns the names of the characters at the table that cannot be taken in a round of a chapter.
func (n *note) strangers(played *chapters.Chapter) (names []characters.Text) {
	for i := range n.seats {
		if c := n.seats[i].char; c != nil && played.Entry(c.ID) == nil {
			names = append(names, c.Name)
		}
	}
	return names
}

// rosterOf lists the characters that can be taken in a round of a chapter.
func rosterOf(played *chapters.Chapter) say.Text {
	var all []*characters.Character
	for _, e := range played.Roster {
		all = append(all, e.Character)
	}
	return namesOf(all)
}

// notInChapter returns the error that a round of a chapter does not have a character. It lists the others.
func notInChapter(played *chapters.Chapter, c *characters.Character) error {
	if played.Pool != nil {
		return say.Errorf(
			"%s is not among the characters that were drawn: write one of %s, or add the name after pool (L5)",
			c.Name,
			rosterOf(played),
		)
	}
	return say.Errorf(
		"%s is not in chapter %s: write one of %s, or correct the chapter (S4)",
		c.Name,
		played.ID,
		rosterOf(played),
	)
}
