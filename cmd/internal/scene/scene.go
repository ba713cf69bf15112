// Package scene describes what a person sees of a round in words, cards and numbers, without colours
// or layout. A [Board] makes it from a view of the game: a [Scene] for screens and web pages, the
// [End] of the round, and the pages to read about it (pages.go). A [Question] turns what the game asks
// into answers to choose from.
package scene

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Scene is a round as one person sees it. To draw it nobody has to know the rules or the keys.
type Scene struct {
	// Reader is the person who sees the round. Whoever draws the scene asks it for wishes about the drawing.
	Reader reader.Reader
	// Title is the chapter's number and title.
	Title string
	// Number is the chapter's number alone, for narrow windows.
	Number string
	// Stage says how far the round is.
	Stage string
	// Brief is a shorter form of Stage.
	Brief string
	// Done is the number of finished tricks.
	Done int
	// TrickCount is the number of tricks of the round, 0 during draft and setup.
	TrickCount int
	// States are texts to show beside the stage, longest first. One of them is enough.
	States []string

	// Seats are the other seats, clockwise.
	Seats []Seat
	// Me is the seat whose hand is shown at the bottom.
	Me Seat
	// Plays are the cards of the trick in the order of play, and then the places that are still empty.
	Plays []Play
	// Things are the objects on the table besides the trick.
	Things []Thing
	// Facts are rules that apply to all seats now, such as whether Rings may be led.
	Facts []string
	// News are the latest events, newest first.
	News []string
	// Ended are the finished tricks, newest first.
	Ended []EndedTrick
	// Track has all tricks of a replayed round. It takes the place of the hand.
	Track []EndedTrick
	// ShownTrick is the number of the trick in Track that is shown.
	ShownTrick int

	// Prompt is the question, or says who is to decide.
	Prompt string
	// IsAsked reports whether this person has to answer.
	IsAsked bool
	// Setup reports whether the first trick has not begun.
	Setup bool
	// Hand has the cards to choose from, or the person's cards if there is nothing to choose.
	Hand []Item
	// Answers are the answers that are not cards of the hand.
	Answers []Item
	// List reports whether the answers are shown one below the other.
	List bool
	// Cursor is the index of the selected item, -1 for none.
	Cursor int
	// Hint is the card that a hint has advised, [tricks.NoCard] for none.
	Hint tricks.Card
	// Chosen is the card that the answers are about, [tricks.NoCard] for none.
	Chosen tricks.Card

	// Receiver names the seat that gets the card at the cursor, empty if it is not passed on.
	Receiver string

	// Remark is about the selected item, or is a hint or a note.
	Remark string
	// Tone is the kind of Remark.
	Tone Tone
	// Coach is the coach's advice, empty for none.
	Coach string
	// OwnHand is the person's own hand while Hand shows another seat's cards.
	OwnHand []tricks.Card
	// Owner names the seat that Hand belongs to while OwnHand is set.
	Owner string
}

// Tone is the kind of a remark.
type Tone uint8

// A remark is neutral, a hint, or a warning.
const (
	Neutral Tone = iota
	Hint
	Warning
)

// Scene returns the scene without question and answers, which [Scene.AddQuestion] adds.
func (t *Board) Scene() *Scene {
	v := t.View
	s := &Scene{
		Reader: t.Reader,
		Title:  t.Title(), Number: t.Title(), Done: len(v.History), TrickCount: v.Tricks, Cursor: -1,
		Hint: tricks.NoCard, Chosen: tricks.NoCard,
	}
	if c := v.Chapter; c != nil && c.ID != chapters.Road {
		s.Number = t.Reader.Texts.T("board.chapter", c.ID)
	}
	s.Stage, s.Brief = t.Stage()
	s.Setup = v.Stage != chapters.StagePlay && t.Shown == nil
	if s.Setup {
		s.TrickCount = 0
	}
	for i := 1; i < len(v.Seats); i++ { // Begin at the left.
		seat := tricks.Seat((int(t.nearSeat) + i) % len(v.Seats))
		if seat == t.Bottom {
			seat = t.nearSeat // The nearest seat takes the place of the hand shown at the bottom.
		}
		s.Seats = append(s.Seats, t.SeatOf(seat))
	}
	s.Me = t.SeatOf(t.Bottom)
	s.Plays = t.plays()
	s.Facts = t.roundFacts()
	s.Things = t.things()
	if trickStatus := t.TrickSummary(); trickStatus != "" && (v.WonByNobody || t.Shown != nil) {
		s.News = append(s.News, strings.ReplaceAll(trickStatus, "\n", "; "))
	}
	s.News = append(s.News, t.Recent...)
	if t.Notice {
		s.Setup = true
	}
	if s.Setup && v.Stage != chapters.StageDraft {
		s.News = t.setupNews()
	}
	all := Tricks(v)
	for i := range slices.Backward(all) {
		if all[i].Done {
			s.Ended = append(s.Ended, t.newEndedTrick(&all[i], i+1))
		}
	}
	for _, c := range t.Hand(t.Bottom) {
		s.Hand = append(s.Hand, Item{Card: c, Ok: true})
	}
	return s
}

// setupNews returns what has happened between the draft and the first trick, newest first, or why the
// setup begins with the seat that it begins with.
func (t *Board) setupNews() (news []string) {
	for i, e := range t.View.Log {
		if round.IsSetupEvent(t.View, i) {
			news = append([]string{t.words().Event(e)}, news...)
		}
	}
	if news == nil {
		return []string{t.setupReason()}
	}
	return news
}

// AddPool lists the characters that are left while somebody else chooses one (S4).
func (t *Board) AddPool(s *Scene) {
	s.List = true
	s.Answers = nil
	for _, e := range t.View.Chapter.Roster {
		c := e.Character
		isTaken := slices.ContainsFunc(t.View.Seats, func(seatView chapters.SeatView) bool {
			return seatView.Character != nil && seatView.Character.ID == c.ID
		})
		if isTaken {
			continue
		}
		s.Answers = append(s.Answers, Item{
			Label:      t.Reader.Texts.ShortName(c),
			ID:         c.ID,
			Card:       tricks.NoCard,
			IsRequired: e.Starred,
			Ok:         true,
			Note:       t.words().GoalAt(c, t.Bottom),
			ShortNote:  t.words().GoalInFew(c, t.Bottom),
			Letters:    t.Reader.Texts.CharacterLetters(c),
			Setup:      t.words().SetupInRound(c),
		})
	}
}

// AddQuestion adds the question that the person has to answer.
func (s *Scene) AddQuestion(c *Chooser) {
	s.Prompt = c.Prompt
	s.IsAsked = true
	s.List = c.List
	s.Cursor = c.Cursor
	s.Receiver = c.Receiver
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

// sitsOut reports whether a seat has no card left and takes no part in the trick (T9).
func (t *Board) sitsOut(s tricks.Seat) bool {
	v := t.View
	return v.Stage == chapters.StagePlay && !v.IsOver && v.Seats[s].Cards == 0 && v.Card[s] == tricks.NoCard &&
		t.Shown == nil
}

// SeatOf returns a seat as the person sees it.
func (t *Board) SeatOf(seat tricks.Seat) Seat {
	v := t.View
	seatView := &t.View.Seats[seat]
	s := Seat{
		Index:      seat,
		Name:       t.words().PlayerAt(seat),
		Letters:    t.seatLetters(seat),
		Role:       t.Role(seat),
		WantedCard: tricks.NoCard,
		Cards:      seatView.Cards,
		Tricks:     seatView.Won,
		Turn:       t.Choosing == seat,
		Leads:      t.Leads(seat),
		Fresh:      t.Fresh.Contains(seat),
		Rows:       seatView.Rows,
		Extra:      seatView.Extra.Cards(),
		Facts:      t.words().Facts(seat),
	}
	if t.sitsOut(seat) {
		s.Facts = append(s.Facts, t.Reader.Texts.T("fact.sits_out"))
	}
	if seatView.Rows == nil && seatView.Open != 0 && seat != t.Bottom {
		s.Open = t.Hand(seat)
	}
	c := seatView.Character
	if c == nil {
		return s
	}
	s.ID = c.ID
	s.Name = t.Reader.Texts.ShortName(c)
	s.Goal = t.words().GoalInFew(c, seat)
	s.GoalWithPips = t.words().GoalWithPips(c, seat)
	if v.Stage != chapters.StagePlay {
		return s
	}
	s.Status, s.StatusWord = t.statusWord(texts.ToldStatus(v, texts.StatusOf(v, seat)))
	if g := texts.RiderAimOf(v, seat); g != nil && g.Status == characters.Failed {
		s.Status = Lost
		s.StatusWord = t.Reader.Texts.T("scene.lost")
	}
	if goal, ok := v.Standing(seat); ok {
		s.Progress = t.words().ProgressInFew(seat)
		s.WantedCard, s.Count = wanted(&goal)
	}
	return s
}
