package home

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/solver/players"
)

// PlayOn continues a round in a new game with its own record. The person has seen all cards of the round, so the new
// game is for practice, and nothing counts it.
func (h *Home) PlayOn(record chapters.Record) error {
	record.PlayerNames = h.replayPlayers(&record)
	file, err := h.Saves.CreatePractice(h.Library, record)
	if err != nil {
		return err
	}
	g := &Game{home: h, start: &record, file: file}
	return g.playRounds()
}

// replayPlayers returns the players who play on: the players of the record if persons are among them,
// otherwise one person and computer players. A program that the command line does not name is replaced.
func (h *Home) replayPlayers(record *chapters.Record) []string {
	if h.canPlayOn(record) {
		names := slices.Clone(record.PlayerNames)
		for i, name := range names {
			if round.IsProgram(name) && !slices.Contains(h.Computer, name) {
				names[i] = players.Strongest
			}
		}
		return names
	}
	names := slices.Repeat([]string{players.Strongest}, len(record.Hands))
	names[0] = round.Human
	return names
}

// canPlayOn reports whether the players of a record fit its round and a person is among them.
func (h *Home) canPlayOn(record *chapters.Record) bool {
	g, err := h.Library.NewGame(record.Position)
	return err == nil && slices.ContainsFunc(record.PlayerNames, round.IsPerson) &&
		round.CheckPlayers(g, record.PlayerNames) == nil
}
