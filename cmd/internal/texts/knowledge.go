package texts

import (
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/tricks"
)

// Knowledge returns a page with what the view's player knows, and nothing else: the status of each
// goal, what it still needs, which cards are unseen, and where they can be. cards writes sets of
// cards. With public set the page has only common knowledge.
func (t *Texts) Knowledge(v *chapters.View, public bool, cards func(tricks.Set) string) (p page.Page) {
	if v.Stage != chapters.StagePlay {
		p.Text(2, t.T("know.early"))
		return p
	}
	p.Head(t.T("know.goals", v.Tricks-len(v.History)))
	for _, g := range v.Goals {
		p.Text(2, t.knownGoal(v, g))
	}
	if public {
		return p
	}
	whereabouts := v.Whereabouts()
	p.Gap()
	p.Head(t.N("know.unseen", whereabouts.Unseen.Len()))
	if whereabouts.Unseen == 0 {
		return p
	}
	p.Text(2, cards(whereabouts.Unseen))
	p.Gap()
	p.Head(t.T("know.where"))
	hidden := false
	for s := range v.Seats {
		closed := v.Seats[s].Cards - v.Seats[s].Open.Len()
		if closed == 0 {
			continue
		}
		line := t.N("know.seat", closed, t.NameAt(v, tricks.Seat(s)), cards(whereabouts.Possible[s]))
		if sure := whereabouts.Certain[s]; sure != 0 && sure != whereabouts.Possible[s] {
			line += " " + t.T("know.sure", cards(sure))
		}
		if never := whereabouts.Unseen &^ whereabouts.Possible[s]; never != 0 {
			line += " " + t.T("know.never", cards(never))
		}
		p.Text(2, line)
		hidden = true
	}
	switch {
	case whereabouts.Elsewhere == 0:
	case hidden:
		p.Text(2, t.T("know.elsewhere", cards(whereabouts.Elsewhere)))
	default:
		p.Text(2, t.T("know.nohand", cards(whereabouts.Elsewhere)))
	}
	return p
}

// knownGoal says what the status of a goal is, and what that means.
func (t *Texts) knownGoal(v *chapters.View, g chapters.GoalStatus) string {
	owner := t.NameAt(v, g.Seat)
	goal := t.GoalAt(v, v.Seats[g.Seat].Character, g.Seat)
	if g.Rider != "" {
		owner = t.T("know.riderof", owner, t.Rider(v, g.Seat))
		goal = v.Seats[g.Seat].Rider.GoalText.In(t.lang)
	}
	switch done := t.Progress(v, g.Seat); {
	case !HasAim(v, &g):
		return t.T("why", owner, goal)
	case g.Status == characters.Met:
		return t.T("know.met", owner, goal)
	case g.Status != characters.Open: // for good
		return t.T("know."+g.Status.String(), owner)
	case len(done) > 0 && g.Rider == "":
		return t.T("know.open", owner, goal, strings.Join(done, ", "))
	default:
		return t.T("know.todo", owner, goal)
	}
}
