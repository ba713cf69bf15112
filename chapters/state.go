package chapters

import "fellowship/tricks"

// State is a round with all cards open, for programs that search how it can go on. Nothing in it may be
// changed.
type State struct {
	// State is the state of the play. It is set only in stage play.
	tricks.State
	// Table is the hands and the special rules of the play. It is set only in stage play.
	Table *tricks.Table
	// Lost is the lost cards on the table.
	Lost []tricks.Card
	// Passed is the card that was passed when a Return is due, NoCard at any other time.
	Passed tricks.Card
	// LeftTucked reports whether the tucked card was left tucked away before this trick.
	LeftTucked bool
	// SwapFrom is the seat that may still exchange during play (Sting), NoSeat if none may.
	SwapFrom tricks.Seat
	// SwapTo is the other side of that exchange: a seat, [LostCard], or NoSeat as long as there is no
	// card to exchange with.
	SwapTo tricks.Seat
	// Waiver is the seat whose gift lets one character's goal count as met (Mithril), NoSeat if nobody
	// has it or its one use is spent.
	Waiver tricks.Seat
	// WaivesSums reports whether Mithril can instead cover all tricks that fall short of the Balrog
	// (C14).
	WaivesSums bool
	// Deciders is the player who makes the decisions of each seat.
	Deciders [tricks.MaxSeats]tricks.Seat
	// Logged is the number of events so far, which is the length of [View.Log].
	Logged int
	// LeaderGuessed reports whether the round began with a position in stage play that should have named
	// its leader and did not. The rules let the seat lead that R1 was dealt to (S7, C18). The game
	// lets the seat lead that holds R1 after the setup, which can be another one.
	LeaderGuessed bool
}

// State returns the round as it stands, with all cards open.
func (g *Game) State() State {
	s := State{
		State:         g.state,
		Table:         g.table,
		Lost:          g.lost,
		Passed:        transfers{g}.passedCard(),
		LeftTucked:    g.progress.LeftTucked,
		Waiver:        mithril{g}.owner(),
		WaivesSums:    mithril{g}.coversSums(),
		Logged:        len(g.events),
		LeaderGuessed: g.leaderGuessed,
	}
	s.SwapFrom, s.SwapTo = sting{g}.sides()
	for i := range g.seats {
		s.Deciders[i] = g.deciderOf(tricks.Seat(i))
	}
	return s
}
