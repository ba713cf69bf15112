package words

import (
	"slices"

	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Row is a line of the sheet of a table: a seat, or something that can be done there.
type Row struct {
	// Choice is what it does, as a form sends it: a deed of [Do], or what only leads elsewhere. Without
	// a name it does nothing.
	Choice
	// At is the seat that it is about, and Shown tells who sits there.
	At    tricks.Seat
	Shown string
	// Options are what can be chosen in it, as other deeds.
	Options []Choice
}

// Rows are the lines of the sheet of a table, for the person in a chair there: what can be done now,
// the seats, and the absent. Those of [More] lie behind the last but one.
func Rows(t *texts.Texts, chair *table.Chair, p *table.Picture) (all []Row) {
	add := func(is bool, name, value, key string, options ...Choice) {
		if is {
			all = append(all, Row{Choice: Choice{Name: name, Value: value, Label: t.T(key)}, At: tricks.NoSeat, Options: options})
		}
	}
	sits, company, over := p.Me != tricks.NoSeat, p.Company(), p.Round > 0
	switch {
	case p.Playing:
		add(true, "toround", "", "serve.toround")
		add(company, "phrase", "", "serve.phrase")
		undo, stop := chair.May()
		propose := sits && p.Proposal == nil
		add(propose && undo && company, "undo", "", "serve.undo")
		add(propose && undo && !company, "undo", "", "serve.undo.alone")
		add(propose && stop && company, "stop", "", "serve.stop")
		add(propose && stop && !company, "stop", "", "serve.stop.alone")
		add(sits && p.Proposal != nil && slices.Contains(p.Proposal.Asked, p.Me), "proposal", "", "serve.proposal")
	default:
		ready := sits && p.Seats[p.Me].Ready
		add(sits && !ready, "ready", "yes", "serve.ready")
		add(ready, "ready", "no", "serve.notready")
		add(company, "say", "", "serve.say")
		add(company, "phrase", "", "serve.phrase")
		add(p.Host, "next", "", "serve.next")
		add(p.Setup.Campaign, "book", "", "lobby.campaign")
		add(over, "look", "", "serve.look")
		add(over && company, "together", "", "serve.looktogether")
	}
	all = append(all, seats(t, p)...)
	for i := range p.Seats {
		if at := tricks.Seat(i); p.Seats[i].Missed {
			all = append(all, Row{Choice: Choice{Name: "absent", Label: t.T("serve.absent.what", Absent(t, p, at))}, At: at})
		}
	}
	add(sits && p.Seats[max(p.Me, 0)].Computer != "", "return", "yes", "serve.replaced.return")
	add(true, "more", "", "serve.more", More(t, p)...)
	add(sits, "leave", "", "serve.tolobby")
	add(!sits, "leave", "", "serve.tolobby.noseat")
	return all
}

// seats are the rows of the seats. A free one can be taken, and the host lets computer players sit there.
func seats(t *texts.Texts, p *table.Picture) (all []Row) {
	for i := range p.Seats {
		r := Row{Choice: Choice{Value: tricks.Seat(i).String(), Label: t.T("serve.seat", i+1)}, At: tricks.Seat(i), Shown: Sitting(t, p, tricks.Seat(i))}
		free := p.Seats[i].Name == ""
		if free && p.MaySit {
			r.Name = "sit"
		}
		if free && p.Host && !p.Playing {
			for _, name := range Computers() {
				r.Options = append(r.Options, Choice{Name: "computer", Value: name, Label: Computer(t, name), Chosen: p.Seats[i].Computer == name})
			}
		}
		all = append(all, r)
	}
	return all
}

// Phrases are what can be said in a row of that name, also while a round is played.
func Phrases(t *texts.Texts) (all []Choice) {
	for _, phrase := range table.Phrases {
		all = append(all, Choice{Name: "phrase", Value: string(phrase), Label: t.T(phrase.Key())})
	}
	return all
}
