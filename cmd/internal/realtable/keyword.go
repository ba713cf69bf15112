package realtable

import (
	"strconv"
	"strings"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// keyword reads a line that begins with a word of the notation.
func (n *note) keyword(w, text string) error {
	words := strings.FieldsFunc(text, isBlank)
	cards := func() ([]tricks.Card, error) {
		list, err := cardsIn(text, aHand)
		return plain(list), err
	}
	var err error
	switch w {
	case "lost":
		n.lostSaid, n.lostLine = true, n.line
		n.lost, err = cards()
		return err
	case "pile":
		if n.pos.Players != 1 {
			return say.Errorf("only one player has a draw pile (S10)")
		}
		n.pile, err = cards()
		return err
	case "dealt":
		n.dealt = true
		return nil
	case "nobody":
		return n.behind(nobody, text)
	case "left":
		name, rest := nameOf(text)
		l := leftover{line: n.line}
		if l.seat, err = n.seated(name); err != nil {
			return err
		}
		if l.rest = word(strings.TrimSpace(rest)) == "rest"; !l.rest {
			l.cards, err = setIn(rest)
		}
		n.left = append(n.left, l)
		return err
	case "led", "won":
		return n.pairs(w, text)
	case "threats":
		for _, w := range words {
			if !isNumber().MatchString(w) {
				return say.Errorf("%s is no threat number (S8)", shown(w))
			}
			t, _ := strconv.Atoi(w)
			n.threats = append(n.threats, t)
		}
		return nil
	case "mithril":
		n.pos.MithrilUsed = true
		return nil
	case "gift", "rider": // drawn for a Road (L5)
		if len(words) == 0 {
			return say.Errorf("the name of the gift or the rider is missing (L5)")
		}
		if len(words) > 1 && len(words[1]) == 1 && w == "rider" {
			if s := tricks.Seat(words[1][0] - '1'); s >= 0 && int(s) < n.n {
				n.pos.RiderSeats = []tricks.Seat{s}
			}
		}
		return n.drawn(w, words[0], &n.pos.Rider, &n.pos.Gift)
	case "pool", "completed":
		return n.listed(w, text)
	case "done":
		for _, w := range words {
			whole, err := n.lib.Chapter(n.pos.Chapter)
			if err != nil || whole.Variant(w) == nil {
				return say.Errorf("%s is no event of this chapter (C14)", shown(w))
			}
			n.pos.EventsDone = append(n.pos.EventsDone, whole.Variant(w).ID)
		}
		return nil
	}
	return say.Errorf("%s does not begin a line", shown(w))
}

// pairs reads led 3 sam, and won pippin 1 frodo 2.
func (n *note) pairs(w, text string) error {
	words := strings.FieldsFunc(text, isBlank)
	if len(words) == 0 || len(words)%2 != 0 {
		return say.Errorf("%s: pairs of a name and a number stand there", shown(text))
	}
	for ; len(words) > 0; words = words[2:] {
		number, name := words[0], words[1]
		if w == "won" {
			number, name = name, number
		}
		s, err := n.seated(strings.TrimSuffix(name, ":"))
		if err != nil {
			return err
		}
		k, err := strconv.Atoi(number)
		if err != nil || k < 0 || k > 99 || k == 0 && w == "led" {
			return say.Errorf("%s is no number of a trick", shown(number))
		}
		if w == "led" {
			n.led[k-1] = s
		} else {
			n.won[s], n.wonLine = k, n.line
		}
	}
	return nil
}
