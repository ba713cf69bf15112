package tui

import (
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
)

// curtainPage describes the screen while one person passes the device to the next: whose it is, and nothing of any
// hand. The board behind it shows the trick and what else has happened, so the curtain tells only the finished tricks
// that the next person has not seen.
type curtainPage struct {
	// texts are the sentences.
	texts *texts.Texts
	// board is the round behind the curtain.
	board *scene.Board
	// name is the name of the next person, empty if it is not known.
	name string
	// next is the seat of the next person.
	next scene.Seat
	// seenTricks is how many finished tricks the next person has seen.
	seenTricks int
}

// curtain returns the page without what stands at its ends.
func (p *curtainPage) curtain() *board.Curtain {
	t := p.texts
	c := &board.Curtain{ID: p.next.ID, Letters: p.next.Letters, Name: p.name}
	if c.Name == "" {
		c.Name = t.Seat(p.next.Index)
	}
	if p.next.ID != "" {
		c.Lines = append(c.Lines, t.T("curtain.plays", p.next.Name))
	}
	c.Lines = append(c.Lines, t.T("curtain.only", c.Name))
	c.Button = t.T("curtain.show", c.Name)
	for i, trick := range scene.Tricks(p.board.View) {
		if trick.Done && i >= p.seenTricks {
			c.News = append(c.News, t.T("curtain.won", i+1, t.Round(p.board.View).Winner(trick.Winner)),
				p.board.TrickCards(&trick))
		}
	}
	return c
}
