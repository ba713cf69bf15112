package words

import (
	"slices"

	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Choice is an action at a table that a person can choose. A form sends it as Name=Value.
type Choice struct {
	// Name is the name of the action, see [Actions].
	Name string
	// Value is the parameter of the action, empty without one.
	Value string
	// Label is the text of the choice on the screen.
	Label string
	// Confirm is the text with which the choice has to be confirmed, empty for none.
	Confirm string
	// Chosen reports whether the choice describes the current state.
	Chosen bool
}

// StaysOpen reports whether the menu that the choice is in stays open, because it shows what the choice has made.
func (c Choice) StaysOpen() bool { return c.Name == "invite" }

// MoreChoices returns the choices that are offered behind the row "more" and not as rows of their own.
func MoreChoices(t *texts.Texts, view *table.TableView) (out []Choice) {
	add := func(shown bool, name, value, label string) {
		if shown {
			out = append(out, Choice{Name: name, Value: value, Label: label})
		}
	}
	sits := view.Me != tricks.NoSeat
	add(sits, "invite", "", t.T("serve.invite"))
	add(sits, "invite", "watch", t.T("serve.invitewatch"))
	for i := range view.Seats {
		s := &view.Seats[i]
		seat := tricks.Seat(i)
		if view.Host && s.Name != "" && seat != view.Me {
			add(true, "host", seat.String(), t.T("serve.makehost", s.Name))
			add(s.Away && !view.Playing, "free", seat.String(), t.T("serve.freeseat", s.Name))
		}
	}
	add(sits, "stand", "", t.T("serve.stand"))
	add(view.Host && !view.Playing, "close", "", t.T("serve.close"))
	return out
}

// Computers returns the possible players of a seat: the empty name for a person, and then the computer
// players, the strongest first.
func Computers() []string {
	all := append(slices.Clone(table.Computers), "")
	slices.Reverse(all)
	return all
}

// Row is a row of a table's sheet: a seat, or an action.
type Row struct {
	// Choice is the effect of the row: an action of [DoAction], or a name with which the front end
	// leads to another page. Without a name the row does nothing.
	Choice
	// Seat is the seat that the row is about, NoSeat for none.
	Seat tricks.Seat
	// Shown describes the player at the seat.
	Shown string
	// Options are the further choices that the row offers.
	Options []Choice
}

// Rows returns the rows of a table's sheet for a person: the actions that are possible now, the seats,
// the absent people, the row "more" with [MoreChoices], and a row to leave.
func Rows(t *texts.Texts, client *table.Client, view *table.TableView) (all []Row) {
	add := func(shown bool, name, value, key string, options ...Choice) {
		if shown {
			choice := Choice{Name: name, Value: value, Label: t.T(key)}
			all = append(all, Row{Choice: choice, Seat: tricks.NoSeat, Options: options})
		}
	}
	sits := view.Me != tricks.NoSeat
	company := view.Company()
	hasRound := view.Round > 0
	switch {
	case view.Playing:
		add(true, "toround", "", "serve.toround")
		add(company, "phrase", "", "serve.phrase")
		undo, stop := client.Allowed()
		propose := sits && view.Proposal == nil
		add(propose && undo && company, "undo", "", "serve.undo")
		add(propose && undo && !company, "undo", "", "serve.undo.alone")
		add(propose && stop && company, "stop", "", "serve.stop")
		add(propose && stop && !company, "stop", "", "serve.stop.alone")
	default:
		ready := sits && view.Seats[view.Me].Ready
		add(sits && !ready, "ready", "yes", "serve.ready")
		if sits && !ready && hasRound {
			all[0].Label = Step(t, client, view)
		}
		add(ready, "ready", "no", "serve.notready")
		add(company, "say", "", "serve.say")
		add(company, "phrase", "", "serve.phrase")
		add(view.Host, "next", "", "serve.next")
		add(view.Setup.Campaign, "book", "", "lobby.campaign")
		add(hasRound, "look", "", "serve.look")
		add(hasRound && company, "together", "", "serve.looktogether")
	}
	add(sits && view.Proposal != nil && slices.Contains(view.Proposal.Asked, view.Me), "proposal", "",
		"serve.proposal")
	all = append(all, seatRows(t, view)...)
	for i := range view.Seats {
		seat := tricks.Seat(i)
		if view.Seats[i].Replaceable {
			label := t.T("serve.absent.what", AbsenceText(t, view, seat))
			all = append(all, Row{Choice: Choice{Name: "absent", Label: label}, Seat: seat})
		}
	}
	add(sits && view.Seats[max(view.Me, 0)].Computer != "", "return", "yes", "serve.replaced.return")
	add(true, "more", "", "serve.more", MoreChoices(t, view)...)
	add(sits, "leave", "", "serve.tolobby")
	add(!sits, "leave", "", "serve.tolobby.noseat")
	return all
}

// seatRows returns the rows of the seats. A person can take a free seat, and the host can put computer
// players there.
func seatRows(t *texts.Texts, p *table.TableView) (all []Row) {
	for i := range p.Seats {
		r := Row{
			Choice: Choice{Value: tricks.Seat(i).String(), Label: t.T("serve.seat", i+1)},
			Seat:   tricks.Seat(i),
			Shown:  SeatText(t, p, tricks.Seat(i)),
		}
		free := p.Seats[i].Name == ""
		if free && p.MaySit {
			r.Name = "sit"
		}
		if free && p.Host && !p.Playing {
			for _, name := range Computers() {
				r.Options = append(r.Options, Choice{
					Name:   "computer",
					Value:  name,
					Label:  Computer(t, name),
					Chosen: p.Seats[i].Computer == name,
				})
			}
		}
		all = append(all, r)
	}
	return all
}

// Phrases returns the choices of the row "phrase": the phrases that may be said even during a round.
func Phrases(t *texts.Texts) (all []Choice) {
	for _, phrase := range table.Phrases {
		all = append(all, Choice{Name: "phrase", Value: string(phrase), Label: t.T(phrase.Key())})
	}
	return all
}
