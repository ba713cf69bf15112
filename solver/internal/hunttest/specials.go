package hunttest

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Specials returns labels, a few words each, for the special rules that a finished round has used.
func Specials(g *chapters.Game) map[string]bool {
	used := map[string]bool{}
	start := g.Start()
	s := g.State()
	note := func(label string, present bool) {
		if present {
			used[label] = true
		}
	}
	note("pyramid", start.Players == 2)
	note("solo", start.Players == 1)
	note("draw pile", len(start.Pile) > 0)
	for seat := range start.Hands {
		note("extra at the pyramid", start.Hands[seat].Extra != 0)
	}
	usedInSetup(g, note)
	for seat := range tricks.Seat(g.Seats()) {
		first, last := s.Table.First[seat], s.Table.Last[seat]
		note("put into the first trick", first != tricks.NoCard)
		note("set aside for the last trick", last != tricks.NoCard)
		note("cards stay over", s.Held[seat] != 0)
		if c := g.Character(seat); c != nil {
			note("counts for another", c.CountsFor != nil)
			note("burdened side", c.Burdened)
		}
	}
	usedInTricks(g, note)
	for _, goal := range g.Goals() {
		note("rider", goal.Rider)
	}
	covered := false
	for _, status := range g.Statuses() {
		covered = covered || status.Status == characters.Waived
	}
	note("Mithril covers a goal", covered)
	note("Mithril covers sums", s.Short && s.WaivesSums)
	return used
}

// usedInSetup notes the special rules that the decisions of a round have used, in setup and between tricks.
func usedInSetup(g *chapters.Game, note func(label string, present bool)) {
	onTheWay, most := 0, 0
	passed := tricks.NoCard
	swapped := false
	for _, d := range g.Decisions() {
		switch d.Kind {
		case chapters.Exchange:
			note("exchange declined", d.Target == tricks.NoSeat)
			note("exchange with the lost card", d.Target == chapters.LostCard)
			if d.Target >= 0 {
				onTheWay++
				passed = d.Card
			}
		case chapters.Return:
			note("the same card comes back", onTheWay == 1 && d.Card == passed)
			note("another card comes back", onTheWay == 1 && d.Card != passed)
			note("Sting brings another card", swapped && d.Card != passed)
			most = max(most, onTheWay)
			onTheWay = 0
		case chapters.Give:
			note("card given away", true)
		case chapters.Threat:
			note("threat chosen", true)
		case chapters.Redraw:
			note("threat redrawn", d.Word == chapters.Yes)
		case chapters.Declare:
			note("declared "+d.Word, true)
		case chapters.Range:
			note("the Sword", true)
		case chapters.TakeLost:
			note("lost cards "+map[string]string{chapters.Yes: "taken", chapters.No: "left"}[d.Word], true)
		case chapters.Tuck:
			note("tucked in setup", true)
		case chapters.KeepLast, chapters.PutFirst:
			note("set aside in setup", true)
		case chapters.TakeBack:
			note("tucked card comes back", d.Word == chapters.Yes)
		case chapters.NameLeader:
			note("another leader named", d.Target != d.Seat)
		case chapters.Swap:
			note("Sting with the lost card", d.Target == chapters.LostCard)
			note("Sting with who took it", d.Target >= 0)
			passed = d.Card
			swapped = swapped || d.Target >= 0
		default:
		}
	}
	note("two cards on their way", most >= 2)
	note("three cards on their way", most >= 3)
}

// usedInTricks notes the special rules that the tricks of a round have used.
func usedInTricks(g *chapters.Game, note func(label string, present bool)) {
	s := g.State()
	table := s.Table
	for _, d := range g.Decisions() {
		if d.Kind == chapters.PlayCard && d.Card == tricks.OneRing {
			note("R1 to win", d.ToWin)
			note("R1 not to win", !d.ToWin)
		}
	}
	for n, t := range g.History() {
		led := t.Card[t.Leader].Suit()
		note("Willow takes a trick", t.Winner == tricks.NoSeat)
		note("seat sits out", table.Playing(n).Len() < g.Seats())
		for seat := range tricks.Seat(g.Seats()) {
			if !table.Playing(n).Contains(seat) {
				continue
			}
			other := t.Card[seat].Suit() != led
			note("need not follow", table.Free.Contains(seat) && other)
			note("Glamdring", table.FreeOnce.Contains(seat) && n == 0 && other)
		}
		if t.Winner != tricks.NoSeat {
			note("trump wins",
				table.Trump != tricks.NoSuit && led != table.Trump && t.Card[t.Winner].Suit() == table.Trump)
		}
	}
	note("Balrog", len(table.Balrog) > 0)
}
