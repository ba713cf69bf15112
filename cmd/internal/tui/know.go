package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// knowLines tells what the person's seat can know, and nothing else: how each
// goal stands and what is still to do for it, which cards are not seen, and
// where they can be.
func (m *Model) knowLines(w int) []string {
	t, v := m.theme, &m.view
	var out []string
	head := func(key string, args ...any) { out = append(out, t.title.Render(t.fold(m.T(key, args...)))) }
	add := func(text string) { out = append(out, indent(t.wrap(text, w-2), "  ")...) }
	if v.Stage != chapters.StagePlay {
		add(m.T("tui.know.early"))
		return out
	}
	head("tui.know.goals", v.Tricks-len(v.History))
	for _, g := range v.Goals {
		add(m.knowGoal(g))
	}
	if m.eyes == tricks.NoSeat {
		return out
	}
	where := players.Where(v)
	out = append(out, "")
	head("tui.know.unseen", where.Unseen.Len())
	if where.Unseen == 0 {
		add(m.T("tui.nothing"))
		return out
	}
	add(t.cards(where.Unseen))
	out = append(out, "")
	head("tui.know.where")
	for s := range v.Seats {
		at := &v.Seats[s]
		closed := at.Cards - at.Open.Len()
		if closed == 0 {
			continue
		}
		may := where.May[s]
		line := m.N("tui.know.seat", closed, m.Who(v, tricks.Seat(s)), t.cards(may))
		if never := where.Unseen &^ may; never != 0 {
			line += " " + m.T("tui.know.never", t.cards(never))
		}
		add(line)
	}
	if where.Elsewhere != 0 {
		add(m.T("tui.know.elsewhere", t.cards(where.Elsewhere)))
	}
	return out
}

// knowGoal says how a goal stands, and what that means.
func (m *Model) knowGoal(g chapters.GoalStatus) string {
	v := &m.view
	who, goal := m.Who(v, g.Seat), m.GoalAt(v, v.Seats[g.Seat].Character, g.Seat)
	if g.Rider != "" {
		who = m.T("tui.riderof", who, m.Rider(v, g.Seat))
		goal = v.Seats[g.Seat].Rider.GoalText.In(m.Lang())
	}
	switch g.Status {
	case characters.Sealed:
		return m.T("tui.know.sealed", who)
	case characters.Failed:
		return m.T("tui.know.failed", who)
	case characters.Waived:
		return m.T("tui.know.waived", who)
	case characters.Met:
		return m.T("tui.know.met", who, goal)
	}
	if done := m.Progress(v, g.Seat); len(done) > 0 && g.Rider == "" {
		return m.T("tui.know.open", who, goal, strings.Join(done, ", "))
	}
	return m.T("tui.know.todo", who, goal)
}
