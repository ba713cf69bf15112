package home

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
)

// Home plays games on the person's own machine and keeps them: saved games, campaigns and puzzles.
type Home struct {
	// Person is the user, with their settings.
	Person *Person

	Library *chapters.Library

	// Saves is the folder of saved games and campaigns.
	Saves *saves.Folder
	// Ctx ends all games when it is done.
	Ctx context.Context
	// Stage shows what is played.
	Stage Stage

	// Computer names the computer players of the seats without a person, in seat order. The last name also
	// plays all further seats.
	Computer []string
	// Programs starts the computer players that are external programs.
	Programs *bot.Programs
	// Replaces makes Computer take over seats of a saved game that others played.
	Replaces bool

	// Plain makes the commands that the person is told play line by line.
	Plain bool
	// Silent turns the coach of chapter 1 off.
	Silent bool
	// HasMenu reports whether the person comes back to a menu, which shows what has become of a campaign.
	HasMenu bool

	// advice is the coach's state, shared by all rounds of the session.
	advice *play.Advice
}

// sharedAdvice returns the coach's state, which all rounds of the session share.
func (h *Home) sharedAdvice() *play.Advice {
	if h.advice == nil {
		h.advice = &play.Advice{Coach: !h.Silent, Tips: true}
	}
	return h.advice
}
