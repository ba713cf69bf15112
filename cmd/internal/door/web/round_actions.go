package web

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// front performs the actions of package play for a person at a table.
type front struct {
	session *session
	t       *texts.Texts
	s       *snapshot
}

// noResult is the empty result of an action: the page itself shows what an action answers.
type noResult struct{}

// boundAction is an action with its text in a language.
type boundAction = play.Bound[front, noResult]

// actionLists returns the actions of a round in a language.
var actionLists = perLanguage(func(t *texts.Texts) play.List[front, noResult] {
	return play.Bind(t, nil, play.Round[front, noResult]()...)
})

// possibleActions returns the actions that are possible now and have a button.
func (f front) possibleActions() (out []*boundAction) {
	all := actionLists(f.t)
	for i := range all {
		if a := &all[i]; a.Available(f) && a.Possible(f) && f.hasButton(a.Name) {
			out = append(out, a)
		}
	}
	return out
}

// fixedActs are the actions that always stand in the same place, with their signs.
var fixedActs = []actPart{
	{Name: "undo", Sign: "i-undo"},
	{Name: "goals", Sign: "i-goal"},
	{Name: "last", Sign: "i-trick"},
	{Name: "hint", Sign: "i-bulb"},
}

// addActs sets the buttons of the actions that are possible now.
func (d roundDrawing) addActs(p *roundPage) {
	t := d.t
	s := d.s
	if s.Now != round.End {
		p.Acts = slices.Clone(fixedActs)
	}
	for i := range p.Acts {
		p.Acts[i].Label = t.T("web.act." + p.Acts[i].Name)
	}
	var leaves []actPart
	for _, a := range (front{d.session, t, s}).possibleActions() {
		label := a.Name
		if a.Name == "another" && d.session.client.Puzzle != nil {
			label = "nextpuzzle"
		}
		button := actPart{
			Name: a.Name, Label: play.Title(t, label), Enabled: true, Busy: d.session.page.asking,
			Pressed: string(d.session.page.reading) == a.Name,
		}
		index := slices.IndexFunc(p.Acts, func(x actPart) bool { return x.Name == a.Name })
		switch a.Name {
		case "onfrom":
			button.Label = d.session.search.loss.FromText(t)
		case "again":
			button.Label = t.T("web.playagain")
		}
		leavesRound := slices.Contains([]string{"onfrom", "again", "another", "nextchapter", "quit"}, a.Name)
		switch {
		case leavesRound && s.Now == round.End:
			leaves = append(leaves, button)
		case a.Name == "stop" && s.Now == round.Settled:
			p.Stop = button.Label
		case index >= 0:
			button.Label, button.Sign = p.Acts[index].Label, p.Acts[index].Sign
			p.Acts[index] = button
		default:
			p.More = append(p.More, button)
		}
	}
	p.addSteps(leaves, s.View.Result == chapters.Won)
}

// addSteps makes steps of some buttons that leave the round: of the likeliest, and beside it of the one that plays the
// same again. The others are in the menu.
func (p *roundPage) addSteps(leaves []actPart, won bool) {
	likeliest := []string{"onfrom", "again"}
	if won {
		likeliest = []string{"nextchapter", "another", "again"}
	}
	for _, name := range likeliest {
		i := slices.IndexFunc(leaves, func(x actPart) bool { return x.Name == name })
		if i >= 0 && (len(p.Steps) == 0 || name == "again" && len(p.Steps) < mostSteps) {
			p.Steps = append(p.Steps, leaves[i])
			leaves = slices.Delete(leaves, i, i+1)
		}
	}
	p.More = append(p.More, leaves...)
}

// mostSteps is the number of steps that leave a round. The menu and the replay are beside them.
const mostSteps = 2

// State returns the state of the round for an action.
func (f front) State() play.State {
	return play.State{
		Texts: f.t, Client: f.session.client, Now: f.s.Now, View: &f.s.View, Asking: f.session.page.asking,
		Loss: f.session.search.loss, Options: &f.session.round.RoundOptions,
	}
}

// Coach does nothing: the page has no button for it.
func (f front) Coach() noResult { return noResult{} }

// Solve does nothing: the page has no button for it.
func (f front) Solve() noResult { return noResult{} }

// hasButton reports whether a possible action has a button. The pages do not have some actions, or offer them in
// another way, and an action that would be refused has no button.
func (f front) hasButton(name string) bool {
	switch name {
	case "help", "coach", "solve", "look":
		return false
	case "quit":
		return f.session.round.Home != nil
	case "last":
		return len(f.s.View.History) > 0
	case "undo", "stop":
		if f.session.round.Home != nil {
			return true
		}
		undo, stop := f.session.client.Allowed()
		return f.s.Proposal == nil && (undo && name == "undo" || stop && name == "stop")
	}
	return true
}

// Show opens a topic over the round, or closes it if it is open.
func (f front) Show(topic play.Topic) noResult {
	if f.session.page.reading == topic {
		topic = ""
	}
	f.session.page.reading = topic
	return noResult{}
}

// Leave leaves the round at home. A solo round on a server is left by [soloRounds.leave].
func (f front) Leave(next play.AfterRound) noResult {
	if home := f.session.server.home; home != nil && f.session.key.table == homeTable {
		home.leave(next)
	}
	return noResult{}
}

// Replay does nothing: the page has a link to the replay.
func (f front) Replay() noResult { return noResult{} }

// Reply shows a note to the person.
func (f front) Reply(text string, warning bool) noResult {
	f.session.page.setNote(text, warning)
	return noResult{}
}

// Done shows the result of an action: an error, that the others have to agree, or a note.
func (f front) Done(note string, err error) noResult {
	switch {
	case err != nil:
		return f.Reply(f.t.Problem(err), true)
	case f.session.client.TableView().Proposal != nil:
		note = f.t.T("serve.proposed")
	}
	return f.Reply(note, false)
}

// Ask answers a question in the background, and then shows the answer as a note. If somebody else sits before the
// screen by then, nothing is shown: the answer may tell of the hand of the one who asked (S11).
func (f front) Ask(q play.Question) noResult {
	f.session.page.asking = true
	f.session.page.setNote(q.Note, false)
	go func() {
		answer, err := q.Think(f.session.lifetime)
		f.session.mu.Lock()
		f.session.page.asking = false
		f.session.page.hint = tricks.NoCard
		if f.session.client.LastSnapshot.Viewer != f.s.Viewer {
			f.session.page.setNote("", false)
		} else if err != nil {
			f.session.page.setNote(f.t.Problem(err), true)
		} else {
			f.session.page.setNote(answer.Say(), false)
			if answer.Advice != nil {
				f.session.page.hint = answer.Advice.Card
			}
		}
		f.session.page.noteRevision = f.session.page.revision
		f.session.page.answered = true
		f.session.mu.Unlock()
		f.session.notify()
	}()
	return noResult{}
}

// ActionLabel returns the label of an action's button.
func (f front) ActionLabel(name string) string {
	return actionLists(f.t).ByName(name).Binding.Label
}
