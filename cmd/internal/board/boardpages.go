package board

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// What there is to read about a board.

// LogLines tells all that happened, in its order: one thing a line, and one
// trick a line.
func (t *Board) LogLines(w int) []string {
	v := t.V
	all := Played(v)
	var out []string
	add := func(text string) { out = append(out, kit.Hang("", "  ", t.Wrap(text, w-2))...) }
	done := 0
	for _, e := range v.Log {
		switch e.Kind {
		case chapters.Played, chapters.TurnedUp:
		case chapters.WonTrick:
			done++
			add(t.TrickTold(&all[done-1], done))
		default:
			out = append(out, t.Wrap(t.Event(v, e), w)...)
		}
	}
	if done < len(all) {
		add(t.T("tui.log.now", done+1, t.trickLine(&all[done])))
	}
	return out
}

// WonLines lists the cards each seat has won, and those that nobody can win.
func (t *Board) WonLines() []string {
	v := t.V
	var out []string
	for s := range v.Seats {
		at := &v.Seats[s]
		cards := t.DrawCards(at.WonCards)
		if at.WonCards == 0 {
			cards = t.T("tui.nothing")
		}
		out = append(out, t.Strong(t.SeatName(tricks.Seat(s)))+"  "+Progress(t.Texts, v, tricks.Seat(s)), "  "+cards, "")
	}
	if len(v.Lost) > 0 {
		out = append(out, t.T("tui.lost", t.List(v.Lost)))
	}
	return out
}

// GoalLines tells each seat's goal and setup in full, what its rider and its
// gift do, and what is special about the chapter.
func (t *Board) GoalLines(w int) []string {
	v := t.V
	var out []string
	add := func(text string) { out = append(out, kit.Indent(t.Wrap(text, w-2), "  ")...) }
	for s := range v.Seats {
		at := &v.Seats[s]
		c := at.Character
		if c == nil {
			continue
		}
		line := t.Strong(t.Number(tricks.Seat(s)) + " " + t.Name(c))
		if v.Goals != nil {
			line += "  " + t.Verdict(texts.StatusOf(v, tricks.Seat(s)))
		}
		out = append(out, line)
		add(t.T("tui.goal", t.GoalInFull(v, c, tricks.Seat(s))))
		if text := c.SetupText.In(t.Lang()); text != "" {
			add(t.T("tui.setup.full", text))
		}
		if at.Rider != nil {
			text := t.T("tui.rider", t.Name(at.Rider), at.Rider.GoalText.In(t.Lang()))
			if st, ok := RiderGoalOf(v, tricks.Seat(s)); ok {
				text += " " + t.Verdict(st)
			}
			add(text)
		}
		if at.Gift != nil {
			add(t.T("tui.gift", at.Gift.Name.In(t.Lang()), at.Gift.Text.In(t.Lang())))
		}
	}
	return append(append(out, t.chapterLines(w)...), t.Wrap(t.T("tui.goal.all"), w)...)
}

// chapterLines tells what is special about the chapter and the round.
func (t *Board) chapterLines(w int) []string {
	out := []string{""}
	for _, text := range t.specials() {
		out = append(append(out, t.Wrap(text, w)...), "")
	}
	return out
}

// specials are the texts of what the chapter and the Road bring to the round.
func (t *Board) specials() (out []string) {
	v := t.V
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

// KnowLines tells what the person's seat can know.
func (t *Board) KnowLines(w int) []string {
	return t.PageLines(t.Known(t.V, t.V.Player == tricks.NoSeat, t.DrawCards), w)
}
