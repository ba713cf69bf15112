package chapters_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This is the draft and the setup exactly as the rules state them, from the deal to the first trick, as one
// straight program. When a player has to decide, it calls asks with the legal answers, and asks returns the
// chosen one.

// plainAsker is called with a decision that is due: its kind as in a record, the seat and the answers. It returns
// one of the answers.
type plainAsker func(kind string, seat int, answers []string) (pick string)

// plainCast is the table C: the characters that can be taken in a chapter (S4). A star marks those who must be.
var plainCast = map[string]string{
	"1":          "frodo* bilbo* gandalf pippin",
	"2":          "frodo* sam* merry* gandalf pippin",
	"3":          "frodo* maggot* gildor* sam merry pippin",
	"4":          "frodo* fatty* merry* sam pippin",
	"5":          "frodo* tom* sam merry pippin",
	"6":          "frodo* tom* goldberry* sam merry pippin",
	"7":          "underhill* barliman* sam merry pippin",
	"8":          "frodo* merry* strider* sam pippin barliman",
	"9":          "glorfindel* frodo sam merry pippin strider bill",
	"10":         "elrond* bilbo-baggins* gloin arwen gandalf",
	"11":         "frodo* aragorn* boromir* gloin bilbo-baggins",
	"12":         "gandalf* radagast shadowfax gwaihir",
	"13":         "frodo* gandalf aragorn legolas gimli boromir sam merry pippin bill",
	"14doors":    "frodo* gandalf* aragorn legolas gimli boromir sam merry pippin",
	"14tomb":     "frodo* gandalf aragorn legolas gimli* boromir sam merry pippin",
	"14longdark": "frodo* gandalf aragorn* legolas gimli boromir sam merry pippin",
	"14bridge":   "frodo* aragorn legolas gimli boromir sam merry pippin gandalf-servant*",
	"15":         "gimli* haldir* orophin-rumil* legolas",
	"16":         "frodo* galadriel* celeborn*",
	"17":         "frodo* aragorn legolas gimli boromir sam merry pippin galadriel celeborn",
	"181":        "frodo* boromir-denethor* samwise aragorn-arathorn",
	"182":        "meriadoc* peregrin* legolas-greenleaf gimli-gloin",
}

// plainCountsAs maps the gold cards, and the Gandalf of the Bridge, to the character that they count as.
var plainCountsAs = map[string]string{
	"samwise": "sam", "peregrin": "pippin", "meriadoc": "merry", "aragorn-arathorn": "aragorn",
	"boromir-denethor": "boromir", "legolas-greenleaf": "legolas", "gimli-gloin": "gimli", "gandalf-servant": "gandalf",
}

// is reports whether the character at a seat counts as one of some characters.
func (r *plainRound) is(seat int, ids ...string) bool {
	id := r.seats[seat].character
	return slices.Contains(ids, id) || slices.Contains(ids, plainCountsAs[id])
}

// cast lists the characters that can be taken, and the ones that must be.
func (r *plainRound) cast() (ids []string, must map[string]bool) {
	list := strings.Fields(plainCast[r.chapter+strings.ReplaceAll(r.event, "-", "")+r.group])
	if r.chapter == "road" {
		list = append(slices.Clone(r.pool), "frodo*") // L5: Frodo is taken every round
	}
	must = map[string]bool{}
	for _, id := range list {
		id, starred := strings.CutSuffix(id, "*")
		if starred {
			must[id] = true
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, must
}

// mayTake reports whether a seat may take a character: only the holder of R1 may take Frodo (S3), and in chapter 15
// the pyramid may not take Gimli.
func (r *plainRound) mayTake(seat int, id string) bool {
	return (id != "frodo" || seat == r.dealtR1) && (r.chapter != "15" || id != "gimli" || r.seats[seat].rows == nil)
}

// draft lets the seats take characters (S3, S4).
func (r *plainRound) draft(asks plainAsker) {
	if r.chapter == "16" {
		return // C16: the characters were dealt
	}
	all, must := r.cast()
	order := r.clockwise(r.dealtR1) // S7
	if must["frodo"] {
		r.seats[r.dealtR1].character = "frodo"
		order = order[1:]
	}
	for i, seat := range order {
		var answers []string
		for _, id := range all {
			if r.seatOf(id) < 0 && r.mayTake(seat, id) {
				r.seats[seat].character = id
				if r.canFinish(order[i+1:], all, must) {
					answers = append(answers, fmt.Sprintf("%d:%s", seat, id))
				}
				r.seats[seat].character = ""
			}
		}
		_, r.seats[seat].character, _ = strings.Cut(asks("draft", seat, answers), ":")
	}
}

// canFinish reports whether the remaining seats can take the remaining characters. It tries all ways.
func (r *plainRound) canFinish(order []int, all []string, must map[string]bool) bool {
	if len(order) == 0 {
		for id := range must {
			if r.seatOf(id) < 0 {
				return false
			}
		}
		return true
	}
	missing := 0
	for id := range must {
		if r.seatOf(id) < 0 {
			missing++
		}
	}
	if missing > len(order) {
		return false // without this shortcut the test would take for ever
	}
	for _, id := range all {
		if r.seatOf(id) >= 0 || !r.mayTake(order[0], id) || missing == len(order) && !must[id] {
			continue
		}
		r.seats[order[0]].character = id
		can := r.canFinish(order[1:], all, must)
		r.seats[order[0]].character = ""
		if can {
			return true
		}
	}
	return false
}

// clockwise lists all seats, beginning with one.
func (r *plainRound) clockwise(from int) []int {
	var out []int
	for range r.seats {
		out = append(out, from)
		from = r.left(from)
	}
	return out
}

// handOut hands out the riders and gifts (C8, C9, C11, C13, C14, C17, L5).
func (r *plainRound) handOut() {
	solo := r.players == 1
	riders := map[string]map[string]string{
		"8": {"frodo": "morgul-knife", "merry": "black-breath"},
		"9": {
			"frodo": "morgul-knife", "merry": "black-breath", "pippin": "wraith", "strider": "unseen",
			"sam": "terror",
		},
	}
	owner := map[string]string{
		"sword": "aragorn", "horn": "boromir", "mithril": "frodo", "sting": "frodo",
		"glamdring": "gandalf",
	}
	for s := range r.seats {
		at := &r.seats[s]
		at.rider = riders[r.chapter][at.character]
		if solo && at.rider == "unseen" {
			at.rider = "" // K: no effect solo
		}
		for gift, character := range owner {
			has := r.chapter == "11" && (gift == "sword" || gift == "horn") ||
				slices.Contains([]string{"13", "14", "17"}, r.chapter) && gift == "mithril" ||
				r.chapter == "road" && gift == r.roadGift
			if has && r.is(s, character) && (gift != "mithril" || !r.mithrilUsed) {
				at.gift = gift
			}
		}
	}
	for _, s := range r.riderOrder { // L5: a random unburdened character, drawn after the draft
		burdened := plainCountsAs[r.seats[s].character] != ""
		if r.roadRider != "" && !burdened && (r.roadRider != "unseen" || r.usesThreat(s)) {
			r.seats[s].rider = r.roadRider
			return
		}
	}
}

var (
	plainDrawers = []string{
		"sam", "maggot", "strider", "legolas", "gimli", "orophin-rumil", "haldir", "samwise", "legolas-greenleaf",
		"gimli-gloin",
		"aragorn-arathorn",
	}
	// plainTakers may take or swap the lost card.
	plainTakers = []string{"gandalf", "tom", "glorfindel", "gandalf-servant", "galadriel"}
	// plainPartners lists the characters with which each character exchanges (K). After "anyone" it lists the
	// exceptions.
	plainPartners = map[string]string{
		"gandalf": "frodo", "pippin": "frodo sam merry", "sam": "frodo merry pippin", "merry": "frodo sam pippin",
		"gildor": "frodo", "maggot": "merry pippin", "tom": "frodo", "barliman": "anyone", "strider": "frodo",
		"arwen": "elrond aragorn", "gloin": "bilbo bilbo-baggins gimli", "aragorn": "anyone", "boromir": "anyone frodo",
		"gwaihir": "gandalf", "legolas": "gimli aragorn", "gimli": "legolas aragorn", "orophin-rumil": "haldir",
		"haldir": "anyone gimli", "galadriel": "gandalf", "celeborn": "anyone", "glorfindel": "anyone",
		"bill":     "frodo sam",
		"peregrin": "anyone", "meriadoc": "frodo sam pippin", "aragorn-arathorn": "anyone",
		"boromir-denethor":  "anyone frodo",
		"legolas-greenleaf": "gimli aragorn", "gimli-gloin": "legolas aragorn",
	}
)

func (r *plainRound) usesThreat(seat int) bool {
	id := r.seats[seat].character
	return id == "aragorn" || slices.Contains(plainDrawers, id)
}

// setUp carries out the setup actions, clockwise from the left of Frodo, or from the holder of R1 (S5 to S8).
func (r *plainRound) setUp(asks plainAsker) {
	r.mirror(asks)
	r.handOut()
	first := r.dealtR1
	if frodo := r.seatOf("frodo"); frodo >= 0 {
		first = r.left(frodo)
	}
	r.soloExchange = -1
	r.toAct = r.clockwise(first)
	for len(r.toAct) > 0 {
		s := r.toAct[0]
		r.act(s, asks)
		r.toAct = r.toAct[1:]
	}
	if r.longDark() {
		r.exchangeAll(asks) // C14: all at the same time
	}
}

func (r *plainRound) longDark() bool { return r.event == "long-dark" && r.players > 1 }

// act carries out the setup actions of one character, in their order.
func (r *plainRound) act(s int, asks plainAsker) {
	at := &r.seats[s]
	partners := plainPartners[at.character]
	if r.chapter == "road" && at.character == "aragorn" {
		partners = "gimli legolas" // L5
	}
	r.soloHand(s)
	switch at.character {
	case "gandalf", "gandalf-servant":
		r.takeLost(s, asks)
	case "tom":
		if r.chapter == "6" {
			for _, c := range r.barrow[:5] {
				r.gain(s, c)
			}
			r.barrow = r.barrow[5:]
		} else {
			r.takeLost(s, asks)
		}
	case "glorfindel":
		r.takeLost(s, asks)
		r.exchangeEach(s, partners, asks)
		return
	case "bill":
		r.exchangeEach(s, partners, asks)
		return
	case "fatty":
		for _, to := range r.clockwise(s)[1:] {
			r.choose("give", s, to, asks)
		}
		r.arrive()
		return
	case "elrond":
		r.passRight(s, asks)
		return
	case "goldberry":
		at.faceUp = true
		return
	case "galadriel":
		r.exchange(s, partners, len(r.lost) > 0 && at.rider != "wraith", asks)
		return
	case "shadowfax":
		at.tucked = r.putAside("tuck", s, asks)
		return
	case "radagast":
		at.last = r.putAside("last", s, asks)
		at.first = r.putAside("first", s, asks)
		return
	}
	r.threatCard(s, asks)
	if at.character == "strider" {
		_, at.declared, _ = strings.Cut(asks("declare", s,
			[]string{fmt.Sprintf("%d:more", s), fmt.Sprintf("%d:fewer", s)}), ":")
	}
	if partners != "" {
		r.exchange(s, partners, false, asks)
		if at.character == "gwaihir" {
			r.exchange(s, partners, false, asks)
		}
	}
}

// threatCard gives a character its threat number, or what takes its place.
func (r *plainRound) threatCard(s int, asks plainAsker) {
	at := &r.seats[s]
	switch {
	case !r.usesThreat(s) || r.event == "tomb" && at.character == "gimli":
	case at.gift == "sword": // the Sword must be used
		pick := asks("range", s, []string{fmt.Sprintf("%d:1-2", s), fmt.Sprintf("%d:3-4", s), fmt.Sprintf("%d:5-6", s)})
		at.sword = [2]int{int(pick[2] - '0'), int(pick[4] - '0')}
	case at.character == "aragorn":
		at.threat = r.pickThreat(s, r.threats, asks)
		r.threats = plainRest(r.threats, at.threat)
	case at.character == "aragorn-arathorn":
		two := []int{r.draw(s)}
		if len(r.threats) > 0 {
			two = append(two, r.draw(s))
		}
		keep := two[0]
		if len(two) == 2 {
			keep = r.pickThreat(s, two, asks)
			r.rejected = append(r.rejected, plainRest(two, keep)...)
		}
		at.threat = keep
		r.mayRedraw(s, asks)
	default:
		at.threat = r.draw(s)
		r.mayRedraw(s, asks)
	}
}

func plainRest(numbers []int, gone int) []int {
	return slices.DeleteFunc(slices.Clone(numbers), func(n int) bool { return n == gone })
}

func (r *plainRound) pickThreat(s int, from []int, asks plainAsker) int {
	var answers []string
	for _, n := range from {
		answers = append(answers, fmt.Sprintf("%d:%d", s, n))
	}
	n, _ := strconv.Atoi(asks("threat", s, answers)[2:])
	return n
}

// draw draws a threat card, and draws again if the lost card makes the number impossible (S8). When the deck is used
// up, numbers that were set aside are drawn.
func (r *plainRound) draw(s int) int {
	for len(r.threats) > 0 && r.impossible(s, r.threats[0]) {
		r.rejected = append(r.rejected, r.threats[0])
		r.setAside = append(r.setAside, r.threats[0])
		r.threats = r.threats[1:]
	}
	if len(r.threats) == 0 {
		r.threats, r.rejected = r.rejected, nil
	}
	n := r.threats[0]
	r.threats = r.threats[1:]
	return n
}

func (r *plainRound) impossible(s, threat int) bool {
	for _, later := range r.toAct[1:] {
		swaps := r.seats[later].character == "galadriel"
		tom := r.seats[later].character == "tom" && r.chapter == "6"
		banned := swaps && (r.seats[later].rider == "wraith" || r.spent(later))
		if slices.Contains(plainTakers, r.seats[later].character) && !banned && !tom {
			return false // somebody may still take or swap the lost card
		}
	}
	for _, at := range r.seats {
		if at.gift == "sting" && at.rider != "wraith" {
			return false
		}
	}
	needs := map[string]string{
		"sam": "H", "legolas": "F", "haldir": "F", "orophin-rumil": "F", "gimli": "M",
		"samwise": "HS", "legolas-greenleaf": "FS", "gimli-gloin": "MS",
	}[r.seats[s].character]
	for _, c := range r.lost {
		if strings.IndexByte(needs, c.suit) >= 0 && c.rank == threat {
			return true
		}
	}
	return false
}

// mayRedraw lets a seat draw another threat card once, if Meriadoc is in play.
func (r *plainRound) mayRedraw(s int, asks plainAsker) {
	if r.seatOf("meriadoc") < 0 || len(r.threats)+len(r.rejected) == 0 {
		return
	}
	if asks("redraw", s, []string{fmt.Sprintf("%d:yes", s), fmt.Sprintf("%d:no", s)}) == fmt.Sprintf("%d:yes", s) {
		old := r.seats[s].threat
		r.seats[s].threat = r.draw(s)
		r.rejected = append(r.rejected, old)
	}
}

// soloHand fills a solo hand that is never refilled (C4, C6).
func (r *plainRound) soloHand(s int) {
	if r.players != 1 || r.seats[s].character != "fatty" && r.seats[s].character != "goldberry" {
		return
	}
	n := 5 // N: 9 cards
	if r.chapter == "6" {
		n = 4
	}
	r.seats[s].hand = append(r.seats[s].hand, r.pile[:n]...)
	r.pile = r.pile[n:]
}

// takeLost is "lost" of the table K: the lost card must be taken in chapters, and may be in the Road.
func (r *plainRound) takeLost(s int, asks plainAsker) {
	if len(r.lost) == 0 {
		return
	}
	if r.chapter == "road" &&
		asks("lost", s, []string{fmt.Sprintf("%d:yes", s), fmt.Sprintf("%d:no", s)}) == fmt.Sprintf("%d:no", s) {
		return
	}
	for _, c := range r.lost {
		r.gain(s, c)
	}
	r.lost = nil
	r.lostTaker = s
}

// putAside asks for a card of the hand that is put aside.
func (r *plainRound) putAside(kind string, s int, asks plainAsker) plainCard {
	var answers []string
	for _, c := range r.atHand(s) {
		answers = append(answers, fmt.Sprintf("%d:%s", s, c))
	}
	card := plainCardOf(asks(kind, s, answers)[2:])
	r.drop(s, card)
	return card
}

// partners returns the seats that a character may exchange with (S6): its partners in play that do not carry the
// Wraith.
func (r *plainRound) partners(s int, with string) []int {
	ids := strings.Fields(with)
	var out []int
	for _, to := range r.clockwise(s)[1:] {
		named := r.is(to, ids...)
		if ids[0] == "anyone" {
			named = !r.is(to, ids[1:]...)
		}
		if named && r.seats[s].rider != "wraith" && r.seats[to].rider != "wraith" {
			out = append(out, to)
		}
	}
	return out
}

// spent reports whether another character has made the one exchange of solo (S10).
func (r *plainRound) spent(s int) bool {
	return r.players == 1 && r.soloExchange >= 0 && r.soloExchange != s
}

// optional reports whether an exchange may be declined (S6, S10).
func (r *plainRound) optional() bool { return r.players == 1 }

// exchange makes an exchange with one of the partners, or with the lost card (Galadriel) (S6).
func (r *plainRound) exchange(s int, with string, lost bool, asks plainAsker) {
	partners := r.partners(s, with)
	if r.spent(s) || len(partners) == 0 && !lost {
		return
	}
	var answers []string
	for _, c := range r.mayPass(s) {
		for _, to := range partners {
			answers = append(answers, fmt.Sprintf("%d>%d:%s", s, to, c))
		}
		if lost {
			answers = append(answers, fmt.Sprintf("%d>lost:%s", s, c))
		}
	}
	if r.optional() || r.chapter == "road" && len(partners) == 0 { // L5: the lost card is left to her
		answers = append(answers, fmt.Sprintf("%d:-", s))
	}
	pick := asks("exchange", s, answers)
	to, code, passes := strings.Cut(pick[2:], ":")
	if !passes {
		return
	}
	r.soloExchange = s
	c := plainCardOf(code)
	if to == "lost" {
		in := r.lost[0]
		r.put(s, c, in)
		r.lost[0] = c
		r.lostTaker = s
		return
	}
	r.ways = append(r.ways, &plainWay{from: s, to: int(to[0] - '0'), card: c, exchange: true})
	if !r.longDark() {
		r.exchangeAll(asks)
	}
}

// exchangeEach exchanges with several characters at the same time (Bill, Glorfindel).
func (r *plainRound) exchangeEach(s int, with string, asks plainAsker) {
	if r.spent(s) {
		return
	}
	for i, to := range r.partners(s, with) {
		var answers []string
		for _, c := range r.mayPass(s) {
			answers = append(answers, fmt.Sprintf("%d>%d:%s", s, to, c))
		}
		if i == 0 && r.optional() {
			answers = append(answers, fmt.Sprintf("%d:-", s))
		}
		_, code, _ := strings.Cut(asks("exchange", s, answers), ":")
		if code == "-" {
			return
		}
		r.soloExchange = s
		r.ways = append(r.ways, &plainWay{from: s, to: to, card: plainCardOf(code), exchange: true})
	}
	r.exchangeAll(asks)
}

// exchangeAll finishes exchanges that happen at the same time: all cards arrive, and then each receiver returns one,
// possibly the same card (S6).
func (r *plainRound) exchangeAll(asks plainAsker) {
	for _, w := range r.ways {
		w.arrived = true
	}
	for _, w := range r.ways {
		var answers []string
		for _, c := range r.mayPass(w.to) {
			answers = append(answers, fmt.Sprintf("%d>%d:%s", w.to, w.from, c))
		}
		_, code, _ := strings.Cut(asks("return", w.to, answers), ":")
		w.back = plainCardOf(code)
	}
	r.arrive()
}

// choose lets a seat choose a card to give away for good.
func (r *plainRound) choose(kind string, s, to int, asks plainAsker) {
	var answers []string
	for _, c := range r.mayPass(s) {
		answers = append(answers, fmt.Sprintf("%d>%d:%s", s, to, c))
	}
	_, code, _ := strings.Cut(asks(kind, s, answers), ":")
	r.ways = append(r.ways, &plainWay{from: s, to: to, card: plainCardOf(code)})
}

// passRight lets everyone pass a card to the right at the same time. The pyramid's card is chosen last (C10).
func (r *plainRound) passRight(s int, asks plainAsker) {
	for _, from := range r.clockwise(s) {
		if r.seats[from].rows == nil {
			r.choose("give", from, r.right(from), asks)
		}
	}
	for from := range r.seats {
		if r.seats[from].rows != nil {
			r.choose("give", from, r.right(from), asks)
		}
	}
	r.arrive()
}

// mirror deals the cards of chapter 16 in stages. After each stage but the last everyone gives one card to every
// other player at the same time (C16).
func (r *plainRound) mirror(asks plainAsker) {
	for _, stage := range r.staged {
		for s := range r.seats {
			for _, to := range r.clockwise(s)[1:] {
				if r.seats[s].rows == nil && r.seats[to].rows == nil {
					r.choose("give", s, to, asks)
				}
			}
		}
		r.arrive()
		for s, cards := range stage {
			r.seats[s].hand = append(r.seats[s].hand, cards...)
		}
	}
	if len(r.staged) > 0 {
		r.lost = r.lostLater
		for s := range r.seats {
			if slices.Contains(r.held(s), plainOneRing) {
				r.dealtR1 = s
			}
		}
	}
}

// plainWay is the way of a card from one seat to another, and of the card that comes back for it.
type plainWay struct {
	from, to   int
	card, back plainCard
	exchange   bool
	arrived    bool // the receiver has the card in hand and looks
}

// atHand returns the cards that a seat can choose from: without cards that are on their way, but with cards that
// have come.
func (r *plainRound) atHand(s int) []plainCard {
	out := slices.Clone(r.seats[s].hand)
	for _, w := range r.ways {
		if w.to == s && w.arrived {
			out = append(out, w.card)
		}
	}
	for _, w := range r.ways {
		if w.from == s {
			out = plainWithout(out, w.card)
		}
		if w.to == s && w.back != noPlainCard {
			out = plainWithout(out, w.back)
		}
	}
	return out
}

// sent reports whether a card is on its way.
func (r *plainRound) sent(c plainCard) bool {
	return slices.ContainsFunc(r.ways, func(w *plainWay) bool { return c == w.card || c == w.back })
}

// mayPass leaves out the card that may not be passed on: Frodo's R1 (S6).
func (r *plainRound) mayPass(s int) []plainCard {
	if r.seats[s].character == "frodo" {
		return plainWithout(r.atHand(s), plainOneRing)
	}
	return r.atHand(s)
}

// arrive gives every card to the seat that it was last sent to. At a pyramid it takes the place of the card that was
// given for it in the same exchange (S9).
func (r *plainRound) arrive() {
	var cards []plainCard
	was, is := map[plainCard]int{}, map[plainCard]int{}
	send := func(c plainCard, from, to int) {
		if _, moved := was[c]; !moved {
			was[c] = from
			cards = append(cards, c)
		}
		is[c] = to
	}
	for _, w := range r.ways {
		send(w.card, w.from, w.to)
	}
	for _, w := range r.ways {
		if w.exchange {
			send(w.back, w.to, w.from)
		}
	}
	ways := r.ways
	r.ways = nil
	for s := range r.seats {
		place := r.placesIn(s, ways, was)
		for _, c := range plainOnly(cards, func(c plainCard) bool { return was[c] == s && is[c] != s }) {
			r.drop(s, c)
		}
		for _, c := range plainOnly(cards, func(c plainCard) bool { return is[c] == s }) {
			at, placed := place[c]
			switch {
			case placed:
				r.seats[s].rows[at[0]][at[1]] = c
				if was[c] != s {
					r.gain(s, c)
				}
			case was[c] != s:
				r.gain(s, c)
			}
		}
	}
}

// placesIn returns the row and index that each card takes that came to a pyramid. Cards that lie beside the rows have
// none.
func (r *plainRound) placesIn(s int, ways []*plainWay, was map[plainCard]int) map[plainCard][2]int {
	lies, takes := map[plainCard][2]int{}, map[plainCard][2]int{}
	for y, row := range r.seats[s].rows {
		for i, c := range row {
			if c != noPlainCard {
				lies[c] = [2]int{y, i}
			}
		}
	}
	var gave, got []plainCard // each for the one at the same index
	var gift, gain []plainCard
	for _, w := range ways {
		switch {
		case w.exchange && w.from == s:
			gave, got = append(gave, w.card), append(got, w.back)
		case w.exchange && w.to == s:
			gave, got = append(gave, w.back), append(got, w.card)
		case w.from == s:
			gift = append(gift, w.card)
		case w.to == s:
			gain = append(gain, w.card)
		}
	}
	n := min(len(gift), len(gain)) // C10: one is passed on, one comes
	gave, got = append(gave, gift[:n]...), append(got, gain[:n]...)
	for range got { // a card that went on has its place from another exchange
		for i := range got {
			from := takes
			if was[gave[i]] == s {
				from = lies
			}
			if at, known := from[gave[i]]; known {
				takes[got[i]] = at
			}
		}
	}
	return takes
}

// gain adds a card to a hand; at a pyramid it lies beside the bottom row (S9).
func (r *plainRound) gain(s int, c plainCard) { r.seats[s].hand = append(r.seats[s].hand, c) }

// drop takes a card out of a hand; at a pyramid its place stays empty.
func (r *plainRound) drop(s int, c plainCard) {
	r.put(s, c, noPlainCard)
	r.seats[s].hand = plainWithout(r.seats[s].hand, noPlainCard)
}

// put lays a card in the place of another.
func (r *plainRound) put(s int, out, in plainCard) {
	for _, row := range r.seats[s].rows {
		for i := range row {
			if row[i] == out {
				row[i] = in
			}
		}
	}
	hand := r.seats[s].hand
	for i := range hand {
		if hand[i] == out {
			hand[i] = in
		}
	}
}

// horn returns the suits that Boromir announces at the end of setup (K), nil if he announces none.
func (r *plainRound) horn(s int) string {
	at := &r.seats[s]
	if at.gift != "horn" || r.players == 1 || at.rows != nil {
		return ""
	}
	most := 0
	out := ""
	for _, suit := range []byte("HMFSRV") {
		switch n := len(plainOfSuit(at.hand, suit)); {
		case n > most:
			most = n
			out = string(suit)
		case n == most && n > 0:
			out += " " + string(suit)
		}
	}
	return out
}
