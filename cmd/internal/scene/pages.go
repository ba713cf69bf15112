package scene

import (
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Page returns a page about the board, by the name of the action that shows it; nil for any other
// name.
func (t *Board) Page(name string) page.Page {
	switch name {
	case "log":
		return t.logPage()
	case "last":
		if last, n := LastTrick(t.View); n > 0 {
			return page.FromText(t.TrickText(&last, n))
		}
		return page.FromText(t.Reader.Texts.T("log.notrick"))
	case "won":
		return t.wonPage()
	case "goals":
		return t.goalsPage()
	case "know":
		return t.words().Knowledge(t.View.Player == tricks.NoSeat, t.Reader.Texts.Codes)
	case "intro":
		return t.Intro(true)
	}
	return nil
}

// logPage lists all events in order. A trick takes one line.
func (t *Board) logPage() (p page.Page) {
	all := Tricks(t.View)
	done := 0
	for _, e := range t.View.Log {
		switch e.Kind {
		case chapters.Played, chapters.TurnedUp:
		case chapters.WonTrick:
			done++
			p.Hang(0, 2, t.TrickText(&all[done-1], done))
		default:
			p.Text(0, t.words().Event(e))
		}
	}
	if done < len(all) {
		p.Hang(0, 2, t.Reader.Texts.T("log.now", done+1, t.TrickLine(&all[done])))
	}
	return p
}

// wonPage lists the cards that each seat has won.
func (t *Board) wonPage() (p page.Page) {
	for s := range t.View.Seats {
		cards := t.Reader.Texts.Codes(t.View.Seats[s].WonCards)
		if t.View.Seats[s].WonCards == 0 {
			cards = t.Reader.Texts.T("hand.nothing")
		}
		p.Head(t.SeatName(tricks.Seat(s)) + "  " + Progress(t.Reader.Texts, t.View, tricks.Seat(s)))
		p.Text(2, cards)
		p.Gap()
	}
	if len(t.View.Lost) > 0 {
		p.Text(0, t.Reader.Texts.T("lostcards", t.Reader.Texts.List(t.View.Lost)))
	}
	return p
}

// goalsPage describes each seat's goal and setup in full, its rider and its gift, and the special rules
// of the chapter.
func (t *Board) goalsPage() (p page.Page) {
	v := t.View
	for s := range v.Seats {
		seatView := &v.Seats[s]
		seat := tricks.Seat(s)
		c := seatView.Character
		if c == nil {
			continue
		}
		head := t.Reader.Texts.Number(seat) + " " + t.Reader.Texts.Name(c)
		if v.Goals != nil {
			head = strings.TrimSpace(head + "  " + t.seatVerdict(seat))
		}
		p.Head(head)
		p.Text(2, t.Reader.Texts.T("goals.sentence", t.words().GoalInFull(c, seat)))
		if v.Stage == chapters.StagePlay {
			for _, m := range t.words().Meters(seat) {
				p.Text(4, t.Reader.Texts.MeterText(&m))
			}
		}
		if text := t.words().SetupInRound(c); text != "" && !t.beganWithPlay() {
			p.Text(2, t.Reader.Texts.T("setup.full", text))
		}
		for _, text := range t.CarriedTexts(seat) {
			p.Text(2, text)
		}
	}
	for _, text := range t.SpecialTexts() {
		p.Gap()
		p.Text(0, text)
	}
	p.Gap()
	p.Text(0, t.Reader.Texts.T("goals.together"))
	return p
}

// beganWithPlay reports whether the round has begun with its first trick, so that nothing was set up.
func (t *Board) beganWithPlay() bool {
	v := t.View
	return v.Stage == chapters.StagePlay && (len(v.Log) == 0 || v.Log[0].Kind == chapters.Played)
}

// CarriedTexts returns the texts of a seat's rider and gift. The rider's text says how its goal stands.
func (t *Board) CarriedTexts(s tricks.Seat) (out []string) {
	seatView := &t.View.Seats[s]
	out = t.riderAndGift(seatView.Rider, seatView.Gift)
	if g := texts.RiderAimOf(t.View, s); g != nil {
		out[0] += " " + texts.Sentence(t.Verdict(texts.ToldStatus(t.View, g.Status)))
	}
	return out
}

// riderAndGift returns the texts of a rider and a gift; either may be nil.
func (t *Board) riderAndGift(rider *characters.Character, gift *characters.Gift) (out []string) {
	translation := t.Reader.Texts
	lang := translation.Lang()
	if rider != nil {
		out = append(out, translation.T("rider.sentence", translation.Name(rider), rider.GoalText.In(lang)))
	}
	if gift != nil {
		out = append(out, translation.T("gift.sentence", gift.Name.In(lang), gift.Text.In(lang)))
	}
	return out
}

// SpecialTexts returns the texts of the special rules that the chapter and the Road bring to the round.
func (t *Board) SpecialTexts() (out []string) {
	v := t.View
	lang := t.Reader.Texts.Lang()
	if c := v.Chapter; c != nil {
		if c.Part != nil {
			out = append(out, t.Reader.Texts.T("part.sentence", c.Title.In(lang), c.Part.In(lang)))
		}
		out = append(out, texts.NotEmpty(c.Notes.In(lang))...)
	}
	out = append(out, t.riderAndGift(v.Rider, v.Gift)...)
	return append(out, texts.NotEmpty(t.Reader.Texts.NoCarrier(v))...)
}

// Intro returns the page that introduces a chapter: its special rules and how the group wins. With cast
// it also lists the characters with their goals; a web page lists them itself.
func (t *Board) Intro(cast bool) (p page.Page) {
	c := t.View.Chapter
	if c == nil {
		return nil
	}
	p.Head(t.Reader.Texts.T("intro.changes"))
	specials := t.SpecialTexts()
	if len(specials) == 0 {
		specials = []string{t.Reader.Texts.T("intro.nothing")}
	}
	for _, text := range specials {
		p.Text(2, texts.Sentence(text))
	}
	p.Gap()
	if cast {
		p.Head(t.Reader.Texts.T("intro.roster"))
		for _, e := range c.Roster {
			mark := ""
			if e.Starred {
				mark = "* "
			}
			goal := t.words().GoalAt(e.Character, 0)
			p.Hang(4-len(mark), len(mark)+2, mark+t.Reader.Texts.ShortName(e.Character)+": "+goal)
		}
		p.Gap()
	}
	p.Head(t.Reader.Texts.T("intro.goal"))
	if c.Long {
		p.Text(2, t.Reader.Texts.T("intro.long"))
	} else {
		p.Text(2, t.Reader.Texts.T("intro.win"))
	}
	return p
}

// Progress describes in one line how far a seat's goal has come.
func Progress(t *texts.Texts, v *chapters.View, s tricks.Seat) string {
	return strings.Join(t.Round(v).Progress(s), ", ")
}
