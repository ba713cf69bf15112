package words

import (
	"context"
	"fmt"
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Choice is something that can be chosen at a table, as a form sends it: Name=Value.
type Choice struct {
	Name, Value, Label string
	// Chosen reports whether it is so now.
	Chosen bool
}

// Question is put to the person by the others. Key tells it from others, ID names the action of an
// answer, and At the seat that it is about.
type Question struct {
	Key, ID, Title, Text string
	Seat                 tricks.Seat
	Answers              []Choice
}

// PendingQuestion returns the question of the others to the person now, nil for none.
func PendingQuestion(t *texts.Texts, view *table.TableView) *Question {
	if view.Me == tricks.NoSeat {
		return nil
	}
	answer := func(name, value, key string) Choice { return Choice{Name: name, Value: value, Label: t.T(key)} }
	if q := view.Proposal; q != nil && slices.Contains(q.Asked, view.Me) && !slices.Contains(q.Agreed, view.Me) {
		return &Question{
			Key: fmt.Sprintf("proposal %s %d", q.Action, q.Decision), ID: "agree", Title: t.T("serve.ask.title"),
			Text:    ProposalText(t, view),
			Answers: []Choice{answer("agree", "yes", "serve.agree"), answer("agree", "no", "serve.refuse")},
		}
	}
	for i := range view.Seats {
		seat := tricks.Seat(i)
		if !view.Seats[i].Replaceable {
			continue
		}
		name := NameAt(t, view, seat)
		q := &Question{
			Key: "without " + name, ID: "without", Seat: seat, Title: t.T("serve.absent.title", name),
			Text: t.T("serve.absent.text", AbsenceText(t, view, seat)),
			Answers: []Choice{
				answer("without", string(table.Wait), "serve.absent.wait"),
				answer("without", string(table.Substitute), "serve.absent.computer"),
			},
		}
		if view.Playing {
			q.Answers = append(q.Answers, answer("without", string(table.GiveUp), "serve.absent.stop"))
		}
		return q
	}
	if own := &view.Seats[view.Me]; own.Computer != "" {
		return &Question{
			Key: "return", ID: "return", Title: t.T("serve.replaced.title"), Text: t.T("serve.replaced.text"),
			Answers: []Choice{answer("return", "yes", "serve.replaced.return")},
		}
	}
	return nil
}

// MoreChoices lists the further choices at a table, beside those that stand there.
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
		if s, seat := &view.Seats[i], tricks.Seat(i); view.Host && s.Name != "" && seat != view.Me {
			add(true, "host", seat.String(), t.T("serve.makehost", s.Name))
			add(s.Away && !view.Playing, "free", seat.String(), t.T("serve.freeseat", s.Name))
		}
	}
	add(sits, "stand", "", t.T("serve.stand"))
	add(view.Host && !view.Playing, "close", "", t.T("serve.close"))
	return out
}

// ErrNoAction means that something cannot be done at a table now.
var ErrNoAction = say.New("that cannot be done now")

// Actions can be done at a table, by the names that forms and rows have for them. True is for those for which
// it matters what the person has seen of the round.
var Actions = map[string]bool{
	"agree": true, "ready": true, "sit": false, "computer": false, "without": false, "return": false, "invite": false,
	"host": false, "free": false, "stand": false, "close": false, "say": false, "phrase": false,
}

// answers are the possible values of deeds that name nothing else.
var answers = map[string][]string{
	"agree": {"yes", "no"}, "ready": {"yes", "no"}, "return": {"yes"},
	"invite": {"", "watch"},
}

// DoAction does something at a table: value was chosen under the name of the deed, and about is the seat
// that it is about.
func DoAction(ctx context.Context, client *table.Client, seen table.Revision, name, value string,
	seat tricks.Seat,
) error {
	target, _ := tricks.ParseSeat(value) // NoSeat is refused
	if allowed := answers[name]; allowed != nil && !slices.Contains(allowed, value) {
		return ErrNoAction
	}
	switch name {
	case "agree":
		return client.Agree(ctx, seen, value == "yes")
	case "ready":
		return client.Ready(ctx, seen, value == "yes")
	case "sit":
		return client.Sit(ctx, seat)
	case "computer":
		return client.Computer(ctx, seat, value)
	case "without":
		return client.ReplaceAbsent(ctx, seat, table.AbsenceAction(value))
	case "return":
		return client.Return(ctx)
	case "invite":
		_, err := client.Invite(ctx, value == "watch")
		return err
	case "host":
		return client.PassOn(ctx, target)
	case "free":
		return client.Free(ctx, target)
	case "stand":
		return client.Stand(ctx)
	case "close":
		return client.Close(ctx)
	case "say":
		return client.Say(ctx, value)
	case "phrase":
		return client.SayPhrase(ctx, table.Phrase(value))
	}
	return ErrNoAction
}

// Computers are the possible players of a seat: the computer players, the strongest first, and the
// empty name for a person.
func Computers() []string {
	all := append(slices.Clone(table.Computers), "")
	slices.Reverse(all)
	return all
}

// Next tells the next round at the table of a chair, in a few words.
func Next(t *texts.Texts, lib *chapters.Library, chair *table.Client, p *table.TableView) string {
	g := p.Next
	if kept := chair.Book(); kept != nil && g.Chapter == "" {
		g.Chapter = kept.Recommended()
	}
	return Pick(t, lib, &g, p.Setup.Campaign)
}

// Result says how the last round ended, and names its deal; empty before there was one.
func Result(t *texts.Texts, p *table.TableView) string {
	last := p.Last
	key := "serve.result.lost"
	if last == nil {
		return ""
	}
	if last.Won {
		key = "serve.result.won"
	}
	text := t.T(key, last.Number)
	if last.Deal != "" {
		text += " " + t.T("serve.result.deal", last.Deal)
	}
	return text
}

// InvitationText tells the purpose of an invitation.
func InvitationText(t *texts.Texts, i table.Invitation) string {
	if i.Watch {
		return t.T("serve.joinwatch", i.Code)
	}
	return t.T("serve.join", i.Code)
}

// Row is a line of the sheet of a table: a seat, or something that can be done there.
type Row struct {
	// Choice is what it does, as a form sends it: a deed of [DoAction], or what only leads elsewhere. Without
	// a name it does nothing.
	Choice
	// Seat is the seat that it is about, and Shown tells who sits there.
	Seat  tricks.Seat
	Shown string
	// Options are what can be chosen in it, as other deeds.
	Options []Choice
}

// Rows are the lines of the sheet of a table, for the person in a chair there: what can be done now,
// the seats, and the absent. Those of [MoreChoices] lie behind the last but one.
func Rows(t *texts.Texts, chair *table.Client, view *table.TableView) (all []Row) {
	add := func(shown bool, name, value, key string, options ...Choice) {
		if shown {
			all = append(all,
				Row{Choice: Choice{Name: name, Value: value, Label: t.T(key)}, Seat: tricks.NoSeat, Options: options})
		}
	}
	sits := view.Me != tricks.NoSeat
	company := view.Company()
	hasRound := view.Round > 0
	switch {
	case view.Playing:
		add(true, "toround", "", "serve.toround")
		add(company, "phrase", "", "serve.phrase")
		undo, stop := chair.Allowed()
		propose := sits && view.Proposal == nil
		add(propose && undo && company, "undo", "", "serve.undo")
		add(propose && undo && !company, "undo", "", "serve.undo.alone")
		add(propose && stop && company, "stop", "", "serve.stop")
		add(propose && stop && !company, "stop", "", "serve.stop.alone")
		add(sits && view.Proposal != nil && slices.Contains(view.Proposal.Asked, view.Me), "proposal", "",
			"serve.proposal")
	default:
		ready := sits && view.Seats[view.Me].Ready
		add(sits && !ready, "ready", "yes", "serve.ready")
		add(ready, "ready", "no", "serve.notready")
		add(company, "say", "", "serve.say")
		add(company, "phrase", "", "serve.phrase")
		add(view.Host, "next", "", "serve.next")
		add(view.Setup.Campaign, "book", "", "lobby.campaign")
		add(hasRound, "look", "", "serve.look")
		add(hasRound && company, "together", "", "serve.looktogether")
	}
	all = append(all, seatRows(t, view)...)
	for i := range view.Seats {
		seat := tricks.Seat(i)
		if view.Seats[i].Replaceable {
			all = append(all,
				Row{
					Choice: Choice{Name: "absent", Label: t.T("serve.absent.what", AbsenceText(t, view, seat))},
					Seat:   seat,
				})
		}
	}
	add(sits && view.Seats[max(view.Me, 0)].Computer != "", "return", "yes", "serve.replaced.return")
	add(true, "more", "", "serve.more", MoreChoices(t, view)...)
	add(sits, "leave", "", "serve.tolobby")
	add(!sits, "leave", "", "serve.tolobby.noseat")
	return all
}

// seatRows are the rows of the seats. A free one can be taken, and the host lets computer players sit there.
func seatRows(t *texts.Texts, p *table.TableView) (all []Row) {
	for i := range p.Seats {
		r := Row{
			Choice: Choice{Value: tricks.Seat(i).String(), Label: t.T("serve.seat", i+1)}, Seat: tricks.Seat(i),
			Shown: SeatText(t, p, tricks.Seat(i)),
		}
		free := p.Seats[i].Name == ""
		if free && p.MaySit {
			r.Name = "sit"
		}
		if free && p.Host && !p.Playing {
			for _, name := range Computers() {
				r.Options = append(r.Options,
					Choice{
						Name: "computer", Value: name, Label: Computer(t, name),
						Chosen: p.Seats[i].Computer == name,
					})
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
