package choose

import (
	"strconv"

	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table/words"
)

// PlayerFields returns the fields for the number of players and for each seat. At a table for people on other
// screens the first seat belongs to the person who makes the table, so it has no field.
func (s *Setup) PlayerFields() []Field {
	all := []Field{s.Size(strconv.Itoa)}
	for i := range s.Players {
		if i > 0 || s.Names != nil {
			all = append(all, s.Seat(i))
		}
	}
	if s.Names != nil {
		all[1].SpaceAbove = true
	}
	return all
}

// Size returns the field for the number of players; label describes a number.
func (s *Setup) Size(label func(n int) string) Field {
	options := labelled(func(v string) string { return label(ParseNumber(v)) }, "1", "2", "3", "4")
	f := NewField("players", s.T("lobby.row.players"), strconv.Itoa(s.Players), func(v string) {
		s.Players = ParseNumber(v)
	}, options...)
	f.Digits = true
	return f
}

// Seat returns the field of the seat with an index: a computer player or a person. Typing a name gives the seat
// to a person.
func (s *Setup) Seat(i int) Field {
	playerLabel := func(v string) string { return words.Computer(s.Texts, v) }
	f := NewField("computer", s.T("serve.seat", i+1), s.SeatComputers[i], func(v string) {
		s.SeatComputers[i] = v
	}, labelled(playerLabel, s.Computers...)...)
	f.Seat = i + 1
	if s.Names == nil {
		return f
	}
	f.Text = &s.Names[i]
	f.MaxLength = longestName
	f.OnChange = func() { s.SeatComputers[i] = "" }
	f.Format = func(text string) string {
		if s.SeatComputers[i] != "" {
			return playerLabel(s.SeatComputers[i])
		}
		return s.T("lobby.seat.person", text)
	}
	f.Value = f.Format("")
	return f
}

// PlayersNote explains how one or two people play all seats.
func (s *Setup) PlayersNote() []string {
	switch s.Players {
	case 1:
		return []string{s.T("lobby.table.solo")}
	case 2:
		return []string{s.T("lobby.table.two")}
	}
	return nil
}

// SeatPlayers names the players of all seats. The first player also plays the seats without a player of their
// own.
func (s *Setup) SeatPlayers(seats int) []string {
	players := make([]string, seats)
	for i := range players {
		source := i
		if s.Players == 1 || i >= s.Players {
			source = 0
		}
		players[i] = s.SeatComputers[source]
		if players[i] == "" {
			players[i] = round.Person(s.Names[source])
		}
	}
	return players
}
