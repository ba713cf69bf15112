package home

import (
	"errors"
	"maps"
	"slices"

	"fellowship/characters/say"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/round"
	"fellowship/solver/players"
)

// startPrograms starts the external programs that the command line names for a round. The function it
// returns stops them.
func (g *Game) startPrograms() (stop func() error) {
	programs := map[string]players.Player{}
	for _, name := range g.home.Computer {
		if round.IsProgram(name) {
			programs[name], _ = g.home.Programs.New(name) // the flag has been checked
		}
	}
	g.file.Home.SetPrograms(programs)
	return func() error {
		return players.Leave(g.file.Home.Round().Reveal().Result(), slices.Collect(maps.Values(programs))...)
	}
}

// programFailed returns an error that says how to continue a game whose external program has failed, nil
// for other errors.
func (g *Game) programFailed(err error) error {
	if !errors.As(err, new(*bot.Error)) {
		return nil
	}
	command := g.home.withFlags("fellowship play " + g.file.Name() + " --computer " + players.Strongest)
	return say.Errorf("nothing is lost; another player can take over: %s", command)
}

// refusePrograms refuses to continue a saved game in which an external program plays, since saved games start no
// programs.
func (g *Game) refusePrograms() error {
	for _, name := range g.file.Home.Round().PlayerNames() {
		if round.IsProgram(name) {
			return say.Errorf("a program, %[2]s, plays in saved game %[1]s, and no file can start one: name it "+
				"or another player: fellowship play %[1]s --computer %[3]s",
				g.file.Name(), name, players.Strongest)
		}
	}
	return nil
}
