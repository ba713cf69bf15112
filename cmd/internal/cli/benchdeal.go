package cli

import (
	"fmt"

	"fellowship/chapters"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// benchDeal deals a round and brings it to the first trick: characters taken at
// random, and every exchange without effect.
func benchDeal(lib *chapters.Library, id chapters.DealID) (chapters.Position, error) {
	pos, err := lib.Deal(id)
	if err != nil {
		return pos, err
	}
	g, err := lib.NewGame(pos)
	if err != nil {
		return pos, err
	}
	if err := players.DraftWithoutExchanges(g, players.DraftSource(id.Seed)); err != nil {
		return pos, fmt.Errorf("deal %s: %w", id, err)
	}
	pos = playPosition(g)
	pos.ID = id.String()
	return pos, nil
}

// playPosition returns the document of a game before its first trick: what
// setup has made of the deal.
func playPosition(g *chapters.Game) chapters.Position {
	start := g.Start()
	state := g.State()
	pos := chapters.Position{
		Chapter: start.Chapter, Players: start.Players, Stage: chapters.StagePlay,
		Leader: state.Leader, Pyramid: start.Pyramid, Lost: g.View(0).Lost,
	}
	for s := range g.Seats() {
		seat := tricks.Seat(s)
		v := g.View(g.View(seat).Seats[s].By).Seats[s]
		h := chapters.HandInfo{Character: v.Character.ID, Threat: v.Threat, Declared: v.Declared}
		if v.Rider != nil {
			h.Rider = v.Rider.ID
		}
		if seat == start.Pyramid {
			// Setup moves open cards only, so the closed ones lie as dealt.
			h.Rows, h.Extra = v.Rows, v.Extra
			for i, row := range h.Rows {
				for j := range row {
					if row[j] == chapters.Closed {
						row[j] = start.Hands[s].Rows[i][j]
					}
				}
			}
		} else {
			h.Cards = state.Hand[s]
		}
		pos.Hands = append(pos.Hands, h)
	}
	if left := g.View(0).PileLeft; left <= len(start.Pile) {
		pos.Pile = start.Pile[len(start.Pile)-left:]
	}
	return pos
}
