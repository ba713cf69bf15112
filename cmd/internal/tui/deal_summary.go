package tui

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/realtable"
	"fellowship/tricks"
)

// dealSummary draws what the text of a round says so far, in lines of w cells: the seats, a row for each trick, the
// cards that are still missing, and what was worked out.
type dealSummary struct {
	stack  *kit.Stack
	parsed *realtable.Table
	w      int
}

// lines returns the lines for h rows. Where they are too many, the hands give way first, then the seats, and then the
// first tricks.
func (d dealSummary) lines(h int) []string {
	if len(d.parsed.Seats) == 0 {
		return d.stack.Theme.Wrap(d.stack.T("real.hint")+" "+d.stack.T("real.hint.more"), d.w)
	}
	trickRows := d.tricks()
	footer := apart(d.missing(), d.notes())
	for _, seats := range [][]string{d.seats(true), d.seats(false)} {
		all := apart(seats, trickRows, footer)
		if len(all) <= h || len(trickRows) == 0 {
			return all
		}
	}
	room := max(h-len(footer)-1, 1)
	return apart(trickRows[max(len(trickRows)-room, 0):], footer)
}

// apart returns blocks of lines with a free line between two.
func apart(blocks ...[]string) (all []string) {
	for _, block := range blocks {
		if len(all) > 0 && len(block) > 0 {
			all = append(all, "")
		}
		all = append(all, block...)
	}
	return all
}

// seats returns a line for each seat, with its cards below if withCards.
func (d dealSummary) seats(withCards bool) (out []string) {
	for i, s := range d.parsed.Seats {
		line := fmt.Sprint(i+1, " ")
		if s.Character != nil {
			line += d.stack.Theme.Texts.ShortName(s.Character)
		}
		if s.Threat > 0 {
			line += "  " + d.stack.T("fact.threat", s.Threat)
		}
		line += "  "
		if s.Cards != 0 {
			line += d.stack.N("real.cards", s.Cards.Len()) + "  "
		}
		if s.Tricks >= 0 {
			line += d.stack.N("real.tricks", s.Tricks)
		}
		out = append(out, d.stack.Theme.Fold(strings.TrimRight(line, " ")))
		if s.Cards != 0 && withCards {
			out = append(out, d.hand(s.Cards)...)
		}
	}
	return out
}

// hand returns the cards of a hand as chips, one for each suit, in as many lines as they need.
func (d dealSummary) hand(cards tricks.Set) []string {
	const indent = "    "
	g := d.grid()
	lines := []string{indent}
	for suit := range tricks.Suits {
		all := cards.OfSuit(tricks.Suit(suit)).Cards()
		if len(all) == 0 {
			continue
		}
		ranks := ""
		for _, c := range all {
			ranks += g.Palette().Code(c)[1:]
		}
		first := all[0]
		if first == tricks.OneRing && len(all) > 1 { // The chip has the tones of the other Rings.
			first = all[1]
		}
		last := &lines[len(lines)-1]
		if *last != indent && cells.Width(*last)+1+len(ranks)+1 > d.w {
			lines = append(lines, indent)
			last = &lines[len(lines)-1]
		}
		if *last != indent {
			*last += " "
		}
		*last += g.Coded(first, ranks)
	}
	return lines
}

// tricks returns a row for each trick: its number, its cards in order with edges around the one that wins, and the
// seat that wins it.
func (d dealSummary) tricks() (out []string) {
	for i := range d.parsed.Tricks {
		out = append(out, d.trick(&d.parsed.Tricks[i]))
	}
	return out
}

// trick returns the row of a trick.
func (d dealSummary) trick(t *realtable.Trick) string {
	g := d.grid()
	number := "   "
	if t.Number > 0 {
		number = fmt.Sprintf("%2d ", t.Number)
	}
	row := felt.Faint.Paint(number)
	for i := range max(len(t.Cards), d.parsed.SeatCount) {
		edges := [2]string{" ", " "}
		if i == t.Best {
			edges = d.edges()
		}
		code := felt.Faint.Paint("..")
		if i < len(t.Cards) && t.Cards[i] != tricks.NoCard {
			code = g.Coded(t.Cards[i], "")
		}
		row += edges[0] + code + edges[1] + " "
	}
	if t.Winner >= 0 && int(t.Winner) < len(d.parsed.Seats) {
		if c := d.parsed.Seats[t.Winner].Character; c != nil {
			row += d.stack.Theme.Texts.ShortName(c)
		}
	}
	return d.stack.Theme.Fold(strings.TrimRight(row, " "))
}

// edges returns what stands on both sides of the card that wins a trick.
func (d dealSummary) edges() [2]string {
	if d.stack.Theme.Look.NoColor() || d.stack.Theme.ASCII {
		return [2]string{"[", "]"}
	}
	gold := felt.Pen{Fg: felt.Gold}
	return [2]string{gold.Paint("▐"), gold.Paint("▌")}
}

// missing returns the cards that are still missing, suit by suit, with an empty place for each one that is typed.
func (d dealSummary) missing() []string {
	if d.parsed.Missing == 0 {
		return nil
	}
	count := d.stack.N("real.cards", d.parsed.Missing.Len())
	out := []string{d.stack.Theme.Fold(d.stack.T("real.missing", count))}
	const apart = "  "
	g := d.grid()
	for _, gap := range []string{" ", ""} {
		var rows []string
		for suit := range tricks.Suits {
			line := g.SuitLine(tricks.Suit(suit), d.parsed.Missing, d.parsed.Deck, gap)
			last := len(rows) - 1
			switch {
			case line == "":
			case last >= 0 && cells.Width(rows[last]+apart+line) <= d.w:
				rows[last] += apart + line
			default:
				rows = append(rows, line)
			}
		}
		const mostRows = 3
		if len(rows) <= mostRows || gap == "" {
			return slices.Concat(out, rows)
		}
	}
	return out
}

// notes returns what was worked out.
func (d dealSummary) notes() (out []string) {
	for _, note := range d.parsed.Notes {
		out = apart(out, d.stack.Theme.Wrap(d.stack.Theme.Texts.Problem(note), d.w))
	}
	return out
}

// grid returns a grid that knows the look of cards.
func (d dealSummary) grid() *felt.Grid { return felt.New(d.stack.Theme.Look, 1, 1) }
