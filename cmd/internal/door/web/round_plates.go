package web

import (
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// plates draw the seats around a table.
type plates struct {
	t *texts.Texts
	// s is the table as the person sees it.
	s     *snapshot
	board *scene.Board
	// lastProgress is how far each goal had come when the person last decided; empty if that is not shown.
	lastProgress []string
}

// plate draws the plate of a seat.
func (d plates) plate(seat *scene.Seat) platePart {
	p := platePart{seat.Index, d.board.Side(seat.Index), d.content(seat)}
	shown := &p.Shown
	add := func(applies bool, class string) {
		if applies {
			p.Classes += class
		}
	}
	add(shown.Turn, " turn")
	add(shown.Status == scene.Lost, " failed")
	add(shown.Good && shown.Status != scene.Lost, " sealed")
	add(shown.Fresh, " fresh")
	add(shown.Rows != nil, " has-pyramid")
	shown.Turn, shown.Fresh = false, false
	return p
}

// content draws the content of a plate.
func (d plates) content(sceneSeat *scene.Seat) seatPart {
	t := d.t
	view := &d.s.View
	index := sceneSeat.Index
	seat := &view.Seats[index]
	progress := scene.Progress(t, view, index)
	p := seatPart{Seat: *sceneSeat}
	if int(index) < len(d.s.Seats) {
		switch now := &d.s.Seats[index]; {
		case now.Name == "" && now.Computer != "":
			p.Away = t.T("web.computer")
		case now.Computer != "":
			p.Away = t.T("web.standsin")
		case now.Away:
			p.Away = t.T("serve.isaway")
		}
	}
	if c := seat.Character; c != nil {
		p.Full = texts.Sentence(t.Round(view).GoalAt(c, index))
		p.Goal = t.Round(view).GoalWithin(c, index, goalCells)
	}
	if seat.Rider != nil {
		p.Rider = seat.Rider.ID
	}
	if seat.Gift != nil {
		p.Gift = seat.Gift.ID
	}
	p.Fresh = len(d.lastProgress) == len(view.Seats) && d.lastProgress[index] != progress && !d.board.ShowsResult
	if goal, ok := view.Standing(index); ok {
		p.Marks = marksOf(&goal, index)
	}
	if view.Stage != chapters.StagePlay {
		return p
	}
	p.Far = progress
	if word := p.Word(); word != p.Goal {
		p.SoFar = strings.ReplaceAll(word, "-", nonBreakingHyphen)
		p.Marks = withoutCounts(p.Marks)
	}
	if st := texts.StatusOf(view, index); st != characters.Open {
		p.State = t.T("round.status." + st.String())
		p.Good = st != characters.Met
	}
	return p
}

// nonBreakingHyphen is a hyphen after which no line ends, as in a range of numbers.
const nonBreakingHyphen = "\u2011"

// slots returns the places of the trick with this number.
func slots(t *texts.Texts, b *scene.Board, s *scene.Scene, number int) (out []slotPart) {
	for _, play := range s.Plays {
		slot := slotPart{Play: play, Spot: b.Side(play.Seat), ID: fmt.Sprintf("p%d-%d", number, play.Seat)}
		if play.Card != tricks.NoCard {
			c, rank := play.Face()
			slot.Card = cardOf(t, c)
			slot.ID += cardOf(t, play.Card).Code
			if rank != "" {
				face := card{
					Code: cardOf(t, play.Card).Code, Suit: slot.Card.Suit, Letter: slot.Card.Letter,
					Rank: rank, Name: slot.Card.Name,
				}
				if face.Code == "" {
					face.Name = t.T("plain.facedown", play.Name, t.Suit(play.SaidSuit))
				}
				slot.Card = face.withPictures()
			}
		}
		out = append(out, slot)
	}
	return out
}
