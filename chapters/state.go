package chapters

import "fellowship/tricks"

// State is a round with all cards open. Programs that play on in their head need it. Nothing of it
// may be changed.
type State struct {
	// State is the play. Both it and Table mean something in stage play only.
	tricks.State
	Table *tricks.Table
	// Lost is the lost cards on the table.
	Lost []tricks.Card
	// Passed is the card that is to be answered when a Return is due, NoCard at any other time.
	Passed tricks.Card
	// LeftTucked reports whether the tucked card was left where it is before this trick.
	LeftTucked bool
	// SwapFrom is the seat that may still exchange during play (Sting), NoSeat if none may. SwapTo is
	// the other side: a seat, [LostCard], or NoSeat as long as there is no card to exchange with.
	SwapFrom, SwapTo tricks.Seat
	// Waiver is the seat whose gift lets one character's goal count as met (Mithril), NoSeat if nobody
	// has it or its one use is spent. WaivesSums reports whether it can cover all tricks that fall short of
	// the Balrog instead (C14).
	Waiver     tricks.Seat
	WaivesSums bool
	// Deciders is the player that makes the decisions of each seat.
	Deciders [tricks.MaxSeats]tricks.Seat
	// Logged is how many events there were so far: as many as [View.Log] has.
	Logged int
	// LeaderGuessed reports whether a position of a chapter in stage play had to say who leads, and did not.
	// The seat that R1 was dealt to leads (S7, C18). The one that holds it after the setup, which is
	// taken then, need not be the same.
	LeaderGuessed bool
}

// State returns the round as it stands, all cards open.
func (g *Game) State() State {
	s := State{
		State: g.state, Table: g.table, Lost: g.lost, Passed: g.passedCard(), LeftTucked: g.progress.LeftTucked,
		Waiver: g.waiver(), WaivesSums: g.waivesSums(), Logged: len(g.events), LeaderGuessed: g.leaderGuessed,
	}
	s.SwapFrom, s.SwapTo = g.swappers()
	for i := range g.seats {
		s.Deciders[i] = g.deciderOf(tricks.Seat(i))
	}
	return s
}
