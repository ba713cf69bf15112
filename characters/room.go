package characters

import "fellowship/tricks"

// checkRoom returns the error of [Compile] for a goal that takes more to follow
// than there is room for, however many play: with the most cards there can be
// (chapter 17) and a high threat number.
func checkRoom(g Goal) error {
	cards := (tricks.Deck | tricks.SuitSet(tricks.Rivers)).Cards()
	for players := 1; players <= 4; players++ {
		seats := 3 // S1
		if players == 1 || players == 4 {
			seats = 4
		}
		hands := make([]tricks.Hand, seats)
		for s, n := 0, len(cards)/seats; s < seats; s++ {
			hands[s] = tricks.Plain(tricks.SetOf(cards[s*n : (s+1)*n]...))
		}
		f := Bind(g, Binding{Seats: seats, Players: players, Threat: 8, Declared: More, Rivers: true})
		if _, err := Compile(tricks.NewTable(tricks.NoSuit, hands...), nil, f); err != nil {
			return err
		}
	}
	return nil
}
