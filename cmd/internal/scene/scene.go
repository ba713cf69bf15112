// Package scene says what there is to see of a round, in words, cards and numbers and without any
// paint: what a screen and a page draw (scene.go, board.go), the question that is due with its
// answers (choice.go), and the pages about it (reading.go).
package scene

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Scene is a round as one person sees it. Whoever draws it needs no rule and no key.
type Scene struct {
	// Title is the chapter's number and title, Number the number alone. Stage says how far the round
	// is, Brief the same in few cells; Done of the Of tricks are over, Of is 0 outside of play.
	Title, Number    string
	Stage, Brief     string
	Done, TrickCount int
	// States may stand behind the stage, the longest first; one is enough.
	States []string
	// Seats are the others, clockwise, and Me is the seat whose hand lies below.
	Seats []Seat
	Me    Seat
	// Plays are the cards of the trick in the order of play, and then the places still empty.
	Plays []Play
	// Things lie on the felt, Facts hold for everybody, and News is what has happened, the latest
	// first.
	Things []Thing
	Facts  []string
	News   []string
	// Ended are the tricks that are over, the last one first.
	Ended []EndedTrick
	// Track is all tricks of a round that is looked through, of which Here is shown: it stands in the place
	// of the hand.
	Track      []EndedTrick
	ShownTrick int
	// Prompt asks, and Mine reports whether the person is asked. Setup reports whether no trick is played yet.
	Prompt         string
	IsAsked, Setup bool
	// Hand is the cards to choose from or those of the person, and Answers are words to choose from,
	// one below the other if List says so. Cursor is the one chosen, -1 for none; Hint is the card
	// that was advised, and Chosen one about which the answers are.
	Hand    []Item
	Answers []Item
	List    bool
	Cursor  int
	Hint    tricks.Card
	Chosen  tricks.Card
	// Remark is about what the cursor is on, a hint or a note, and Tone says which. Coach explains,
	// and Own is the person's own hand where the row of cards shows another, with its owner.
	Remark  string
	Tone    Tone
	Coach   string
	OwnHand []tricks.Card
	Owner   string
}

// Status is how a goal stands.
type Status uint8

// A goal is open, met, or lost.
const (
	Open Status = iota
	Met
	Lost
)

// Tone is how a remark is meant.
type Tone uint8

// A remark is said, hinted, or a warning.
const (
	Neutral Tone = iota
	Hint
	Warning
)

// Count is a number that a goal wants: those there are, those needed, and how many may be; zero for
// no such number.
type Count struct {
	Reached, Need, Most int
}

// Seat is what everybody sees of a seat.
type Seat struct {
	Index tricks.Seat
	// ID is the character's, empty before it is chosen; Name the short name, Letter one of it that no
	// other seat has, and Role whose seat it is.
	ID, Name, Letter, Role string
	// Goal is in few words, Wants the one card of a goal that wants a card.
	Goal       string
	WantedCard tricks.Card
	Count      Count
	Status     Status
	// StatusWord is the status in a word, empty for an open one, and Tag what the seat does now.
	StatusWord, Tag string
	Cards, Tricks   int
	Turn, Leads     bool
	// Fresh reports whether the goal has come further or fallen back, Flash whether it has been met or lost
	// just now.
	Fresh, Flash bool
	// Open is the cards that lie open, Rows the pyramid and Extra the cards beside it, and Facts are
	// the threat, the rider, the gift and the like.
	Open  []tricks.Card
	Rows  [][]tricks.Card
	Extra []tricks.Card
	Facts []string
}

// Play is a place of the trick: Card is NoCard as long as it is empty, and Closed where it lies face
// down, with the suit that was said.
type Play struct {
	Seat          tricks.Seat
	Name          string
	Card          tricks.Card
	SaidSuit      tricks.Suit
	Led, Best, Me bool
	Turn, ToWin   bool
	// Taken says that the trick lies there only for a moment still.
	Taken bool
	// Steps of Of are done on the card's way from its seat, 0 of 0 where it lies.
	Steps, StepCount int
}

// Face is the card as it is seen, and what stands in the place of its rank: one that lies face down has
// the suit that was said. Rank is empty where it is the card's own.
func (p *Play) Face() (c tricks.Card, rank string) {
	switch {
	case p.Card == tricks.Closed && int(p.SaidSuit) < tricks.Suits:
		return tricks.NewCard(p.SaidSuit, 1), "?"
	case p.ToWin:
		return p.Card, "1!"
	}
	return p.Card, ""
}

// Thing lies on the felt: a lost card, a side deck, a pile. Says tells its effect now, Bad that this
// is bad news, and Sum of Least is a sum to be reached.
type Thing struct {
	Name       string
	Cards      []tricks.Card
	Count      int
	Effect     string
	Bad        bool
	Sum, Least int
}

// EndedTrick is a trick that is over.
type EndedTrick struct {
	Number int
	Cards  []tricks.Card
	Best   int // which of them has won, -1 for none
	// Winner has won it, with its ID and its Letter.
	Winner, ID, Letter string
	// StatusWord is what has become of a goal in it, as far as the whole round is known.
	StatusWord string
	Status     Status
}

// IsBest reports whether a card of the trick has won it, by its place.
func (e EndedTrick) IsBest(place int) bool { return place == e.Best }

// TrackOf is the track of a round that has come so far as the last of some views: the first is of its beginning, the
// others are one for each trick, after it. A tile says what weighs most of the goals that changed in it.
func (t *Board) TrackOf(views []chapters.View) (out []EndedTrick) {
	status := func(v *chapters.View, seat int) characters.Status { return texts.StatusOf(v, tricks.Seat(seat)) }
	end := &views[len(views)-1]
	for i, tr := range Tricks(end) {
		if !tr.Done || i+1 >= len(views) {
			break
		}
		tile := t.newEndedTrick(&tr, i+1)
		weight := 0
		for s := range end.Seats {
			if now := status(&views[i+1], s); now != status(&views[i], s) && weights[now] > weight {
				weight = weights[now]
				tile.Status, tile.StatusWord = t.statusWord(now)
			}
		}
		out = append(out, tile)
	}
	return out
}

// weights of the statuses that a goal can come to in a trick.
var weights = map[characters.Status]int{
	characters.Met: 1, characters.Sealed: 2, characters.Waived: 2,
	characters.Failed: 3,
}

// statusWord is how a goal stands, in a word, empty for an open one.
func (t *Board) statusWord(st characters.Status) (Status, string) {
	switch st {
	case characters.Met: // that may change
		return Met, t.T("scene.sofar")
	case characters.Sealed, characters.Waived:
		return Met, t.T("scene.met")
	case characters.Failed:
		return Lost, t.T("scene.lost")
	}
	return Open, ""
}

// Scene returns what there is to see, without question and answers.
func (t *Board) Scene() *Scene {
	v := t.View
	s := &Scene{
		Title: t.Title(), Number: t.Title(), Done: len(v.History), TrickCount: v.Tricks, Cursor: -1,
		Hint: tricks.NoCard, Chosen: tricks.NoCard,
	}
	if c := v.Chapter; c != nil && c.ID != chapters.Road {
		s.Number = t.T("board.chapter", c.ID)
	}
	s.Stage, s.Brief = t.Stage()
	s.Setup = v.Stage != chapters.StagePlay && t.Shown == nil
	if s.Setup {
		s.TrickCount = 0
	}
	for i := 1; i < len(v.Seats); i++ { // from the left
		seat := tricks.Seat((int(t.nearSeat) + i) % len(v.Seats))
		if seat == t.Bottom {
			seat = t.nearSeat // it has changed places with the hand below
		}
		s.Seats = append(s.Seats, t.SeatOf(seat))
	}
	s.Me = t.SeatOf(t.Bottom)
	s.Plays = t.plays()
	s.Facts = t.roundFacts()
	if o, ok := t.tableThing(); ok {
		s.Things = append(s.Things, o)
	}
	if len(v.Lost) > 0 {
		s.Things = append(s.Things, Thing{Name: t.N("scene.lostcard", len(v.Lost)), Cards: v.Lost})
	}
	if trickStatus := t.TrickSummary(); trickStatus != "" && (v.WonByNobody || t.Shown != nil) {
		s.News = append(s.News, strings.ReplaceAll(trickStatus, "\n", "; "))
	}
	s.News = append(s.News, t.Recent...)
	if t.Notice {
		s.Setup = true
	}
	if s.Setup && v.Stage != chapters.StageDraft {
		s.News = nil
		for i, e := range v.Log { // between the draft and the first trick
			if round.IsSetupEvent(v, i) {
				s.News = append([]string{t.Event(v, e)}, s.News...)
			}
		}
		if s.News == nil {
			s.News = []string{t.setupReason()}
		}
	}
	all := Tricks(v)
	for i := range slices.Backward(all) {
		if all[i].Done {
			s.Ended = append(s.Ended, t.newEndedTrick(&all[i], i+1))
		}
	}
	for _, c := range HandCards(&v.Seats[t.Bottom]).Cards() {
		s.Hand = append(s.Hand, Item{Card: c, Ok: true})
	}
	return s
}

// Title is the number and the title of what is played.
func (t *Board) Title() string {
	c := t.View.Chapter
	switch {
	case c == nil || c.ID == chapters.Road:
		return t.Heading()
	case c.Part != nil:
		return c.ID + "  " + c.Part.In(t.Lang())
	}
	return c.ID + "  " + c.Title.In(t.Lang())
}

// SeatOf is a seat.
func (t *Board) SeatOf(seat tricks.Seat) Seat {
	v := t.View
	seatView := &t.View.Seats[seat]
	s := Seat{
		Index: seat, Name: t.Seat(seat), Letter: t.seatLetter(seat), Role: t.Role(seat), WantedCard: tricks.NoCard,
		Cards: seatView.Cards, Tricks: seatView.Won, Turn: t.Choosing == seat,
		Leads: t.Leads(seat), Fresh: t.Fresh.Contains(seat), Rows: seatView.Rows, Extra: seatView.Extra.Cards(),
		Facts: t.Facts(v, seat),
	}
	if seatView.Rows == nil && seatView.Open != 0 && seat != t.Bottom {
		s.Open = HandCards(seatView).Cards()
	}
	c := seatView.Character
	if c == nil {
		return s
	}
	s.ID = c.ID
	s.Name = t.ShortName(c)
	s.Goal = t.GoalInFew(v, c, seat)
	if v.Stage != chapters.StagePlay {
		return s
	}
	s.Status, s.StatusWord = t.statusWord(texts.StatusOf(v, seat))
	if g := texts.RiderAimOf(v, seat); g != nil && g.Status == characters.Failed {
		s.Status = Lost
		s.StatusWord = t.T("scene.lost")
	}
	if goal, ok := v.Standing(seat); ok && goal.Op == characters.Leaf {
		s.WantedCard, s.Count = wanted(&goal)
	}
	return s
}

// seatLetter tells a seat apart: the first letter of its name, or the next one where a seat before it has that,
// its number before it has a character.
func (t *Board) seatLetter(seat tricks.Seat) (letter string) {
	names := make([]string, len(t.View.Seats))
	firsts := ""
	taken := ""
	for s := range names {
		names[s] = t.Number(tricks.Seat(s))
		if t.View.Seats[s].Character != nil {
			names[s] = strings.ToUpper(t.ShortName(t.View.Seats[s].Character))
		}
		firsts += string([]rune(names[s])[:1])
	}
	for _, name := range names[:seat+1] {
		letter = string([]rune(name)[:1])
		for i, r := range name {
			if !strings.ContainsRune(taken, r) && (i == 0 || !strings.ContainsRune(firsts, r)) {
				letter = string(r)
				break
			}
		}
		taken += letter
	}
	return letter
}

// pipLimit is how many pips stand for a number.
const pipLimit = 6

// wanted is the one card that a goal wants, or the number of pips that it can be drawn with.
func wanted(goal *characters.Standing) (c tricks.Card, n Count) {
	if goal.Condition.Kind == characters.Cards && goal.Condition.Cards.Len() == 1 && goal.Least == 1 {
		return goal.Condition.Cards.First(), n
	}
	most := goal.Most
	if most == characters.NoLimit {
		most = goal.Least
	}
	if max(goal.Least, most) > 0 && max(goal.Least, most) < pipLimit {
		n = Count{goal.Counted, goal.Least, most}
	}
	return tricks.NoCard, n
}

// plays are the places of the trick.
func (t *Board) plays() (out []Play) {
	v := t.View
	if t.Shown == nil && v.Stage != chapters.StagePlay || t.IsOver {
		return nil
	}
	tr := t.CurrentTrick()
	first := v.Leader
	if len(tr.Plays) > 0 {
		first = tr.Plays[0].Seat
	}
	for i := range v.Seats {
		seat := tricks.Seat((int(first) + i) % len(v.Seats))
		p := Play{Seat: seat, Name: t.SeatLabel(seat), Me: seat == t.Bottom, Led: i == 0, Turn: t.Choosing == seat}
		m := tr.Play(seat)
		if m.Card == tricks.NoCard && (tr.Done || v.Seats[seat].Cards == 0) {
			continue // sat out (T9)
		}
		p.Card = m.Card
		p.ToWin = m.ToWin
		p.SaidSuit = tr.SaidSuit
		p.Best = m.Card != tricks.NoCard && seat == tr.Winner && (t.Shown != nil || !v.WonByNobody)
		out = append(out, p)
	}
	return out
}

// SeatLabel is the short name of a seat, and "you" for the person's own.
func (t *Board) SeatLabel(seat tricks.Seat) string {
	switch c := t.View.Seats[seat].Character; {
	case t.View.Players > 1 && t.View.Seats[seat].Decider == t.View.Player && t.View.Seats[seat].Rows == nil:
		return t.T("tui.you")
	case c != nil:
		return t.ShortName(c)
	}
	return t.Seat(seat)
}

func (t *Board) newEndedTrick(tr *Trick, n int) EndedTrick {
	e := EndedTrick{Number: n, Best: -1, Winner: t.Winner(t.View, tr.Winner)}
	e.Letter = e.Winner
	for i, p := range tr.Plays {
		e.Cards = append(e.Cards, p.Card)
		if p.Seat == tr.Winner {
			e.Best = i
		}
	}
	if tr.Winner != tricks.NoSeat {
		won := t.SeatOf(tr.Winner)
		e.ID = won.ID
		e.Winner = won.Name
		e.Letter = won.Letter
	}
	return e
}

// AddPool adds who is left to be chosen while somebody else chooses, and why (S4).
func (t *Board) AddPool(s *Scene) {
	s.List = true
	s.Answers = nil
	for _, e := range t.View.Chapter.Roster {
		c := e.Character
		if !slices.ContainsFunc(t.View.Seats, func(seatView chapters.SeatView) bool {
			return seatView.Character != nil && seatView.Character.ID == c.ID
		}) {
			s.Answers = append(s.Answers,
				Item{
					Label: t.ShortName(c), ID: c.ID, Card: tricks.NoCard, IsRequired: e.Starred, Ok: true,
					Note: t.GoalAt(t.View, c, t.Bottom), ShortNote: t.GoalInFew(t.View, c, t.Bottom),
				})
		}
	}
}

// DraftReason says who begins the draft.
func (t *Board) DraftReason() string {
	for _, e := range t.View.Chapter.Roster {
		if e.Character.TakesR1 {
			key := "tui.draft.frodo"
			if t.View.Players == 1 {
				key = "tui.draft.solo"
			}
			return t.T(key, t.Name(e.Character))
		}
	}
	return t.T("tui.draft.first")
}

// AddQuestion adds the question with its answers.
func (s *Scene) AddQuestion(c *Chooser) {
	s.Prompt = c.Prompt
	s.IsAsked = true
	s.List = c.List
	s.Cursor = c.Cursor
	if c.Seat != tricks.NoSeat {
		s.Hand = c.Items
		return
	}
	s.Answers = c.Items
	if c.Hand != nil {
		s.Hand = c.Hand
		s.Chosen = tricks.OneRing
	}
}
