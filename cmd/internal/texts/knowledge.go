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
func (r Round) Knowledge(public bool, cards func(tricks.Set) string) (p page.Page) {
	if r.view.Stage != chapters.StagePlay {
		p.Text(2, r.texts.T("know.early"))
		return p
	}
	p.Head(r.texts.T("know.goals", r.view.Tricks-len(r.view.History)))
	for _, g := range r.view.Goals {
		p.Text(2, r.knownGoal(g))
	}
	if public {
		return p
	}
	whereabouts := r.view.Whereabouts()
	p.Gap()
	p.Head(r.texts.N("know.unseen", whereabouts.Unseen.Len()))
	if whereabouts.Unseen == 0 {
		return p
	}
	p.Text(2, cards(whereabouts.Unseen))
	p.Gap()
	p.Head(r.texts.T("know.where"))
	hidden := false
	for s := range r.view.Seats {
		closed := r.view.Seats[s].Cards - r.view.Seats[s].Open.Len()
		if closed == 0 {
			continue
		}
		line := r.texts.N("know.seat", closed, r.NameAt(tricks.Seat(s)), cards(whereabouts.Possible[s]))
		sure := whereabouts.Certain[s]
		open := sure != whereabouts.Possible[s] // else the seat's cards are known, and nothing more is to be said
		if sure != 0 && open {
			line += " " + r.texts.T("know.sure", cards(sure))
		}
		if never := whereabouts.Unseen &^ whereabouts.Possible[s]; never != 0 && open {
			line += " " + r.texts.T("know.never", cards(never))
		}
		p.Text(2, line)
		hidden = true
	}
	switch {
	case whereabouts.Elsewhere == 0:
	case hidden:
		p.Text(2, r.texts.T("know.elsewhere", cards(whereabouts.Elsewhere)))
	default:
		p.Text(2, r.texts.T("know.nohand", cards(whereabouts.Elsewhere)))
	}
	return p
}

// knownGoal says what the status of a goal is, and what that means.
func (r Round) knownGoal(g chapters.GoalStatus) string {
	owner := r.NameAt(g.Seat)
	goal := r.GoalAt(r.view.Seats[g.Seat].Character, g.Seat)
	if g.Rider != "" {
		owner = r.texts.T("know.riderof", owner, r.Rider(g.Seat))
		goal = r.view.Seats[g.Seat].Rider.GoalText.In(r.texts.lang)
	}
	switch done := r.Progress(g.Seat); {
	case !HasAim(r.view, &g):
		return r.texts.T("why", owner, goal)
	case g.Status == characters.Met:
		return r.texts.T("know.met", owner, goal)
	case g.Status != characters.Open: // for good
		return r.texts.T("know."+g.Status.String(), owner)
	case len(done) > 0 && g.Rider == "":
		return r.texts.T("know.open", owner, goal, strings.Join(done, ", "))
	default:
		return r.texts.T("know.todo", owner, goal)
	}
}
