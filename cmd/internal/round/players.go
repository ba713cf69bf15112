package round

import (
	"slices"
	"strings"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Human stands for a person in records.
const Human = "human"

// Program is the prefix of a player that is an external program, such as bot:python3 bot.py. Only the
// command line starts programs; in a record it is just a name.
const Program = "bot:"

// IsProgram reports whether a player is an external program.
func IsProgram(player string) bool { return strings.HasPrefix(player, Program) }

// Person returns how records write a person with a name, such as human:Anna.
func Person(name string) string {
	name = CleanName(name)
	if name == "" {
		return Human
	}
	return Human + ":" + name
}

// CleanName returns a typed name without characters that a terminal would not show and that files may
// not contain.
func CleanName(typed string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if strictyaml.Hidden(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, typed))
}

// PersonName returns a person's name from the player in a record. ok is false for a computer player.
func PersonName(player string) (name string, ok bool) {
	kind, name, _ := strings.Cut(player, ":")
	return name, kind == Human
}

// IsPerson reports whether a player in a record is a person.
func IsPerson(player string) bool {
	_, ok := PersonName(player)
	return ok
}

// NamePeople sets the names of the people in a view of a round; players are its players, as records name them. Only a
// person who plays a single seat is named there: the pyramid, and all seats of somebody who plays alone, are not.
func NamePeople(view *chapters.View, players []string) {
	if view.Players == 1 {
		return
	}
	for i, player := range players[:min(len(players), len(view.Seats))] {
		if name, person := PersonName(player); person && view.Seats[i].Decider == tricks.Seat(i) {
			view.Seats[i].Person = name
		}
	}
}

// CheckPlayers returns why a list of players does not fit a game, nil if it does. An empty list fits:
// people play then. A record from a file is checked before its round continues.
func CheckPlayers(game *chapters.Game, names []string) error {
	if len(names) == 0 {
		return nil
	}
	return (&Round{game: game}).assignPlayers(names)
}

// assignPlayers sets the players of the seats. A player who decides for several seats is named at each
// of them.
func (s *Round) assignPlayers(names []string) error {
	if len(names) != s.game.Seats() {
		return say.Errorf("players are named for %d seats, but there are %d seats", len(names), s.game.Seats())
	}
	s.computers = map[string]players.Player{}
	state := s.game.State()
	for _, player := range state.Deciders[:len(names)] {
		name := names[player]
		s.playerNames = append(s.playerNames, name)
		if err := s.addComputer(name); err != nil {
			return err
		}
	}
	return nil
}

// addComputer creates the computer player with a name. It does nothing for a person or for an external
// program, which the command line starts.
func (s *Round) addComputer(name string) error {
	if IsPerson(name) || IsProgram(name) || s.computers[name] != nil {
		return nil
	}
	p, err := players.New(name)
	if err == nil {
		s.computers[name] = p
	}
	return err
}

// Name returns the name of the person who plays a seat, empty for a computer player.
func (s *Round) Name(seat tricks.Seat) string {
	name, _ := PersonName(s.playerNames[s.game.State().Deciders[seat]])
	return name
}

// isPerson reports whether a person decides for a player. It is false for NoSeat.
func (s *Round) isPerson(player tricks.Seat) bool {
	return player != tricks.NoSeat && IsPerson(s.playerNames[player])
}

// nameOf returns the name of a player as records write it, empty for NoSeat.
func (s *Round) nameOf(player tricks.Seat) string {
	if player == tricks.NoSeat {
		return ""
	}
	return s.playerNames[player]
}

// Humans returns the seats of the players that are people, each once. These are the seats to ask
// [Round.View] for. [chapters.SeatView] says for which seats each of them decides.
func (s *Round) Humans() []tricks.Seat {
	var out []tricks.Seat
	state := s.game.State()
	for _, player := range state.Deciders[:len(s.playerNames)] {
		if s.isPerson(player) && !slices.Contains(out, player) {
			out = append(out, player)
		}
	}
	slices.Sort(out)
	return out
}

// PlayerNames returns the player of each seat as records write it: a person, a computer player or an
// external program.
func (s *Round) PlayerNames() []string { return slices.Clone(s.playerNames) }

// Replace lets another player play a seat from now on. Earlier decisions still count as decisions of
// their makers.
func (s *Round) Replace(seat tricks.Seat, name string) error {
	if seat < 0 || int(seat) >= len(s.playerNames) {
		return say.Errorf("there is no seat %d", seat)
	}
	if err := s.addComputer(name); err != nil {
		return err
	}
	s.playerNames[seat] = name
	return nil
}
