package web

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

type (
	// readingPart is a page that is open over the round. Its topic decides which fields are filled.
	readingPart struct {
		// Name is the name of the topic.
		Name  string
		Title string
		// Rows describe each seat, or each character of the chapter.
		Rows []rowPart
		// Last are the cards of the last trick.
		Last []scene.Play
		// Heads are the places where unseen cards may be.
		Heads []headPart
		// Known are the unseen cards, suit by suit, under each head.
		Known []knownPart
		// Log are the events of the round.
		Log []string
		// Doc is a text.
		Doc page.Page
	}
	// rowPart is a seat with some lines about it and a pile of cards.
	rowPart struct {
		seatPart
		Notes []string
		Pile  []tricks.Card
	}
	// headPart is a place where unseen cards may be: a seat, or a pile without a character.
	headPart struct {
		// ID is the character; empty for a pile.
		ID   string
		Name string
		// possible are the cards that may be there.
		possible tricks.Set
		// sure are the cards that are certainly there.
		sure tricks.Set
	}
	// knownPart is a suit, with its ranks under each head.
	knownPart struct {
		Suit  string
		Name  string
		Cells [][]rankPart
	}
	// rankPart is a card under a head.
	rankPart struct {
		Rank int
		// Sure reports whether the card is certainly there.
		Sure bool
	}
)

// readingOf returns what a topic shows over the round, nil for the empty topic.
func readingOf(t *texts.Texts, lib *chapters.Library, topic play.Topic, b *scene.Board, p *roundPage) *readingPart {
	if topic == "" {
		return nil
	}
	r := &readingPart{Name: string(topic), Title: play.Title(t, string(topic))}
	v := b.View
	seats := []seatPart{p.Own.Shown}
	for i := range p.OtherSeats {
		seats = append(seats, p.OtherSeats[i].Shown)
	}
	switch {
	case topic == play.Goals:
		for _, s := range seats {
			row := rowPart{seatPart: s}
			if c := v.Seats[s.Index].Character; c != nil {
				row.Notes = texts.NotEmpty(texts.Sentence(strings.ReplaceAll(s.Far, "  ", ", ")), setupOf(t, v, c))
			}
			row.Notes = append(row.Notes, b.CarriedTexts(s.Index)...)
			r.Rows = append(r.Rows, row)
		}
		for _, text := range append(b.SpecialTexts(), t.T("goals.together")) {
			r.Doc.Text(0, text)
		}
	case topic == play.Chapter && v.Chapter != nil:
		for _, m := range cast(t, lib, v.Chapter, v) {
			seat := seatPart{Seat: scene.Seat{ID: m.ID, Name: m.Name, Role: m.Role}, Full: m.Goal, Marks: m.Marks}
			if m.Required {
				seat.Role = strings.TrimSpace(t.T("cast.must") + " " + m.Role)
			}
			r.Rows = append(r.Rows, rowPart{seatPart: seat, Notes: texts.NotEmpty(append(m.Also, m.Setup)...)})
		}
		r.Doc = b.Intro(false)
	case topic == play.Won:
		for _, s := range seats {
			s.Full = ""
			s.State = ""
			r.Rows = append(r.Rows, rowPart{
				seatPart: s,
				Notes:    []string{t.TricksWon(s.Tricks)},
				Pile:     v.Seats[s.Index].WonCards.Cards(),
			})
		}
		if len(v.Lost) > 0 {
			r.Doc.Text(0, texts.Title(t.T("lostcards", t.List(v.Lost))))
		}
	case topic == play.LastTrick && len(v.History) > 0:
		last := *b
		last.ShowTrick(len(v.History))
		r.Title = t.T("web.act.last")
		r.Last = last.Scene().Plays
	case topic == play.Know && v.Stage == chapters.StagePlay && v.Player != tricks.NoSeat:
		r.addKnown(t, v, seats)
	case topic == play.Log:
		for _, line := range b.Page(r.Name) {
			r.Log = append(r.Log, line.Text)
		}
	default:
		r.Doc = b.Page(r.Name)
	}
	return r
}

// addKnown adds where the cards may be that the player of a view does not see.
func (r *readingPart) addKnown(t *texts.Texts, v *chapters.View, seats []seatPart) {
	cardPlaces := v.Whereabouts()
	for _, s := range seats {
		if v.Seats[s.Index].Cards > v.Seats[s.Index].Open.Len() {
			r.Heads = append(r.Heads, headPart{s.ID, s.Name, cardPlaces.Possible[s.Index], cardPlaces.Certain[s.Index]})
		}
	}
	if cardPlaces.Elsewhere != 0 {
		r.Heads = append(r.Heads, headPart{"", t.T("web.known.elsewhere"), cardPlaces.Elsewhere, 0})
	}
	for suit := range tricks.Suit(len(suits)) {
		if cardPlaces.Unseen.OfSuit(suit) == 0 {
			continue
		}
		row := knownPart{Suit: suits[suit], Name: t.Suit(suit)}
		for _, h := range r.Heads {
			var ranks []rankPart
			for _, c := range h.possible.OfSuit(suit).Cards() {
				ranks = append(ranks, rankPart{c.Rank(), h.sure.Contains(c)})
			}
			row.Cells = append(row.Cells, ranks)
		}
		r.Known = append(r.Known, row)
	}
	r.Doc = page.FromText(t.N("know.unseen", cardPlaces.Unseen.Len()))
	if cardPlaces.Unseen != 0 {
		r.Doc = page.FromText(t.T("web.known"))
	}
}
