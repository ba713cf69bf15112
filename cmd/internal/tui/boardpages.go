package tui

import (
	"fellowship/chapters"
	"fellowship/tricks"
)

// What there is to read about a board.

// logLines tells all that happened, in its order: one thing a line, and one
// trick a line.
func (t *board) logLines(w int) []string {
	v := t.v
	all := played(v)
	var out []string
	add := func(text string) { out = append(out, hang("", "  ", t.wrap(text, w-2))...) }
	done := 0
	for _, e := range v.Log {
		switch e.Kind {
		case chapters.Played, chapters.TurnedUp:
		case chapters.WonTrick:
			done++
			add(t.trickTold(&all[done-1], done))
		default:
			out = append(out, t.wrap(t.Event(v, e), w)...)
		}
	}
	if done < len(all) {
		add(t.T("tui.log.now", done+1, t.trickLine(&all[done])))
	}
	return out
}

// wonLines lists the cards each seat has won, and those that nobody can win.
func (t *board) wonLines() []string {
	v := t.v
	var out []string
	for s := range v.Seats {
		at := &v.Seats[s]
		cards := t.cards(at.WonCards)
		if at.WonCards == 0 {
			cards = t.T("tui.nothing")
		}
		out = append(out, t.strong(t.seatName(tricks.Seat(s)))+"  "+progress(t.Texts, v, tricks.Seat(s)), "  "+cards, "")
	}
	if len(v.Lost) > 0 {
		out = append(out, t.T("tui.lost", t.List(v.Lost)))
	}
	return out
}

// goalLines tells each seat's goal and setup in full, what its rider and its
// gift do, and what is special about the chapter.
func (t *board) goalLines(w int) []string {
	v := t.v
	var out []string
	add := func(text string) { out = append(out, indent(t.wrap(text, w-2), "  ")...) }
	for s := range v.Seats {
		at := &v.Seats[s]
		c := at.Character
		if c == nil {
			continue
		}
		line := t.strong(t.Number(tricks.Seat(s)) + " " + t.Name(c))
		if st, ok := goalOf(v, tricks.Seat(s)); ok {
			line += "  " + t.verdict(st)
		}
		out = append(out, line)
		add(t.T("tui.goal", t.GoalInFull(v, c, tricks.Seat(s))))
		if text := c.SetupText.In(t.Lang()); text != "" {
			add(t.T("tui.setup.full", text))
		}
		if at.Rider != nil {
			text := t.T("tui.rider", t.Name(at.Rider), at.Rider.GoalText.In(t.Lang()))
			if st, ok := riderGoalOf(v, tricks.Seat(s)); ok {
				text += " " + t.verdict(st)
			}
			add(text)
		}
		if at.Gift != nil {
			add(t.T("tui.gift", at.Gift.Name.In(t.Lang()), at.Gift.Text.In(t.Lang())))
		}
	}
	return append(append(out, t.chapterLines(w)...), t.wrap(t.T("tui.goal.all"), w)...)
}

// chapterLines tells what is special about the chapter and the round.
func (t *board) chapterLines(w int) []string {
	out := []string{""}
	for _, text := range t.specials() {
		out = append(append(out, t.wrap(text, w)...), "")
	}
	return out
}

// specials are the texts of what the chapter and the Road bring to the round.
func (t *board) specials() (out []string) {
	v := t.v
	if c := v.Chapter; c != nil {
		if c.Part != nil {
			out = append(out, t.T("tui.part", c.Title.In(t.Lang()), c.Part.In(t.Lang())))
		}
		if text := c.Notes.In(t.Lang()); text != "" {
			out = append(out, text)
		}
	}
	if v.Gift != nil {
		out = append(out, t.T("tui.gift", v.Gift.Name.In(t.Lang()), v.Gift.Text.In(t.Lang())))
	}
	if v.Rider != nil {
		out = append(out, t.T("tui.rider", t.Name(v.Rider), v.Rider.GoalText.In(t.Lang())))
	}
	return out
}

// knowLines tells what the person's seat can know.
func (t *board) knowLines(w int) []string {
	var out []string
	for i, s := range t.Known(t.v, t.v.Player == tricks.NoSeat, t.cards) {
		if i > 0 {
			out = append(out, "")
		}
		if s.Head != "" {
			out = append(out, t.bold.lines(t.wrap(s.Head, w))...)
		}
		for _, l := range s.Lines {
			out = append(out, indent(t.wrap(l, w-2), "  ")...)
		}
	}
	return out
}
