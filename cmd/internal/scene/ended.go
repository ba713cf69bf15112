package scene

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// EndedTrick is a finished trick.
type EndedTrick struct {
	// Number counts from 1.
	Number int
	Cards  []tricks.Card
	// Best is the index of the card that won, -1 for none.
	Best int
	// Winner names the seat that won the trick, or says that nobody did.
	Winner string
	// ID is the id of the winner's character, empty for none.
	ID string
	// Letters are the letters of the winner's seat, a dash if nobody won.
	Letters string
	// StatusWord says what the trick did to a goal. Only replays know that.
	StatusWord string
	// Status is the state of that goal after the trick.
	Status Status
}

// IsBest reports whether the card at an index won the trick. Web templates call it.
func (e EndedTrick) IsBest(index int) bool { return index == e.Best }

// TrackOf returns the finished tricks of a replayed round. The first view shows the beginning of the
// round, and each further one the state after one trick. A trick whose goals changed carries the most
// important change.
func (t *Board) TrackOf(views []chapters.View) (out []EndedTrick) {
	status := func(v *chapters.View, seat int) characters.Status { return texts.StatusOf(v, tricks.Seat(seat)) }
	end := &views[len(views)-1]
	for i, tr := range Tricks(end) {
		if !tr.Done || i+1 >= len(views) {
			break
		}
		ended := t.newEndedTrick(&tr, i+1)
		weight := 0
		for s := range end.Seats {
			if now := status(&views[i+1], s); now != status(&views[i], s) && weights[now] > weight {
				weight = weights[now]
				ended.Status, ended.StatusWord = t.statusWord(now)
			}
		}
		out = append(out, ended)
	}
	return out
}

// weights ranks the statuses that a goal can reach in a trick by importance.
var weights = map[characters.Status]int{
	characters.Met:    1,
	characters.Sealed: 2,
	characters.Waived: 2,
	characters.Failed: 3,
}

// newEndedTrick describes a finished trick; n is its number.
func (t *Board) newEndedTrick(tr *Trick, n int) EndedTrick {
	e := EndedTrick{Number: n, Best: -1, Winner: t.words().Winner(tr.Winner)}
	for i, p := range tr.Plays {
		e.Cards = append(e.Cards, p.Card)
		if p.Seat == tr.Winner {
			e.Best = i
		}
	}
	e.Letters = "-"
	if tr.Winner != tricks.NoSeat {
		won := t.SeatOf(tr.Winner)
		e.ID = won.ID
		e.Winner = won.Name
		e.Letters = won.Letters
	}
	return e
}
