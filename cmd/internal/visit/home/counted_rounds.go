package home

import (
	"fmt"
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/saves"
	"fellowship/tricks"
)

// ErrCounted means that a campaign has counted the same round already.
var ErrCounted = say.New("this round has already been counted")

// countedAs returns the name under which a campaign has counted the same round already, empty if it has not.
func (h *Home) countedAs(list *saves.List, campaign string, record *chapters.Record) string {
	g, err := record.Game(h.Library)
	if err != nil {
		return "" // a round that cannot be played is refused elsewhere
	}
	sought := courseOf(g)
	for round := range list.CampaignRounds(h.Library, campaign) {
		if round.Game != nil && slices.Equal(courseOf(round.Game), sought) {
			return round.Name
		}
	}
	return ""
}

// courseOf describes the course of a round from its first trick on: who had which cards, and who played which card
// when. Two rounds with the same course are the same round, whichever seat is the first one in the record, and whether
// the record begins with the deal or with the first trick.
func courseOf(g *chapters.Game) (course []string) {
	start := g.Start()
	course = append(course, fmt.Sprintf("%s %s %s %d", start.Chapter, start.Event, start.Group, start.Players))
	for _, trick := range g.History() {
		for k := range g.Seats() {
			seat := tricks.Seat((int(trick.Leader) + k) % g.Seats())
			course = append(course, fmt.Sprintf("%s %s", characterAt(g, seat), trick.Card[seat]))
		}
	}
	var seats []string
	for seat := range tricks.Seat(g.Seats()) {
		held := tricks.FormatCards(g.State().Held[seat].Cards())
		seats = append(seats, fmt.Sprintf("%s %s", characterAt(g, seat), held))
	}
	slices.Sort(seats)
	return append(course, seats...)
}

// characterAt returns the ID of the character at a seat, or the number of the seat if it has none.
func characterAt(g *chapters.Game, seat tricks.Seat) string {
	if c := g.Character(seat); c != nil {
		return c.ID
	}
	return fmt.Sprint(seat)
}
