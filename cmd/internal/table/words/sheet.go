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
	At                   tricks.Seat
	Answers              []Choice
}

// Asked returns the question of the others to the person now, nil for none.
func Asked(t *texts.Texts, p *table.Picture) *Question {
	if p.Me == tricks.NoSeat {
		return nil
	}
	answer := func(name, value, key string) Choice { return Choice{Name: name, Value: value, Label: t.T(key)} }
	if q := p.Proposal; q != nil && slices.Contains(q.Asked, p.Me) && !slices.Contains(q.Agreed, p.Me) {
		return &Question{
			Key: fmt.Sprintf("proposal %s %d", q.What, q.Decision), ID: "agree", Title: t.T("serve.ask.title"), Text: Proposal(t, p),
			Answers: []Choice{answer("agree", "yes", "serve.agree"), answer("agree", "no", "serve.refuse")},
		}
	}
	for i := range p.Seats {
		at := tricks.Seat(i)
		if !p.Seats[i].Missed {
			continue
		}
		name := NameAt(t, p, at)
		q := &Question{
			Key: "without " + name, ID: "without", At: at, Title: t.T("serve.absent.title", name), Text: t.T("serve.absent.text", Absent(t, p, at)),
			Answers: []Choice{answer("without", string(table.Wait), "serve.absent.wait"), answer("without", string(table.Substitute), "serve.absent.computer")},
		}
		if p.Playing {
			q.Answers = append(q.Answers, answer("without", string(table.GiveUp), "serve.absent.stop"))
		}
		return q
	}
	if own := &p.Seats[p.Me]; own.Computer != "" {
		return &Question{
			Key: "return", ID: "return", Title: t.T("serve.replaced.title"), Text: t.T("serve.replaced.text"),
			Answers: []Choice{answer("return", "yes", "serve.replaced.return")},
		}
	}
	return nil
}

// More lists the further choices at a table, beside those that stand there.
func More(t *texts.Texts, p *table.Picture) (out []Choice) {
	add := func(is bool, name, value, label string) {
		if is {
			out = append(out, Choice{Name: name, Value: value, Label: label})
		}
	}
	sits := p.Me != tricks.NoSeat
	add(sits, "invite", "", t.T("serve.invite"))
	add(sits, "invite", "watch", t.T("serve.invitewatch"))
	for i := range p.Seats {
		if s, at := &p.Seats[i], tricks.Seat(i); p.Host && s.Name != "" && at != p.Me {
			add(true, "host", at.String(), t.T("serve.makehost", s.Name))
			add(s.Away && !p.Playing, "free", at.String(), t.T("serve.freeseat", s.Name))
		}
	}
	add(sits, "stand", "", t.T("serve.stand"))
	add(p.Host && !p.Playing, "close", "", t.T("serve.close"))
	return out
}

// ErrNoDeed means that something cannot be done at a table now.
var ErrNoDeed = say.New("that cannot be done now")

// Deeds can be done at a table, by the names that forms and rows have for them. True is for those for which
// it matters what the person has seen of the round.
var Deeds = map[string]bool{
	"agree": true, "ready": true, "sit": false, "computer": false, "without": false, "return": false, "invite": false,
	"host": false, "free": false, "stand": false, "close": false, "say": false, "phrase": false,
}

// answers are the possible values of deeds that name nothing else.
var answers = map[string][]string{"agree": {"yes", "no"}, "ready": {"yes", "no"}, "return": {"yes"}, "invite": {"", "watch"}}

// Do does something at a table: value was chosen under the name of the deed, and about is the seat
// that it is about.
func Do(ctx context.Context, c *table.Chair, seen table.Seen, name, value string, about tricks.Seat) error {
	at, _ := tricks.ParseSeat(value) // NoSeat is refused
	if among := answers[name]; among != nil && !slices.Contains(among, value) {
		return ErrNoDeed
	}
	switch name {
	case "agree":
		return c.Agree(ctx, seen, value == "yes")
	case "ready":
		return c.Ready(ctx, seen, value == "yes")
	case "sit":
		return c.Sit(ctx, about)
	case "computer":
		return c.Computer(ctx, about, value)
	case "without":
		return c.Without(ctx, about, table.Choosing(value))
	case "return":
		return c.Return(ctx)
	case "invite":
		_, err := c.Invite(ctx, value == "watch")
		return err
	case "host":
		return c.PassOn(ctx, at)
	case "free":
		return c.Free(ctx, at)
	case "stand":
		return c.Stand(ctx)
	case "close":
		return c.Close(ctx)
	case "say":
		return c.Say(ctx, value)
	case "phrase":
		return c.Phrase(ctx, table.Phrase(value))
	}
	return ErrNoDeed
}

// Computers are the possible players of a seat: the computer players, the strongest first, and the
// empty name for a person.
func Computers() []string {
	all := append(slices.Clone(table.Computers), "")
	slices.Reverse(all)
	return all
}

// Next tells the next round at the table of a chair, in a few words.
func Next(t *texts.Texts, lib *chapters.Library, chair *table.Chair, p *table.Picture) string {
	g := p.Next
	if kept := chair.Book(); kept != nil && g.Chapter == "" {
		g.Chapter = kept.Recommended()
	}
	return Pick(t, lib, &g, p.Setup.Campaign)
}

// Result says how the last round ended, and names its deal; empty before there was one.
func Result(t *texts.Texts, p *table.Picture) string {
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

// Joins tells the purpose of an invitation.
func Joins(t *texts.Texts, i table.Invitation) string {
	if i.Watch {
		return t.T("serve.joinwatch", i.Code)
	}
	return t.T("serve.join", i.Code)
}

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
	sits := p.Me != tricks.NoSeat
	company := p.Company()
	over := p.Round > 0
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
		at := tricks.Seat(i)
		if p.Seats[i].Missed {
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
