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

// tableAction is what a form asks for at a table; seen tells how much the person had seen.
type tableAction struct {
	// needsRevision reports whether it matters what the person has seen of the round, and beside whether
	// nothing of the deed is written.
	needsRevision, pageOnly bool
	do                      func(v *visitor, session *session, s *snapshot, seen table.Revision) error
}

// tableActions are those of the pages, by the name of a field of a form.
var tableActions = map[string]tableAction{
	"decide": {true, false, decide}, "step": {true, true, takeStep}, "refused": {true, true, explainRefusal},
	"go": {false, true, func(_ *visitor, session *session, _ *snapshot, _ table.Revision) error {
		session.client.GoOn()
		return nil
	}},
	"hold": {false, true, func(_ *visitor, session *session, _ *snapshot, _ table.Revision) error {
		session.mu.Lock()
		defer session.mu.Unlock()
		session.held = !session.held && !session.trickEnded.IsZero()
		if !session.held {
			session.client.GoOn()
		}
		return nil
	}},
	"unread": {false, true, func(_ *visitor, session *session, _ *snapshot, _ table.Revision) error {
		session.mu.Lock()
		defer session.mu.Unlock()
		session.reading = ""
		return nil
	}},
	"next": {false, false, func(v *visitor, session *session, s *snapshot, _ table.Revision) error {
		next := choose.NextAt(v.Texts, v.Library, session.client.Book(), &s.TableView)
		v.fill(next.NextRoundFields())
		g, problem := next.Pick()
		if problem != "" {
			return refusal(problem)
		}
		return session.client.Choose(v.ctx(), g)
	}},
	"turn": {false, false, func(v *visitor, session *session, _ *snapshot, _ table.Revision) error {
		return session.client.TurnPage(v.ctx(), choose.ParseNumber(v.r.FormValue("at")))
	}},
}

// findTableAction is the deed of a name: of the pages, of the table, or an action of the round.
func findTableAction(act string) tableAction {
	if d, ok := tableActions[act]; ok {
		return d
	}
	if needsRevision, isTableAction := words.Actions[act]; isTableAction {
		return tableAction{
			needsRevision, false,
			func(v *visitor, session *session, _ *snapshot, seen table.Revision) error {
				return words.DoAction(v.ctx(), session.client.Client, seen, act, v.r.FormValue(act), v.seat("at"))
			},
		}
	}
	needsRevision := slices.Contains([]string{"hint", "opencards", "undo", "stop"}, act)
	return tableAction{needsRevision, true, func(v *visitor, session *session, s *snapshot, _ table.Revision) error {
		return session.runAction(v, s, act)
	}}
}

// act is the name of the deed that a form asks for, as its field act says, or else by the name of one of its fields.
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

// ctx is for writing, which goes on when the browser does not wait for it.
func (v *visitor) ctx() context.Context { return context.WithoutCancel(v.r.Context()) }

// seat is a seat of a form.
func (v *visitor) seat(name string) tricks.Seat {
	seat, _ := tricks.ParseSeat(v.r.FormValue(name)) // NoSeat is refused
	return seat
}

// post does what a form asks for, and leads back to the table. Where it fails, the table is shown
// as it is now, with the reason.
func (v *visitor) post(session *session) {
	act := v.act()
	seen, parseErr := strconv.ParseUint(v.r.FormValue("seen"), 10, 64)
	session.mu.Lock()
	s := session.refresh()
	session.setNote("", false)
	session.mu.Unlock()
	// all is won
	if kept := session.client.Book(); v.home != nil && kept != nil && kept.Recommended() == "" &&
		slices.Contains([]string{"again", "another", "nextchapter"}, act) {
		http.Redirect(v.w, v.r, "/campaign", http.StatusSeeOther)
		return
	}
	action := findTableAction(act)
	err := table.ErrQuicker
	if !action.needsRevision || parseErr == nil && table.Revision(seen) == s.Revision {
		err = action.do(v, session, s, table.Revision(seen))
	}
	if err != nil {
		session.mu.Lock()
		reason := texts.Sentence(v.Texts.Problem(err))
		if verbatim := refusal(""); errors.As(err, &verbatim) {
			reason = string(verbatim)
		}
		session.setNote(reason, true)
		if errors.Is(err, round.ErrNotDue) {
			session.noteRevision = session.client.TableView().Revision
		}
		session.mu.Unlock()
		session.notify()
		v.showTable(session, http.StatusConflict)
		return
	}
	if action.pageOnly || session.client.TableView().Event == s.Event { // else it is heard of what was written
		session.notify()
	}
	tablePath := "/table/" + session.sessionKey.table
	target := tablePath
	switch act {
	case "quit", "again", "another", "nextchapter":
		if v.home == nil || session.table != homeTable {
			target = v.afterSolo(session, act)
			break
		}
		if act == "quit" {
			v.Note = v.Texts.T("web.bye")
			v.show(v.w, v.r, http.StatusOK, "gone", &v.frame)
			return
		}
		select {
		case <-session.lifetime.Done():
		case <-v.home.setupSignal():
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

// refusal is told to the person as it is.
type refusal string

func (r refusal) Error() string { return string(r) }

// inPlace is the content type that a script following the events accepts: its forms need no page in
// answer.
const inPlace = "text/event-stream"

// runAction does one of the actions of a round.
func (v *session) runAction(person *visitor, s *snapshot, name string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	f := front{v, person.Texts, s}
	possible := f.possibleActions()
	index := slices.IndexFunc(possible, func(a *boundAction) bool { return a.Name == name })
	if index < 0 {
		return words.ErrNoAction
	}
	possible[index].Run(f, "")
	v.advice.NoteTried(name)
	return nil
}

// decide makes a decision. One that cannot be written, because the store of the tables does not
// answer, is tried again for as long as the browser waits.
func decide(v *visitor, session *session, s *snapshot, _ table.Revision) error {
	if s.View.Ask == nil || s.Now != round.Turn {
		return round.ErrNotDue
	}
	d, ok := findDecision(s.View.Ask, v.r.FormValue("decide"))
	if !ok {
		return words.ErrNoAction
	}
	write, err := session.prepareDecision(v.Texts, s, d)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(v.r.Context())
	defer cancel()
	defer context.AfterFunc(session.lifetime, cancel)()
	if err = play.RetryWhileFull(ctx, func() error { return write(v.ctx()) }); err == nil {
		v.Decisions.Add(1)
	}
	return err
}

// prepareDecision makes the page ready for a decision, and returns how it is written.
func (v *session) prepareDecision(t *texts.Texts, s *snapshot,
	d chapters.Decision,
) (write func(context.Context) error, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.pageState.revision != s.Revision {
		return nil, table.ErrQuicker
	}
	write, err = v.client.PrepareDecision(d)
	if errors.Is(err, play.ErrLosingMove) {
		err = refusal(v.client.Puzzle.LossText(t, &s.View))
	}
	if err != nil {
		return nil, err
	}
	if v.client.Puzzle != nil { // what is left to decide is decided with it
		writeLocked := write
		write = func(ctx context.Context) error {
			v.mu.Lock()
			defer v.mu.Unlock()
			return writeLocked(ctx)
		}
	}
	v.reading = ""
	v.lastProgress = nil
	if s.View.Stage == chapters.StagePlay {
		for seat := range s.View.Seats {
			v.lastProgress = append(v.lastProgress, scene.Progress(t, &s.View, tricks.Seat(seat))) // as the page does
		}
	}
	return write, nil
}

// dueChooser is the question that is due, at the step of the answer to which the person has come; v.mu
// is held. Another window may have gone on since the form's was looked at.
func (v *session) dueChooser(t *texts.Texts, s *snapshot) (c scene.Chooser, err error) {
	switch {
	case v.pageState.revision != s.Revision:
		return c, table.ErrQuicker
	case s.View.Ask == nil:
		return c, round.ErrNotDue
	}
	return chooser(t, &s.View, v.step, v.partner), nil
}

// takeStep goes to one of the next steps of an answer, or back to the first.
func takeStep(v *visitor, session *session, s *snapshot, _ table.Revision) error {
	session.mu.Lock()
	defer session.mu.Unlock()
	c, err := session.dueChooser(v.Texts, s)
	if err != nil {
		return err
	}
	wanted := v.r.FormValue("step")
	if wanted == firstStep {
		session.step = scene.Opening
		session.partner = tricks.NoSeat
		return nil
	}
	for i, b := range choices(v.Texts, &s.View, &c) {
		if b.Do == "step" && b.Value == wanted {
			session.step = c.Items[i].NextStep
			session.partner = c.Items[i].Decision.Target
			return nil
		}
	}
	return words.ErrNoAction
}

// explainRefusal says why something cannot be chosen.
func explainRefusal(v *visitor, session *session, s *snapshot, _ table.Revision) error {
	session.mu.Lock()
	defer session.mu.Unlock()
	c, err := session.dueChooser(v.Texts, s)
	if err != nil {
		return err
	}
	index, err := strconv.Atoi(v.r.FormValue("refused"))
	if err != nil || index < 0 || index >= len(c.Items) {
		return words.ErrNoAction
	}
	session.setNote(c.Items[index].Detail, true)
	session.advice.NoteRefused(c.Items[index].Card)
	return nil
}
