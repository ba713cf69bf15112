package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// tableAction is an action that a form asks for at a table.
type tableAction struct {
	// needsRevision reports whether the action is refused if the person has not seen the present state of the round.
	needsRevision bool
	// changesPage reports whether the action changes the person's own page, whatever it does at the table. Such a
	// change is no event of the table, so the page has to be told to draw itself again.
	changesPage bool
	// do performs the action. The parameter seen is the revision that the person had seen.
	do func(v *visitor, session *session, s *snapshot, seen table.Revision) error
}

// tableActions are the actions of the pages, by the name of a field of a form.
var tableActions = map[string]tableAction{
	"decide":  {needsRevision: true, do: decide},
	"step":    {needsRevision: true, changesPage: true, do: takeStep},
	"refused": {needsRevision: true, changesPage: true, do: explainRefusal},
	"go":      {changesPage: true, do: goOn},
	"hold":    {changesPage: true, do: holdTrick},
	"unread":  {changesPage: true, do: closeReading},
	"next":    {do: chooseNextRound},
	"turn":    {do: turnPage},
}

// goOn leaves the end of a trick, or a notice.
func goOn(_ *visitor, session *session, _ *snapshot, _ table.Revision) error {
	session.client.GoOn()
	return nil
}

// holdTrick keeps the trick that has ended on the page, or lets it go.
func holdTrick(_ *visitor, session *session, _ *snapshot, _ table.Revision) error {
	session.mu.Lock()
	defer session.mu.Unlock()
	session.page.held = !session.page.held && !session.page.trickEnded.IsZero()
	if !session.page.held {
		session.client.GoOn()
	}
	return nil
}

// closeReading closes what is open over the round.
func closeReading(_ *visitor, session *session, _ *snapshot, _ table.Revision) error {
	session.mu.Lock()
	defer session.mu.Unlock()
	session.page.reading = ""
	return nil
}

// chooseNextRound chooses the next round of the table.
func chooseNextRound(v *visitor, session *session, s *snapshot, _ table.Revision) error {
	next := choose.NextAt(v.frame.Texts, v.server.options.Library, session.client.Book(), &s.TableView)
	v.fill(next.NextRoundFields())
	chosen, problem := next.Pick()
	if problem != "" {
		return refusal(problem)
	}
	return session.client.Choose(v.ctx(), chosen)
}

// turnPage turns the page of the replay that all at the table see together.
func turnPage(v *visitor, session *session, _ *snapshot, _ table.Revision) error {
	return session.client.TurnPage(v.ctx(), choose.ParseNumber(v.r.FormValue("at")))
}

// findTableAction returns the action with a name: an action of the pages, of the table, or of the round.
func findTableAction(act string) tableAction {
	if action, ok := tableActions[act]; ok {
		return action
	}
	if needsRevision, isTableAction := words.Actions[act]; isTableAction {
		do := func(v *visitor, session *session, _ *snapshot, seen table.Revision) error {
			return words.DoAction(v.ctx(), session.client.Client, seen, act, v.r.FormValue(act), v.seat("at"))
		}
		return tableAction{needsRevision: needsRevision, do: do}
	}
	needsRevision := slices.Contains([]string{"hint", "opencards", "undo", "stop"}, act)
	do := func(v *visitor, session *session, s *snapshot, _ table.Revision) error {
		return session.runAction(v, s, act)
	}
	return tableAction{needsRevision: needsRevision, changesPage: true, do: do}
}

// act returns the name of the action that a form asks for: the value of its field "act", or the name of another field.
func (v *visitor) act() string {
	act := v.r.PostFormValue("act")
	for name := range v.r.PostForm {
		_, isPageAction := tableActions[name]
		if _, isTableAction := words.Actions[name]; act == "" && (isTableAction || isPageAction) {
			act = name
		}
	}
	return act
}

// ctx returns a context for writing, which goes on if the browser no longer waits.
func (v *visitor) ctx() context.Context { return context.WithoutCancel(v.r.Context()) }

// seat returns the seat in a field of a form.
func (v *visitor) seat(name string) tricks.Seat {
	seat, _ := tricks.ParseSeat(v.r.FormValue(name)) // an invalid seat is NoSeat, which the table refuses
	return seat
}

// post performs the action that a form asks for, and redirects back to the table. If that fails, it shows the table as
// it is now, with the reason.
func (v *visitor) post(session *session) {
	act := v.act()
	seen, parseErr := strconv.ParseUint(v.r.FormValue("seen"), 10, 64)
	session.mu.Lock()
	s := session.refresh()
	session.page.setNote("", false)
	session.mu.Unlock()
	asksForRound := slices.Contains([]string{"again", "another", "nextchapter"}, act)
	if kept := session.client.Book(); v.server.home != nil && kept != nil && kept.Recommended() == "" && asksForRound {
		http.Redirect(v.w, v.r, "/campaign", http.StatusSeeOther) // the whole campaign is won
		return
	}
	action := findTableAction(act)
	err := table.ErrQuicker
	if !action.needsRevision || parseErr == nil && table.Revision(seen) == s.Revision {
		err = action.do(v, session, s, table.Revision(seen))
	}
	if err != nil {
		v.showFailure(session, err)
		return
	}
	if action.changesPage || session.client.TableView().Event == s.Event { // an event of the table notifies by itself
		session.notify()
	}
	v.redirectAfter(session, act)
}

// showFailure shows the table with the reason why an action failed.
func (v *visitor) showFailure(session *session, err error) {
	session.mu.Lock()
	reason := texts.Sentence(v.frame.Texts.Problem(err))
	if verbatim := refusal(""); errors.As(err, &verbatim) {
		reason = string(verbatim)
	}
	session.page.setNote(reason, true)
	if errors.Is(err, round.ErrNotDue) {
		session.page.noteRevision = session.client.TableView().Revision
	}
	session.mu.Unlock()
	session.notify()
	v.showTable(session, http.StatusConflict)
}

// redirectAfter redirects to where an action leads, in most cases back to the table. A script that follows the events
// then needs no page.
func (v *visitor) redirectAfter(session *session, act string) {
	tablePath := "/table/" + session.key.table
	target := tablePath
	switch act {
	case "quit", "again", "another", "nextchapter":
		if v.server.home == nil || session.key.table != homeTable {
			target = v.afterSolo(session, act)
			break
		}
		if act == "quit" {
			v.frame.Note = v.frame.Texts.T("web.bye")
			v.frame.show(v.w, v.r, http.StatusOK, "gone", &v.frame)
			return
		}
		select {
		case <-session.lifetime.Done():
		case <-v.server.home.setupSignal():
			target = "/next"
		case <-v.r.Context().Done():
		}
	case "turn":
		target += "/look?together=1"
	case "close":
		target = "/"
	}
	if v.r.Header.Get("Accept") == inPlace && target == tablePath {
		v.w.WriteHeader(http.StatusNoContent)
		return
	}
	http.Redirect(v.w, v.r, target, http.StatusSeeOther)
}

// refusal is an error whose text is shown to the person unchanged.
type refusal string

// Error returns the text.
func (r refusal) Error() string { return string(r) }

// inPlace is the content type that a script accepts if it follows the events: its forms need no page as an answer.
const inPlace = "text/event-stream"

// runAction runs an action of a round.
func (v *session) runAction(person *visitor, s *snapshot, name string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	f := front{v, person.frame.Texts, s}
	possible := f.possibleActions()
	index := slices.IndexFunc(possible, func(a *boundAction) bool { return a.Name == name })
	if index < 0 {
		return words.ErrNoAction
	}
	possible[index].Run(f, "")
	v.advice.NoteTried(name)
	return nil
}

// decide makes a decision. If the decision cannot be written, because the store of the tables does not answer, decide
// tries again for as long as the browser waits.
func decide(v *visitor, session *session, s *snapshot, _ table.Revision) error {
	if s.View.Ask == nil || s.Now != round.Turn {
		return round.ErrNotDue
	}
	d, ok := findDecision(s.View.Ask, v.r.FormValue("decide"))
	if !ok {
		return words.ErrNoAction
	}
	write, err := session.prepareDecision(v.frame.Texts, s, d)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(v.r.Context())
	defer cancel()
	defer context.AfterFunc(session.lifetime, cancel)()
	if err = play.RetryWhileFull(ctx, func() error { return write(v.ctx()) }); err == nil {
		v.server.options.Decisions.Add(1)
	}
	return err
}

// prepareDecision updates the page for a decision, and returns the function that writes it.
func (v *session) prepareDecision(t *texts.Texts, s *snapshot,
	d chapters.Decision,
) (write func(context.Context) error, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.page.revision != s.Revision {
		return nil, table.ErrQuicker
	}
	write, err = v.client.PrepareDecision(d)
	if errors.Is(err, play.ErrLosingMove) {
		err = refusal(v.client.Puzzle.LossText(t, &s.View))
	}
	if err != nil {
		return nil, err
	}
	if v.client.Puzzle != nil { // the puzzle also makes the decisions that follow from this one
		writeLocked := write
		write = func(ctx context.Context) error {
			v.mu.Lock()
			defer v.mu.Unlock()
			return writeLocked(ctx)
		}
	}
	v.page.reading = ""
	v.page.lastProgress = nil // the page compares the goals with it
	if s.View.Stage == chapters.StagePlay {
		for seat := range s.View.Seats {
			v.page.lastProgress = append(v.page.lastProgress, scene.Progress(t, &s.View, tricks.Seat(seat)))
		}
	}
	return write, nil
}

// dueChooser returns the current question, at the step of the answer that the person has reached; v.mu is held. It
// fails if the table has changed, because another window may have gone on since the form was drawn.
func (v *session) dueChooser(t *texts.Texts, s *snapshot) (c scene.Chooser, err error) {
	switch {
	case v.page.revision != s.Revision:
		return c, table.ErrQuicker
	case s.View.Ask == nil:
		return c, round.ErrNotDue
	}
	return chooser(t, &s.View, v.page.step, v.page.partner), nil
}

// takeStep goes to a next step of an answer, or back to the first.
func takeStep(v *visitor, session *session, s *snapshot, _ table.Revision) error {
	session.mu.Lock()
	defer session.mu.Unlock()
	c, err := session.dueChooser(v.frame.Texts, s)
	if err != nil {
		return err
	}
	wanted := v.r.FormValue("step")
	if wanted == firstStep {
		session.page.step = scene.Opening
		session.page.partner = tricks.NoSeat
		return nil
	}
	for i, b := range choices(v.frame.Texts, &s.View, &c) {
		if b.Do == "step" && b.Value == wanted {
			session.page.step = c.Items[i].NextStep
			session.page.partner = c.Items[i].Decision.Target
			return nil
		}
	}
	return words.ErrNoAction
}

// explainRefusal notes why an answer cannot be chosen.
func explainRefusal(v *visitor, session *session, s *snapshot, _ table.Revision) error {
	session.mu.Lock()
	defer session.mu.Unlock()
	c, err := session.dueChooser(v.frame.Texts, s)
	if err != nil {
		return err
	}
	index, err := strconv.Atoi(v.r.FormValue("refused"))
	if err != nil || index < 0 || index >= len(c.Items) {
		return words.ErrNoAction
	}
	session.page.setNote(c.Items[index].Detail, true)
	session.advice.NoteRefused(c.Items[index].Card)
	return nil
}
