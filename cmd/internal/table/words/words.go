// Package words describes a table and the choices there in texts, for the terminal's screens and for the
// web pages.
package words

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Pick describes a picked round in a few words.
func Pick(t *texts.Texts, lib *chapters.Library, pick *table.Pick, campaign bool) string {
	var text string
	switch c, err := lib.Chapter(pick.Chapter); {
	case pick.Again && err == nil:
		return t.T("serve.game.chapter.again", t.Chapter(c))
	case pick.Again:
		return t.T("serve.game.again")
	case err == nil:
		text = t.Chapter(c)
		if v := c.Variant(pick.Variant); pick.Variant != "" && v != nil {
			text += ": " + v.Title.In(t.Lang())
		}
	default:
		text = t.T("serve.game.recommended")
	}
	switch {
	case campaign:
		return t.T("serve.game.campaign", text)
	case pick.Deal != "":
		return fmt.Sprintf("%s (%s)", text, t.T("serve.game.named"))
	}
	return text
}

// Table describes a table in one line: the next round, the other people and whether a round is played.
func Table(t *texts.Texts, lib *chapters.Library, p *table.TableView) string {
	var names []string
	for i, s := range p.Seats {
		if s.Name != "" && tricks.Seat(i) != p.Me {
			names = append(names, s.Name)
		}
	}
	text := Pick(t, lib, &p.Next, p.Setup.Campaign)
	if len(names) > 0 {
		text = t.T("serve.with", text, strings.Join(names, ", "))
	}
	if p.Playing {
		text = t.T("serve.lobby.playing", text, p.Round)
	}
	return text
}

// TableNotes returns sentences about a table: that the person only watches, how the last round ended, for
// whom the next round waits, and that the others wait for this person.
func TableNotes(t *texts.Texts, client *table.Client, p *table.TableView) (out []string) {
	if p.Me == tricks.NoSeat && !p.MaySit {
		out = append(out, t.T("serve.youwatch"))
	}
	out = append(out, texts.NotEmpty(Result(t, p))...)
	if !p.Playing {
		out = append(out, texts.NotEmpty(missing(t, client, p))...)
	}
	if p.Waited {
		out = append(out, texts.Sentence(t.T("table.waited")))
	}
	return out
}

// Talk returns the latest entries of the talk log as texts, at most a number of them.
func Talk(t *texts.Texts, p *table.TableView, most int) (out []string) {
	for _, s := range p.Talk[max(len(p.Talk)-most, 0):] {
		out = append(out, s.Name+": "+TalkText(t, &s))
	}
	return out
}

// Watching names the other people without a seat, empty for none.
func Watching(t *texts.Texts, p *table.TableView) string {
	if len(p.Watching) == 0 {
		return ""
	}
	return t.T("serve.watching", strings.Join(p.Watching, ", "))
}

// Trouble describes why nothing can be written.
func Trouble(t *texts.Texts, err error) string {
	if errors.Is(err, disk.ErrFull) {
		return t.T("serve.unreachable.full")
	}
	return t.T("serve.unreachable.long")
}

// AwayText says that the round waits for the player at a seat. It is empty unless that player is away.
func AwayText(t *texts.Texts, p *table.TableView, player tricks.Seat) string {
	if player == tricks.NoSeat || int(player) >= len(p.Seats) || !p.Seats[player].Away {
		return ""
	}
	return t.T("serve.waitaway", p.Seats[player].Name)
}

// missing says for whom or for which choice the next round waits, empty if it waits for nobody.
func missing(t *texts.Texts, client *table.Client, p *table.TableView) string {
	if client.NextRoundError() != nil {
		return t.T("serve.missing.choice", p.HostName)
	}
	var names []string
	for i := range p.Seats {
		switch s := &p.Seats[i]; {
		case s.Name == "" && s.Computer == "":
			names = append(names, t.T("serve.missing.seat", i+1))
		case s.Name != "" && s.Computer == "" && !s.Ready:
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return t.T("serve.missing", strings.Join(names, ", "))
}

// Computer describes a computer player by name; the empty name stands for a person.
func Computer(t *texts.Texts, name string) string {
	if name == "" {
		return t.T("serve.person")
	}
	return t.T("lobby.seat.computer", t.T("lobby.computer."+name))
}

// SeatText names the player at a seat, with notes: host, ready, away and the like.
func SeatText(t *texts.Texts, view *table.TableView, seat tricks.Seat) string {
	sitter := &view.Seats[seat]
	switch {
	case sitter.Name == "" && sitter.Computer == "":
		return t.T("serve.free")
	case sitter.Name == "":
		return Computer(t, sitter.Computer)
	}
	var more []string
	add := func(shown bool, key string, args ...any) {
		if shown {
			more = append(more, t.T(key, args...))
		}
	}
	add(seat == view.Me, "serve.you")
	add(view.HostName == sitter.Name, "serve.host")
	add(sitter.Ready && !view.Playing, "serve.isready")
	add(sitter.Away, "serve.isaway")
	add(sitter.Deciding, "table.thinks")
	add(sitter.Leaving, "serve.leaving")
	if sitter.Computer != "" {
		name, _, _ := strings.Cut(t.T("lobby.computer."+sitter.Computer), " (")
		add(true, "serve.standsin", name)
	}
	if len(more) == 0 {
		return sitter.Name
	}
	return sitter.Name + " (" + strings.Join(more, ", ") + ")"
}

// TalkText returns an entry of the talk log as text without the name of its person.
func TalkText(t *texts.Texts, entry *table.TalkEntry) string {
	switch {
	case entry.Replays:
		return t.T("serve.looks")
	case entry.Refuses:
		return t.T("serve.refuses")
	case entry.PlaysOn && entry.Trick > 0:
		return t.T("serve.playson", entry.Trick)
	case entry.PlaysOn:
		return t.T("serve.playson.start")
	case entry.AbsenceAction != "":
		return t.T("serve.absent.said."+string(entry.AbsenceAction), entry.AbsentName)
	case entry.Phrase != "":
		return t.T(entry.Phrase.Key())
	case entry.Help == table.ExplainCard:
		return t.T("serve.helped.why")
	case entry.Help == table.Hint:
		return t.T("serve.helped.hint")
	case entry.Help == table.OpenCards:
		return t.T("serve.helped.open")
	}
	return entry.Text
}

// NameAt returns the name of the person at a seat, or else the seat's number in words.
func NameAt(t *texts.Texts, p *table.TableView, seat tricks.Seat) string {
	if int(seat) >= len(p.Seats) || seat < 0 {
		return ""
	}
	return cmp.Or(p.Seats[seat].Name, t.T("serve.seat", int(seat)+1))
}

// ProposalText describes the action that is proposed.
func ProposalText(t *texts.Texts, p *table.TableView) string {
	q := p.Proposal
	switch {
	case q.Action == table.PlayOn && q.Trick > 0:
		return t.T("serve.ask.playon", NameAt(t, p, q.Proposer), q.Trick)
	case q.Action == table.PlayOn:
		return t.T("serve.ask.playon.start", NameAt(t, p, q.Proposer))
	case q.Action != table.Undo:
		return t.T("serve.ask.stop", NameAt(t, p, q.Proposer))
	}
	cardText := ""
	if q.Card != tricks.NoCard {
		cardText = t.T("serve.card", t.Code(q.Card))
	}
	text := t.T("serve.ask.undo", NameAt(t, p, q.Proposer), NameAt(t, p, q.Seat), cardText)
	if q.Proposer == q.Seat {
		text = t.T("serve.ask.undo.own", NameAt(t, p, q.Proposer), cardText)
	}
	if q.More > 0 {
		text += " " + t.N("serve.ask.more", q.More)
	}
	return text
}

// AbsenceText says why the others may go on without the person at a seat. It has no full stop, because
// longer sentences contain it.
func AbsenceText(t *texts.Texts, p *table.TableView, seat tricks.Seat) string {
	key := "serve.absent.away"
	switch s := &p.Seats[seat]; {
	case s.Leaving:
		key = "serve.absent.leaves"
	case s.Deciding:
		key = "serve.absent.thinks"
	}
	return t.T(key, NameAt(t, p, seat))
}

// Next describes the next round at a table in a few words.
func Next(t *texts.Texts, lib *chapters.Library, client *table.Client, p *table.TableView) string {
	pick := p.Next
	if kept := client.Book(); kept != nil && pick.Chapter == "" {
		pick.Chapter = kept.Recommended()
	}
	return Pick(t, lib, &pick, p.Setup.Campaign)
}

// Step describes the next round as a step that the person can take: the host begins it, and the others are ready for
// it.
func Step(t *texts.Texts, client *table.Client, p *table.TableView) string {
	pick := p.Next
	if kept := client.Book(); kept != nil && pick.Chapter == "" {
		pick.Chapter = kept.Recommended()
	}
	who := "guest"
	if p.Host {
		who = "host"
	}
	switch {
	case pick.Again:
		return t.T("serve.step." + who + ".again")
	case pick.Chapter == chapters.Road:
		return t.T("serve.step." + who + ".road")
	case pick.Chapter == "":
		return t.T("serve.ready")
	}
	return t.T("serve.step."+who, pick.Chapter)
}

// Result describes how the last round ended, and names its deal. It is empty before the first round ends.
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
	if last.Practice {
		text += " " + t.T("serve.result.practice")
	}
	if last.Deal != "" {
		text += " " + t.T("serve.result.deal", last.Deal)
	}
	return text
}

// InvitationText describes an invitation with its code.
func InvitationText(t *texts.Texts, i table.Invitation) string {
	if i.Watch {
		return t.T("serve.joinwatch", i.Code)
	}
	return t.T("serve.join", i.Code)
}
