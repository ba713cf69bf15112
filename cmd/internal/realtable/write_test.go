package realtable_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/players"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// played is a round after its end.
type played struct {
	name         string
	dealt, first chapters.Position
	setup        []chapters.Decision
	tricks       []trick
	game         *chapters.Game
}

// trick is one of its tricks, with the exchange before it (L5: Sting).
type trick struct {
	characters.Trick
	plays []tricks.Play
	swap  []chapters.Decision
	up    []tricks.Card
	named bool
	// forced says of each play that its card was the only one possible.
	forced []bool
}

// play plays the deal with a name.
func play(t testing.TB, name, policy string, seed uint64) *played {
	t.Helper()
	lib := chapters.Default()
	id, err := chapters.ParseDealID(name)
	require.NoError(t, err)
	r := &played{name: name}
	r.dealt, err = lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(r.dealt)
	require.NoError(t, err)
	player, err := players.New(policy)
	require.NoError(t, err)
	for !g.IsOver() {
		if r.first.Hands == nil && g.Stage() == chapters.StagePlay {
			r.first, err = g.FirstTrick()
			require.NoError(t, err)
			r.setup = slices.Clone(g.Decisions())
		}
		d, err := players.Choose(context.Background(), g, player, seed)
		require.NoError(t, err)
		if g.Stage() == chapters.StagePlay {
			if len(r.tricks) == len(g.History()) {
				r.tricks = append(r.tricks, trick{})
			}
			at := &r.tricks[len(r.tricks)-1]
			switch {
			case d.Kind == chapters.PlayCard:
				state := g.State()
				at.forced = append(at.forced,
					!d.ToWin && r.first.Hands[d.Seat].Tucked == 0 && state.Table.Legal(&state.State).Len() == 1)
				at.plays = append(at.plays, d.Play())
			case d.Kind == chapters.NameLeader:
				at.named = d.Target != d.Seat
			case d.Kind == chapters.Swap && d.Target != tricks.NoSeat, d.Kind == chapters.Return:
				at.swap = append(at.swap, d)
			}
		}
		require.NoError(t, g.Apply(d))
	}
	for k, h := range g.History() {
		r.tricks[k].Trick = h
		if side := g.Chapter().Side; side != nil && side.IsTurnedUp() {
			each := side.TurnUp[r.dealt.Players]
			r.tricks[k].up = r.dealt.Sides[side.Name][k*each : (k+1)*each]
		}
		r.tricks[k].named = r.tricks[k].named ||
			k > 0 && h.Leader != r.tricks[k-1].Winner && r.tricks[k-1].Winner >= 0 &&
				g.Character(r.tricks[k-1].Winner).NamesLeader
	}
	r.game = g
	return r
}

// forms are the ways to write a round down. In "named" each pile stands behind the name of its seat, in "piles" it has
// a line of its own, and in "mixed" some seats have one and some the other, with and without their hands.
var forms = []string{"tricks", "hands", "both", "short", "piles", "named", "mixed", "exchanges", "dealt"}

// allowsSeveral reports whether a note of a form may fit several rounds.
func allowsSeveral(form string) bool { return form == "piles" || form == "named" || form == "mixed" }

// write returns a note of the round.
func (r *played) write(form string) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	pos := &r.first
	lost := pos.Lost
	if form == "exchanges" || form == "dealt" {
		lost = r.dealt.Lost
	}
	variant := pos.Event
	if pos.Group != "" {
		variant = pos.Group + "g"
	}
	head := strings.Join(strings.Fields(fmt.Sprintln(pos.Chapter, variant, pos.Players)), " ")
	if len(lost) > 0 {
		head += " lost " + strings.ReplaceAll(tricks.FormatCards(lost), " ", "")
	}
	line("%s", head)
	if pos.Players == 1 {
		pile := pos.Pile
		if form == "dealt" {
			pile = r.dealt.Pile
		}
		line("pile %s", tricks.FormatCards(pile))
	}
	if len(pos.Pool) > 0 {
		line("pool %s", strings.Join(pos.Pool, " "))
		line("gift %s", pos.Gift)
		for s, h := range pos.Hands {
			if h.Rider != "" {
				line("rider %s %d", h.Rider, s+1)
			}
		}
	}
	if form == "dealt" || form == "exchanges" {
		if len(r.dealt.Threats) > 0 {
			line("threats %s", strings.Trim(fmt.Sprint(r.dealt.Threats), "[]"))
		}
		for _, name := range []string{"barrow"} {
			if cards := r.dealt.Sides[name]; cards != nil {
				line("%s %s", name, tricks.FormatCards(cards))
			}
		}
	}
	if form == "dealt" {
		line("dealt")
	}
	for s := range pos.Hands {
		text := r.seat(form, tricks.Seat(s))
		if form == "mixed" && s%3 == 1 {
			text = r.seat("both", tricks.Seat(s))
		}
		if pile := r.pile(tricks.Seat(s)); r.hasPileInLine(form, tricks.Seat(s)) && pile != "" {
			text += ": " + pile
			if !r.hasLongPile() {
				text += " /" // without any / the cards are hands
			}
		}
		line("%s", text)
	}
	if form == "exchanges" || form == "dealt" {
		r.exchanges(line)
	}
	if form == "hands" {
		return b.String()
	}
	if form != "both" && form != "short" && form != "dealt" {
		for s := range pos.Hands {
			left := pos.Hands[s].Owned() | r.drawn(tricks.Seat(s))
			for _, t := range r.tricks {
				for _, d := range t.swap {
					switch {
					case d.Kind == chapters.Swap && d.Target == chapters.LostCard && d.Seat == tricks.Seat(s):
						left = left&^d.Card.Bit() | pos.Lost[0].Bit()
					case d.Kind != chapters.Swap || d.Target >= 0:
						if d.Seat == tricks.Seat(s) {
							left &^= d.Card.Bit()
						} else if d.Target == tricks.Seat(s) {
							left |= d.Card.Bit()
						}
					}
				}
				if c := t.Card[s]; c != tricks.NoCard {
					left &^= c.Bit()
				}
			}
			if left != 0 {
				line("left %s %s", r.id(tricks.Seat(s)), strings.ReplaceAll(left.String(), " ", ""))
			}
		}
	}
	if allowsSeveral(form) {
		r.besidePiles(line)
		for s := tricks.NoSeat; int(s) < len(pos.Hands); s++ {
			who := "nobody"
			if s >= 0 {
				who = r.id(s)
			}
			if pile := r.pile(s); pile != "" && !r.hasPileInLine(form, s) {
				line("%s: %s", who, pile)
			}
		}
		return b.String()
	}
	for _, t := range r.tricks {
		r.swapped(&t, line)
		who := ""
		if t.named {
			who = r.id(t.Leader) + ": "
		}
		text := t.text()
		if form == "short" && len(r.swaps()) == 0 {
			text = t.short()
		}
		line("%s%s", who, text)
	}
	return b.String()
}

func (r *played) id(s tricks.Seat) string { return r.first.Hands[s].Character }

// drawn returns the cards that a seat draws during play (S10).
func (r *played) drawn(s tricks.Seat) (set tricks.Set) {
	for _, t := range r.tricks {
		if c := t.Card[s]; c != tricks.NoCard && slices.Contains(r.first.Pile, c) {
			set |= c.Bit()
		}
	}
	return set
}

// seat returns the line of a seat.
func (r *played) seat(form string, s tricks.Seat) string {
	h := r.first.Hands[s]
	line := h.Character
	if r.first.Leader == s {
		line += "*"
	}
	if h.Threat > 0 {
		line += fmt.Sprint(" ", h.Threat)
	}
	if h.Range != [2]int{} {
		line += fmt.Sprintf(" %d-%d", h.Range[0], h.Range[1])
	}
	if h.Declared != "" {
		line += " " + h.Declared
	}
	for _, m := range []struct {
		name string
		card tricks.Set
	}{{"tucked", h.Tucked}, {"first", h.First}, {"last", h.Last}} {
		if m.card != 0 {
			line += " " + m.name + "=" + m.card.String()
		}
	}
	if h.Announced != nil {
		line += " announced="
		for _, suit := range h.Announced {
			line += string(suit.Letter())
		}
	}
	if h.TookLost && r.first.Chapter == chapters.Road &&
		chapters.Default().Characters[h.Character].HasAction(characters.TakeLost) {
		line += " took" // which of two of the Road, else it follows
	}
	if form == "dealt" {
		h = r.dealt.Hands[s]
	}
	cards := strings.ReplaceAll(h.Cards.String(), " ", "")
	if form == "dealt" && len(r.dealt.Staged) > 0 && h.Rows == nil {
		for _, batch := range r.dealt.Staged {
			cards += " | " + batch[s].String()
		}
	}
	switch {
	case h.Rows != nil:
		var rows []string
		for _, row := range h.Rows {
			rows = append(rows, strings.ReplaceAll(tricks.FormatCards(row), " - ", "-"))
		}
		line += " " + strings.Join(rows, " / ")
		if h.Extra != 0 {
			line += " + " + h.Extra.String()
		}
	case form == "both" || form == "short" || form == "hands" || form == "dealt":
		line += " " + cards
	}
	return line
}

// text returns the trick as people write it: the first card with its suit, then only the rank of cards that
// follow suit.
func (t *trick) text() string {
	text := ""
	if len(t.up) > 0 {
		text = strings.ReplaceAll(tricks.FormatCards(t.up), " ", "") + " | "
	}
	for i, p := range t.plays {
		code := p.Card.String()
		if i > 0 && p.Card.Suit() == t.plays[0].Card.Suit() {
			code = code[1:]
		}
		text += code
		if p.ToWin {
			text += "!"
		}
	}
	return strings.ToLower(text)
}

// short returns the trick without the cards that were the only possible ones.
func (t *trick) short() string {
	text, _, turned := strings.Cut(t.text(), "| ")
	if turned {
		text += "| "
	} else {
		text = ""
	}
	cards := ""
	led := tricks.NoSuit
	for i, p := range t.plays {
		code := p.Card.String()
		if led == p.Card.Suit() {
			code = code[1:]
		}
		if t.forced[i] {
			code = "."
		} else if led == tricks.NoSuit {
			led = p.Card.Suit()
		}
		cards += code
		if p.ToWin {
			cards += "!"
		}
	}
	cards = strings.TrimRight(cards, ".")
	if cards == "" {
		cards = "."
	}
	return strings.ToLower(text + cards)
}

// swaps returns the exchanges during play.
func (r *played) swaps() (all []chapters.Decision) {
	for _, t := range r.tricks {
		all = append(all, t.swap...)
	}
	return all
}

// exchanges writes what was exchanged and given in setup.
func (r *played) exchanges(line func(string, ...any)) {
	var open []chapters.Decision
	written := map[int]string{}
	for i, d := range r.setup {
		switch {
		case d.Kind == chapters.Give:
			written[i] = fmt.Sprintf("%s>%s %s", r.id(d.Seat), r.id(d.Target), d.Card)
		case d.Kind == chapters.Exchange && d.Target == chapters.LostCard:
			written[i] = fmt.Sprintf("%s>lost %s %s", r.id(d.Seat), d.Card, r.dealt.Lost[0])
		case d.Kind == chapters.Exchange && d.Target >= 0:
			open = append(open, d)
			written[i] = ""
		case d.Kind == chapters.Return:
			j := slices.IndexFunc(open, func(o chapters.Decision) bool {
				return o.Seat == d.Target && o.Target == d.Seat
			})
			written[i] = fmt.Sprintf("%s>%s %s %s", r.id(d.Target), r.id(d.Seat), open[j].Card, d.Card)
			open = slices.Delete(open, j, j+1)
		}
	}
	for i := range r.setup {
		if written[i] != "" {
			line("%s", strings.ToLower(written[i]))
		}
	}
	for _, d := range open { // nothing could come back
		line("%s>%s %s", r.id(d.Seat), r.id(d.Target), strings.ToLower(d.Card.String()))
	}
}

// swapped writes the exchange before a trick.
func (r *played) swapped(t *trick, line func(string, ...any)) {
	for i, d := range t.swap {
		switch {
		case d.Kind == chapters.Swap && d.Target == chapters.LostCard:
			line("%s>lost %s %s %d", r.id(d.Seat), d.Card, r.first.Lost[0], t.Number+1)
		case d.Kind == chapters.Swap && d.Target >= 0:
			line("%s>%s %s %s %d", r.id(d.Seat), r.id(d.Target), d.Card, t.swap[i+1].Card, t.Number+1)
		}
	}
}

// besidePiles writes what the piles do not tell: exchanges during play, seats that were named to lead, and the side
// deck as it was turned up.
func (r *played) besidePiles(line func(string, ...any)) {
	for _, t := range r.tricks {
		r.swapped(&t, line)
		if t.named {
			line("led %d %s", t.Number+1, r.id(t.Leader))
		}
	}
	for _, t := range r.tricks {
		if len(t.up) > 0 {
			line("%s %s", r.game.Chapter().Side.Name, tricks.FormatCards(t.up))
		}
	}
}

// hasPileInLine reports whether in a form the pile of a seat stands behind its name in the line of the seat.
func (r *played) hasPileInLine(form string, s tricks.Seat) bool {
	return s >= 0 && (form == "named" || form == "mixed" && s%2 == 1)
}

// hasLongPile reports whether a pile has several tricks.
func (r *played) hasLongPile() bool {
	return slices.ContainsFunc([]tricks.Seat{tricks.NoSeat, 0, 1, 2, 3}, func(s tricks.Seat) bool {
		return strings.Contains(r.pile(s), "/")
	})
}

// pile returns the pile of a seat's tricks, "" if it won none. NoSeat has the tricks that nobody won (C5).
func (r *played) pile(s tricks.Seat) string {
	var pile []string
	for _, t := range r.tricks {
		if t.Winner == s {
			t.up = nil
			pile = append(pile, strings.ReplaceAll(t.text(), "!", ""))
		}
	}
	return strings.Join(pile, " / ")
}
