package chapters_test

import (
	"fmt"
	"slices"
)

// plainSeat is a seat during play.
type plainSeat struct {
	character, rider, gift string
	threat                 int
	declared               string
	sword                  [2]int // the range of the Sword, if it was chosen

	hand []plainCard // what can be played or passed on
	// rows is a pyramid (S9) from the top, with no card for an empty place.
	rows [][]plainCard
	// tucked, first and last lie apart (K: Shadowfax, Radagast).
	tucked, first, last plainCard
	// faceUp says that the hand lies open for all (K: Goldberry).
	faceUp bool
}

// plainPlay is a card on the table.
type plainPlay struct {
	seat  int
	card  plainCard
	toWin bool
}

// plainTrick is a finished trick; winner is −1 if the Old Man Willow took it.
type plainTrick struct {
	leader, winner int
	plays          []plainPlay
}

func (t plainTrick) cards() []plainCard {
	var out []plainCard
	for _, p := range t.plays {
		out = append(out, p.card)
	}
	return out
}

// plainRound is a round: first what was dealt and what the setup needs, then what the play does.
type plainRound struct {
	chapter, event, group string
	players               int
	seats                 []plainSeat
	dealtR1               int // who was dealt R1, −1 for nobody
	lost                  []plainCard
	lostTaker             int // who took the lost card, −1 for nobody
	pile                  []plainCard
	oldForest, balrog     []plainCard // next card first
	barrow                []plainCard
	mithrilUsed           bool

	pool                []string // L5
	roadGift, roadRider string
	riderOrder          []int           // the rider's card goes to the first that can carry it
	staged              [][][]plainCard // C16: what each seat still gets, stage by stage
	lostLater           []plainCard     // C16: the lost card, dealt after the stages
	threats, rejected   []int
	setAside            []int       // the numbers that the lost card made impossible (S8)
	toAct               []int       // who still acts in setup, the acting seat first
	ways                []*plainWay // cards on their way between hands
	soloExchange        int         // who made the one exchange of solo, −1 for nobody

	leader      int
	trick       []plainPlay
	tricks      []plainTrick
	turned      []plainCard // the cards of a side deck turned up for this trick
	ringsPlayed bool        // T6: in an earlier trick
	fallen      bool        // C14: a trick summed to too little
	over        bool

	// What has been said before this trick.
	stingAsked, stingUsed, backAsked, backRefused, named bool
	// stingTrick and backTrick are how many tricks had ended when Sting was used and when
	// the tucked card came back.
	stingTrick, backTrick int
	// stung is Sting's card on its way, from Frodo to who took the lost card.
	stung   plainCard
	stungTo int
}

// plainAsk is a decision that is due: its kind in a record, whose it is, who makes
// it, and each answer with the rule that forbids it, "" if it is legal.
type plainAsk struct {
	kind     string
	seat, by int
	answers  map[string]string
}

func (r *plainRound) left(seat int) int  { return (seat + 1) % len(r.seats) }
func (r *plainRound) right(seat int) int { return (seat + len(r.seats) - 1) % len(r.seats) }

// decides is who makes a seat's decisions: in solo the one player, known as
// seat 0 (S10); for the pyramid who holds R1, or who sits to its right if that
// is the pyramid itself or R1 is lost (S9, C16).
func (r *plainRound) decides(seat int) int {
	if r.players == 1 {
		return 0
	}
	if r.seats[seat].rows == nil {
		return seat
	}
	if r.dealtR1 >= 0 && r.dealtR1 != seat {
		return r.dealtR1
	}
	return r.right(seat)
}

// seatOf returns the seat of the first of these characters that is in play, −1 if none is.
func (r *plainRound) seatOf(ids ...string) int {
	for _, id := range ids {
		for s := range r.seats {
			if r.seats[s].character == id {
				return s
			}
		}
	}
	return -1
}

// firstLeader is who leads the first trick (K, S7).
func (r *plainRound) firstLeader() int {
	leads := []string{"underhill", "glorfindel", "elrond", "orophin-rumil", "frodo"}
	switch r.chapter {
	case "12":
		leads = []string{"gandalf"}
	case "road":
		leads = []string{"frodo"} // L5: other cards' "lead" is ignored
	}
	if s := r.seatOf(leads...); s >= 0 {
		return s
	}
	return r.dealtR1 // S7, C18
}

// begin starts the first trick.
func (r *plainRound) begin() {
	r.leader = r.firstLeader()
	r.beginTrick()
}

// held counts every card of a seat that it has (T10), those in the pile not.
func (r *plainRound) held(seat int) []plainCard {
	at := &r.seats[seat]
	out := slices.Clone(at.hand)
	for _, row := range at.rows {
		out = append(out, row...)
	}
	return r.onTheWay(seat, plainDistinct(append(out, at.tucked, at.first, at.last)))
}

// beginTrick opens what is uncovered (S9), ends the round (T10), finds who leads
// (T9) and turns the side deck up (C5, C14).
func (r *plainRound) beginTrick() {
	r.trick = nil
	r.stingAsked, r.backAsked, r.backRefused, r.named = false, false, false, false
	withCards := 0
	for s := range r.seats {
		r.open(s)
		if len(r.held(s)) > 0 {
			withCards++
		}
	}
	if r.over = withCards <= 1; r.over {
		r.turned = nil
		return
	}
	for len(r.held(r.leader)) == 0 {
		r.leader = r.left(r.leader)
	}
	r.turned = nil
	if len(r.oldForest) > 0 {
		r.turned, r.oldForest = r.oldForest[:1], r.oldForest[1:]
	}
	if len(r.balrog) > 0 {
		n := 2 // three seats
		if len(r.seats) == 4 {
			n = 3
		}
		r.turned, r.balrog = r.balrog[:n], r.balrog[n:]
	}
}

// open makes a seat's hand ready for a trick.
func (r *plainRound) open(seat int) {
	at := &r.seats[seat]
	for y, row := range at.rows {
		for i, card := range row {
			covered := y+1 < len(at.rows) && (at.rows[y+1][i] != noPlainCard || at.rows[y+1][i+1] != noPlainCard)
			if card != noPlainCard && !covered && !slices.Contains(at.hand, card) {
				at.hand = append(at.hand, card)
			}
		}
	}
	if at.tucked != noPlainCard && len(at.hand) == 0 {
		r.bringBack(seat) // K: it must
	}
}

func (r *plainRound) bringBack(seat int) {
	at := &r.seats[seat]
	at.hand, at.tucked = append(at.hand, at.tucked), noPlainCard
	r.backTrick = len(r.tricks)
}

// turn is the seat to play: the leader, then clockwise, leaving out seats that
// hold nothing (T3, T9).
func (r *plainRound) turn() int {
	if len(r.trick) == 0 {
		return r.leader
	}
	s := r.left(r.trick[len(r.trick)-1].seat)
	for len(r.held(s)) == 0 {
		s = r.left(s)
	}
	return s
}

// due is the decision that is due.
func (r *plainRound) due() plainAsk {
	ask := plainAsk{answers: map[string]string{}}
	asks := func(kind string, seat int) { ask.kind, ask.seat, ask.by = kind, seat, r.decides(seat) }
	if r.stung != noPlainCard {
		asks("return", r.stungTo)
		for _, c := range append(slices.Clone(r.seats[r.stungTo].hand), r.stung) {
			ask.answers[fmt.Sprintf("%d>%d:%s", r.stungTo, r.seatOf("frodo"), c)] = ""
		}
		return ask
	}
	if len(r.trick) == 0 {
		if s := r.mayUseSting(); s >= 0 && !r.stingAsked {
			asks("swap", s)
			ask.answers[fmt.Sprintf("%d:-", s)] = ""
			for _, to := range r.stingTargets(s) {
				for _, c := range r.seats[s].hand {
					rule := ""
					if c == plainOneRing {
						rule = "S6" // Frodo may never pass on R1
					}
					ask.answers[fmt.Sprintf("%d>%s:%s", s, to, c)] = rule
				}
			}
			return ask
		}
		for s := range r.seats {
			if r.seats[s].tucked != noPlainCard && !r.backAsked {
				asks("back", s)
				ask.answers[fmt.Sprintf("%d:yes", s)] = ""
				ask.answers[fmt.Sprintf("%d:no", s)] = ""
				return ask
			}
		}
		if r.seats[r.leader].character == "bilbo-baggins" && !r.named {
			asks("name", r.leader)
			for s := range r.seats {
				rule := ""
				if len(r.held(s)) == 0 {
					rule = "K" // one that holds a card
				}
				ask.answers[fmt.Sprintf("%d>%d", r.leader, s)] = rule
			}
			return ask
		}
	}
	asks("play", r.turn())
	ask.answers = r.cardsToPlay()
	return ask
}

// mayUseSting is who can use Sting before this trick (L5), −1 if nobody can.
func (r *plainRound) mayUseSting() int {
	s := r.seatOf("frodo")
	if s < 0 || r.seats[s].gift != "sting" || r.stingUsed || r.seats[s].rider == "wraith" ||
		len(r.seats[s].hand) == 0 || len(r.stingTargets(s)) == 0 {
		return -1
	}
	return s
}

func (r *plainRound) stingTargets(seat int) []string {
	if len(r.lost) > 0 {
		return []string{"lost"}
	}
	t := r.lostTaker
	if t < 0 || t == seat || r.seats[t].rider == "wraith" || len(r.seats[t].hand) == 0 {
		return nil
	}
	return []string{fmt.Sprint(t)}
}

// cardsToPlay judges every card that whoever plays can see.
func (r *plainRound) cardsToPlay() map[string]string {
	seat := r.turn()
	out := map[string]string{}
	for _, c := range r.seen(seat) {
		rule := r.verdict(seat, c)
		out[fmt.Sprintf("%d:%s", seat, c)] = rule
		if c == plainOneRing {
			out[fmt.Sprintf("%d:%s!", seat, c)] = rule // T7
		}
	}
	return out
}

// seen is the cards of a seat that whoever plays them can see (S9).
func (r *plainRound) seen(seat int) []plainCard {
	at := &r.seats[seat]
	out := append(r.atHand(seat), at.tucked, at.first, at.last)
	for y, row := range at.rows {
		for i, c := range row {
			bottom := y == len(at.rows)-1
			outer := len(row) == 3 && len(at.rows[len(at.rows)-1]) == 5 && i != 1
			if (bottom || outer || at.faceUp) && !r.sent(c) { // C6
				out = append(out, c)
			}
		}
	}
	return r.onTheWay(seat, plainDistinct(out))
}

// onTheWay moves Sting's card from Frodo to who takes it in hand and looks (S6).
func (r *plainRound) onTheWay(seat int, cards []plainCard) []plainCard {
	switch {
	case r.stung == noPlainCard:
	case seat == r.stungTo:
		return append(cards, r.stung)
	case seat == r.seatOf("frodo"):
		return plainWithout(cards, r.stung)
	}
	return cards
}

// verdict is the rule that forbids a card, "" if it may be played.
func (r *plainRound) verdict(seat int, c plainCard) string {
	at := &r.seats[seat]
	if at.first != noPlainCard {
		if c == at.first {
			return "" // K: exempt from T4 and T6
		}
		return "K"
	}
	hand := at.hand
	if at.last != noPlainCard && r.lastTrick() {
		if c == at.last {
			return ""
		}
		return "K" // G2: that one now, whatever else he holds
	}
	switch {
	case c == at.last && len(hand) > 0:
		return "K" // for the last trick
	case c == at.last:
		return ""
	case c == at.tucked && r.backRefused:
		return "K"
	case c == at.tucked:
		hand = append(slices.Clone(hand), c) // it comes back before this trick
	case !slices.Contains(hand, c):
		return "S9"
	}
	if at.character == "gandalf-servant" {
		return "" // K: need not follow suit, may lead Rings any time
	}
	if len(r.trick) == 0 {
		others := plainOnly(hand, func(c plainCard) bool { return c.suit != 'R' })
		if c.suit == 'R' && !r.ringsPlayed && len(others) > 0 {
			return "T6"
		}
		return ""
	}
	if at.gift == "glamdring" && len(r.tricks) == 0 {
		return "" // L5
	}
	led := r.trick[0].card.suit
	if c.suit != led && len(plainOfSuit(hand, led)) > 0 {
		return "T4"
	}
	return ""
}

// lastTrick reports whether nobody, or but one, has a card left after this trick (G2, T10).
func (r *plainRound) lastTrick() bool {
	more := 0
	for s := range r.seats {
		held := len(r.held(s))
		for _, p := range r.trick {
			if p.seat == s {
				held++
			}
		}
		if held > 1 {
			more++
		}
	}
	return more <= 1 && len(r.pile) == 0
}

// play plays a card and ends the trick if it is complete.
func (r *plainRound) play(p plainPlay) {
	at := &r.seats[p.seat]
	if p.card == at.tucked {
		r.bringBack(p.seat)
	}
	if p.card == at.first {
		at.first = noPlainCard
	}
	if p.card == at.last {
		at.last = noPlainCard
	}
	at.hand = plainWithout(at.hand, p.card)
	for _, row := range at.rows {
		if i := slices.Index(row, p.card); i >= 0 {
			row[i] = noPlainCard
		}
	}
	r.trick = append(r.trick, p)
	for s := range r.seats {
		played := slices.ContainsFunc(r.trick, func(p plainPlay) bool { return p.seat == s })
		if !played && len(r.held(s)) > 0 {
			return
		}
	}
	r.endTrick()
}

func (r *plainRound) endTrick() {
	best := r.best()
	winner := best.seat
	if r.event == "bridge" {
		if plainRanks(plainTrick{plays: r.trick}.cards()) < plainRanks(r.turned) {
			r.fallen = true // C14
		}
	} else if len(r.turned) > 0 && !best.toWin && best.card.rank < r.turned[0].rank {
		winner = -1 // C5: ties go to the player, R1 played to win is immune
	}
	r.tricks = append(r.tricks, plainTrick{leader: r.trick[0].seat, winner: winner, plays: r.trick})
	for _, p := range r.trick {
		r.ringsPlayed = r.ringsPlayed || p.card.suit == 'R'
	}
	if winner >= 0 {
		r.leader = winner
	} else {
		r.leader = r.trick[0].seat // C5: the same leader leads again
	}
	for s := range r.seats { // S10: seat 0 first, while it lasts
		if who := r.seats[s].character; who != "fatty" && who != "goldberry" && len(r.pile) > 0 {
			r.seats[s].hand = append(r.seats[s].hand, r.pile[0])
			r.pile = r.pile[1:]
		}
	}
	r.beginTrick()
}

// best is the play that would win the trick as it lies: T7, T8, T5.
func (r *plainRound) best() plainPlay {
	for _, p := range r.trick {
		if p.toWin {
			return p
		}
	}
	suit := r.trick[0].card.suit
	if r.chapter == "17" {
		for _, p := range r.trick {
			if p.card.suit == 'V' {
				suit = 'V'
			}
		}
	}
	best := plainPlay{seat: -1}
	for _, p := range r.trick {
		if p.card.suit == suit && p.card.rank > best.card.rank {
			best = p
		}
	}
	return best
}

// swap exchanges with Sting: with the lost card, or with who took it.
func (r *plainRound) swap(seat int, to string, c plainCard) {
	r.stingAsked = true
	switch to {
	case "":
	case "lost":
		r.stingUsed, r.stingTrick = true, len(r.tricks)
		r.put(seat, c, r.lost[0])
		r.lost[0] = c
	default:
		r.stingUsed, r.stingTrick = true, len(r.tricks)
		r.stung, r.stungTo = c, int(to[0]-'0')
	}
}

func (r *plainRound) swapBack(c plainCard) {
	frodo, out := r.seatOf("frodo"), r.stung
	r.stung = noPlainCard
	if c != out {
		r.put(frodo, out, c)
		r.put(r.stungTo, c, out)
	}
}
