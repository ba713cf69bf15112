package home

import (
	"slices"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/settings"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Form returns the form for the next game, with humans people in the first seats and computer players in
// the others.
func (h *Home) Form(humans int) *choose.Setup {
	return h.FormWith(h.Person.Settings(), humans, nil)
}

// FormWith returns the form for the next game with the defaults of some settings. A plan names the players of the
// seats; players who do not exist here are replaced. Without a plan, humans people sit in the first seats.
func (h *Home) FormWith(set settings.Settings, humans int, plan []string) *choose.Setup {
	setup := &choose.Setup{
		Texts:     h.Person.Texts(),
		Library:   h.Library,
		Modes:     []choose.Mode{choose.OneRound},
		Mode:      choose.OneRound,
		Chapter:   h.Library.Chapters[0].ID,
		Players:   4,
		Computers: append(slices.Clone(players.Names), ""),
		Names:     make([]string, tricks.MaxSeats),
	}
	slices.Reverse(setup.Computers)
	copy(setup.Names, set.Names)
	computers := h.Computer
	if h.HasMenu && slices.Contains(players.Names, set.Computer) {
		computers = []string{set.Computer}
	}
	used := 0 // how many computer players are seated
	for i := range setup.SeatComputers {
		player := ""
		if i < len(plan) {
			player = plan[i]
		}
		switch name, person := round.PersonName(player); {
		case person:
			setup.Names[i] = name
		case players.CanSit(player):
			setup.SeatComputers[i] = player
		case plan != nil || i >= humans:
			setup.SeatComputers[i] = computers[min(used, len(computers)-1)]
			used++
		}
	}
	return setup
}
