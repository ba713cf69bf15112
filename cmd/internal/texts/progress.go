package texts

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fellowship/characters"
	"fellowship/cmd/internal/cells"
	"fellowship/tricks"
)

// Progress returns the numbers of a seat's goal as texts. The number of tricks won is always there
// and comes last.
func (r Round) Progress(s tricks.Seat) []string {
	var out []string
	for _, m := range r.Meters(s) {
		out = append(out, m.Text)
	}
	return out
}

// TricksWon says how many tricks a seat has won.
func (t *Texts) TricksWon(n int) string {
	if n == 0 {
		return t.T("scene.tricks.none")
	}
	return t.N("scene.tricks", n)
}

// Meter is one number of a goal.
type Meter struct {
	// Text is the number in words.
	Text string
	// Brief is the number alone, such as "5 of 8".
	Brief string
	// Counted is how many tricks or cards have been won.
	Counted int
	// Least is how many the goal needs, 0 if it needs none.
	Least int
	// Possible is the highest count that can still be reached.
	Possible int
	// broken reports whether the count is above what the goal allows.
	broken bool
	// narrow is Text for a narrow place, such as "5/8 Shadows". It is empty if it does not differ from Text.
	narrow string
	// places has the places that Text consists of, if it does.
	places PlaceRow
}

// Place is the place of something that a goal asks for: of a rank, a suit, a card, or several cards of a suit.
type Place struct {
	// Code is the rank, the letter of the suit, or the code of the cards. What is missing has a line there.
	Code string
	// Card is a card of the suit of Code, [tricks.NoCard] for a rank and for what is missing.
	Card tricks.Card
	// IsWon reports whether it has been won.
	IsWon bool
}

// PlaceRow is places with the texts around them. The zero value has none.
type PlaceRow struct {
	// Places are the places in their order.
	Places []Place
	// Gap is the text between two places.
	Gap string
	// Before is the text before the places.
	Before string
	// After is the text after the places.
	After string
	// Narrow is the text before the places in a narrow place, which has no room for a text after them.
	Narrow string
}

// codes returns the codes of the places.
func (r *PlaceRow) codes() string {
	var codes []string
	for i := range r.Places {
		codes = append(codes, r.Places[i].Code)
	}
	return strings.Join(codes, r.Gap)
}

// Meters returns the numbers of a seat's goal, as [Round.Progress] does, with their values.
func (r Round) Meters(s tricks.Seat) []Meter {
	p := r.progressOf(s)
	return append(p.out, p.tricks)
}

// ProgressWord is how far a goal has come, in a few words. It is empty for a goal that asks for nothing.
type ProgressWord struct {
	// Text says what is counted, such as "5 of 8 Shadows". For a goal of the game's own it has at most
	// ProgressCells cells.
	Text string
	// Narrow is Text in fewer cells, such as "5/8 Shadows". It may be the same.
	Narrow string
	// Brief is Text without what is counted, such as "5 of 8".
	Brief string
	// Places has the places that Text and Narrow consist of, if they do.
	Places PlaceRow
}

// ProgressCells is the width of the longest [ProgressWord], in cells: as much as a seat has beside its emblem if
// three of them share 80 columns.
const ProgressCells = 21

// ProgressInFew says in a few words how far the goal of a seat's character has come. It is empty before play, and
// if the goal asks for nothing. If the goal has several numbers, it has as many as fit, or the number
// that the goal does not allow.
func (r Round) ProgressInFew(s tricks.Seat) ProgressWord {
	p := r.progressOf(s)
	return p.inFew()
}

// progressOf collects the numbers of a seat's goal.
func (r Round) progressOf(s tricks.Seat) progress {
	seat := &r.view.Seats[s]
	p := progress{texts: r.texts, seat: s, won: seat.WonCards}
	p.tricks = Meter{Text: r.texts.TricksWon(seat.Won), Brief: strconv.Itoa(seat.Won)}
	if goal, ok := r.view.Standing(s); ok {
		p.goal(&goal)
		if len(p.out) == 0 && !p.wantsTricks && len(goal.Parts) > 0 {
			p.parts(&goal)
		}
	}
	return p
}

// progress collects the numbers of a goal.
type progress struct {
	texts *Texts
	seat  tricks.Seat
	// won are the cards that the seat has won.
	won tricks.Set
	out []Meter
	// tricks is the number of tricks, compared with the number that the goal asks for, if any.
	tricks Meter
	// wantsTricks reports whether the goal asks for a number of tricks.
	wantsTricks bool
}

// inFew puts the numbers of the goal into a few words.
func (p *progress) inFew() ProgressWord {
	meters := p.out
	switch {
	case p.wantsTricks && p.tricks.Least > 0:
		meters = slices.Concat([]Meter{p.tricks}, meters)
	case p.wantsTricks: // What must not be won says less than what is still to be won.
		meters = slices.Concat(meters, []Meter{p.tricks})
	}
	if i := slices.IndexFunc(meters, func(m Meter) bool { return m.broken }); i >= 0 {
		meters = meters[i : i+1]
	}
	var word ProgressWord
	for _, m := range meters {
		switch longer := word.Text + ", " + m.Text; {
		case word.Text == "":
			word = ProgressWord{m.Text, cmp.Or(m.narrow, m.Text), m.Brief, m.places}
		case cells.Width(longer) <= ProgressCells:
			word.Text = longer
		}
	}
	return word
}

// add adds a text that has no number to the numbers of the goal.
func (p *progress) add(text, brief string) { p.out = append(p.out, Meter{Text: text, Brief: brief}) }

// noun has the words for the things that a goal counts.
type noun struct {
	// number says how many there are.
	number func(n int) string
	// partOf says how many there are and how many the goal needs.
	partOf func(n, least int) string
}

// number adds the number of a condition to the numbers of the goal.
func (p *progress) number(g *characters.Standing, things noun) {
	p.out = append(p.out, p.meter(g, things))
}

// setTricks makes the number of tricks the number of a condition.
func (p *progress) setTricks(m Meter) {
	p.tricks = m
	p.wantsTricks = true
}

// meter compares the number that is won with the number that the goal wants.
func (p *progress) meter(g *characters.Standing, things noun) Meter {
	t := p.texts
	m := Meter{Counted: g.Counted, Least: g.Least, Possible: g.Possible, broken: g.Counted > g.Most}
	m.Text = things.number(g.Counted)
	m.Brief = strconv.Itoa(g.Counted)
	switch isLimited := g.Most != characters.NoLimit; {
	case isLimited && g.Most == g.Least+1 && g.Least > 0:
		m.Text = t.T("progress.either", m.Text, g.Least, g.Most)
		m.Brief = fmt.Sprintf("%d (%d-%d)", g.Counted, g.Least, g.Most)
	case isLimited && g.Most > g.Least && g.Least > 0:
		m.Text = t.T("progress.range", m.Text, g.Least, g.Most)
		m.Brief = fmt.Sprintf("%d (%d-%d)", g.Counted, g.Least, g.Most)
	case g.Counted <= g.Least && g.Least > 0:
		m.Text = things.partOf(g.Counted, g.Least)
		m.Brief = t.T("progress.of", g.Counted, g.Least)
		m.narrow = strings.Replace(m.Text, m.Brief, fmt.Sprintf("%d/%d", g.Counted, g.Least), 1)
	case isLimited && g.Most > g.Least:
		m.Text = t.T("progress.atmost", m.Text, g.Most)
		m.Brief = t.T("progress.atmost.brief", g.Counted, g.Most)
	case m.broken:
		m.Text = t.T("progress.over", m.Text, g.Most)
		m.Brief = t.T("progress.over", m.Brief, g.Most)
	}
	return m
}

func (p *progress) goal(g *characters.Standing) {
	switch {
	case g.Op == characters.Leaf:
		p.leaf(g)
	case p.ofAll(g):
	case g.Op == characters.All:
		for i := range g.Parts {
			p.goal(&g.Parts[i])
		}
	case len(g.Parts) > 0:
		p.best(g)
	}
}

// ofAll adds how many of several similar conditions are met: for every seat (Elrond, Peregrin), for every rank
// (Gandalf in Isengard), for several suits or cards (Gandalf at the Doors, Samwise). It reports whether it did so.
func (p *progress) ofAll(g *characters.Standing) bool {
	if g.Op != characters.All || len(g.Parts) < 2 {
		return false
	}
	met := 0
	own := false
	other := false
	ranks := len(g.Parts) == 8
	items := true
	for i := range g.Parts {
		part := &g.Parts[i]
		condition := &part.Condition
		if part.Op != characters.Leaf {
			return false
		}
		own = own || condition.Seat == p.seat
		other = other || condition.Seat != p.seat
		wantsCards := condition.Kind == characters.Cards && part.Most == characters.NoLimit
		rank, isRank := oneRank(condition.Cards)
		ranks = ranks && wantsCards && isRank && rank == i+1
		_, isSuit := oneSuit(condition.Cards)
		items = items && wantsCards && part.Least == 1 && (isSuit || condition.Cards.Len() == 1)
		if part.Distance == 0 {
			met++
		}
	}
	switch {
	case other:
		p.seats(g, met, own)
	case ranks:
		p.ranks(g)
	case items:
		p.items(g)
	default:
		return false
	}
	return true
}

// seats adds how many seats meet the condition that is the same for all of them, or for all others.
func (p *progress) seats(g *characters.Standing, met int, own bool) {
	all := &characters.Standing{
		Numbers:  characters.Numbers{Counted: met, Least: len(g.Parts), Most: len(g.Parts)},
		Possible: len(g.Parts),
	}
	condition := &g.Parts[0].Condition
	suit, isSuit := oneSuit(condition.Cards)
	words := func(n, least int) string { return p.texts.T("progress.everyone", n, least) }
	switch {
	case !own && condition.Kind == characters.Tricks && g.Parts[0].Least == 1:
		words = func(n, least int) string { return p.texts.T("progress.others", n, least) }
	case condition.Kind == characters.Cards && isSuit && g.Parts[0].Least == 1:
		words = func(n, least int) string { return p.texts.T("progress.everyone.suit", n, least, p.texts.Count(suit)) }
	}
	p.number(all, noun{strconv.Itoa, words})
}

// ranks adds which of the eight ranks are won often enough. Each has its place, and a missing one is a line there.
func (p *progress) ranks(g *characters.Standing) {
	var row PlaceRow
	for i := range g.Parts {
		place := Place{Code: "-", Card: tricks.NoCard, IsWon: g.Parts[i].Distance == 0}
		if place.IsWon {
			place.Code = strconv.Itoa(i + 1)
		}
		row.Places = append(row.Places, place)
	}
	codes := row.codes()
	p.placed(&row, codes, p.texts.T("progress.ranks", codes), p.texts.T("progress.ranks.narrow", codes))
}

// items adds which of several suits or cards are won. A missing one is a dash in its place, and is named
// after them.
func (p *progress) items(g *characters.Standing) {
	row := PlaceRow{Gap: " "}
	var missing []string
	name := ""
	for i := range g.Parts {
		cards := g.Parts[i].Condition.Cards
		place := Place{Code: p.texts.Codes(cards), Card: cards.First(), IsWon: g.Parts[i].Distance == 0}
		if cards.Len() > 1 {
			place.Code = p.texts.Letter(cards.First().Suit())
		}
		if !place.IsWon {
			missing = append(missing, place.Code)
			name = p.label(cards, p.texts.Suit)
			place = Place{Code: "–", Card: tricks.NoCard}
		}
		row.Places = append(row.Places, place)
	}
	codes := row.codes()
	text := codes
	switch {
	case len(missing) == 1:
		text = p.texts.T("progress.missing", codes, name)
	case missing != nil: // There is no room for several names.
		text = p.texts.T("progress.missing", codes, strings.Join(missing, " "))
	}
	p.placed(&row, codes, text, codes)
}

// placed adds places with their codes as a number of the goal. text and narrow contain the codes.
func (p *progress) placed(row *PlaceRow, codes, text, narrow string) {
	row.Before, row.After, _ = strings.Cut(text, codes)
	row.Narrow, _, _ = strings.Cut(narrow, codes)
	p.out = append(p.out, Meter{Text: text, Brief: codes, narrow: narrow, places: *row})
}

// parts adds how many parts of a goal are met for which there are no other words.
func (p *progress) parts(g *characters.Standing) {
	met := 0
	for i := range g.Parts {
		if status := g.Parts[i].Status; status == characters.Met || status == characters.Sealed {
			met++
		}
	}
	least := len(g.Parts)
	if g.Op == characters.Any {
		least = 1
	}
	p.add(p.texts.T("progress.parts", met, least), p.texts.T("progress.of", met, least))
}

// best adds the condition that has come furthest if one of several is enough: of ranks (Celeborn),
// of runs (Balin's Tomb), of suits (Tom).
func (p *progress) best(g *characters.Standing) {
	var best *characters.Standing
	isSuit := false
	for i := range g.Parts {
		part := &g.Parts[i]
		if len(part.Parts) > 0 {
			// Once no card of the suit can be left over, its cards do not matter any more (Tom).
			if last := &part.Parts[len(part.Parts)-1]; last.Op == characters.Leaf &&
				last.Condition.Kind == characters.LeftOver && last.Possible == 0 {
				continue
			}
			part = &part.Parts[0]
		}
		if part.Op == characters.Leaf && part.Condition.Kind == characters.Cards &&
			(best == nil || part.Counted > best.Counted) {
			best = part
			_, isSuit = oneSuit(part.Condition.Cards)
		}
	}
	if best == nil {
		if len(g.Parts[0].Parts) > 0 {
			p.add(p.texts.T("progress.nosuit"), p.texts.T("progress.no"))
		}
		return
	}
	cards := best.Condition.Cards
	suit := cards.First().Suit()
	rank, isRank := oneRank(cards)
	t := p.texts
	switch {
	case isRank:
		p.rank(best, rank)
	case isSuit && best.Counted == 0:
		m := p.meter(best, noun{strconv.Itoa, func(n, least int) string { return t.T("progress.ofsuit", n, least) }})
		m.narrow = t.T("progress.ofsuit.narrow", best.Counted, best.Least)
		p.out = append(p.out, m)
	case isSuit || cards != cards.OfSuit(suit):
		p.number(best, p.cardNoun(cards))
	default:
		p.run(best)
	}
}

// rank adds how many cards of the best rank have been won.
func (p *progress) rank(g *characters.Standing, rank int) {
	key := "progress.ofrank"
	if g.Counted == 0 { // No rank is best yet.
		key = "progress.ofrank.none"
	}
	m := p.meter(g, noun{strconv.Itoa, func(n, least int) string { return p.texts.T("progress.of", n, least) }})
	m.Text = p.texts.T(key, g.Least, g.Counted, rank)
	m.narrow = p.texts.T("progress.ofrank.narrow", g.Least, g.Counted)
	p.out = append(p.out, m)
}

// run adds the cards of the best run of ranks in a suit. A missing one between two others is a line in its place.
func (p *progress) run(g *characters.Standing) {
	cards := g.Condition.Cards
	suit := cards.First().Suit()
	places := ""
	for _, c := range cards.Cards() {
		if p.won.Contains(c) {
			places += strconv.Itoa(c.Rank())
		} else {
			places += "-"
		}
	}
	numbers := Meter{
		Text: p.texts.T("progress.of.row", g.Counted, cards.Len()), Brief: p.texts.T("progress.of", g.Counted, g.Least),
		Counted: g.Counted, Least: g.Least, Possible: g.Possible,
		narrow: p.texts.T("progress.of.row.narrow", g.Counted, cards.Len()),
	}
	places = strings.Trim(places, "-")
	if places == "" {
		p.out = append(p.out, numbers)
		return
	}
	code := p.texts.Letter(suit) + places
	row := PlaceRow{Places: []Place{{Code: code, Card: cards.First(), IsWon: true}}}
	p.placed(&row, code, p.texts.T("progress.run", cards.Len(), code), p.texts.T("progress.run.narrow", cards.Len(), code))
	placed := &p.out[len(p.out)-1]
	numbers.Text = placed.Text
	numbers.narrow = placed.narrow
	numbers.places = placed.places
	*placed = numbers
}

// Facts lists what is special about a seat, in a few words each: its threat number, its rider and
// its gift, what it declared and announced, and what lies aside.
func (r Round) Facts(s tricks.Seat) []string {
	seat := &r.view.Seats[s]
	var out []string
	// The text is a function because most facts are absent and must cost nothing.
	add := func(present bool, text func() string) {
		if present {
			out = append(out, text())
		}
	}
	add(seat.Threat > 0, func() string { return r.texts.T("fact.threat", seat.Threat) })
	add(seat.Threat == 0 && seat.ThreatHidden && seat.Character != nil && seat.Character.HasAction(characters.Threat),
		func() string { return r.texts.T("fact.threat.hidden") })
	add(seat.Declared != "", func() string { return r.texts.T("fact.declared", r.texts.Say(seat.Declared)) })
	add(seat.Range != [2]int{}, func() string {
		return r.texts.T("fact.range", strconv.Itoa(seat.Range[0])+"-"+strconv.Itoa(seat.Range[1]))
	})
	if seat.Rider != nil {
		out = append(out, r.texts.Name(seat.Rider))
	}
	// The Sword and the Horn are not named, since the range and the announcement are listed.
	if seat.Gift != nil && seat.Range == [2]int{} && seat.Announced == nil {
		out = append(out, seat.Gift.Name.In(r.texts.lang))
	}
	var announced []string
	for _, suit := range seat.Announced {
		announced = append(announced, r.texts.Letter(suit))
	}
	add(announced != nil, func() string { return r.texts.T("fact.announced", strings.Join(announced, " ")) })
	add(seat.Tucked != tricks.NoCard, func() string { return r.texts.T("fact.tucked", r.texts.Aside(seat.Tucked)) })
	add(seat.First != tricks.NoCard, func() string { return r.texts.T("fact.first", r.texts.Aside(seat.First)) })
	add(seat.Last != tricks.NoCard, func() string { return r.texts.T("fact.last", r.texts.Aside(seat.Last)) })
	add(tricks.Deck&^seat.Shown == 0, func() string { return r.texts.T("fact.open") })
	return out
}
