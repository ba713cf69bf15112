package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

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

// tablePost is a form that was sent at a table.
type tablePost struct {
	request *request
	session *session
	t       *texts.Texts
	// s is the table as the person sees it now.
	s *snapshot
	// seen is the revision of the table that the person had seen.
	seen table.Revision
	// takenAt is when the action was taken, in microseconds: pages whose [frame.Drawn] is earlier do not show it.
	takenAt int64
}

func newTablePost(q *request, session *session) *tablePost {
	return &tablePost{request: q, session: session, t: q.frame.Texts}
}

// tableAction is an action that a form asks for at a table.
type tableAction struct {
	// needsRevision reports whether the action is refused if the person has not seen the present state of the round.
	needsRevision bool
	// changesPage reports whether the action changes the person's own page, whatever it does at the table. Such a
	// change is no event of the table, so the page has to be told to draw itself again.
	changesPage bool
	// do performs the action.
	do func(*tablePost) error
}

// tableActions are the actions of the pages, by the name of a field of a form.
var tableActions = map[string]tableAction{
	"decide":  {needsRevision: true, do: (*tablePost).decide},
	"step":    {needsRevision: true, changesPage: true, do: (*tablePost).takeStep},
	"refused": {needsRevision: true, changesPage: true, do: (*tablePost).explainRefusal},
	"go":      {changesPage: true, do: (*tablePost).goOn},
	"hold":    {changesPage: true, do: (*tablePost).holdTrick},
	"unread":  {changesPage: true, do: (*tablePost).closeReading},
	"next":    {do: (*tablePost).chooseNextRound},
	"turn":    {do: (*tablePost).turnPage},
	"nolook":  {changesPage: true, do: (*tablePost).stopLooking},
}

// goOn leaves the end of a trick, or another moment that waits for the person. The form of a finished trick names the
// trick: if the table shows something else by now, it was left already, and what is shown now waits to be read.
func (h *tablePost) goOn() error {
	named := h.request.value("trick")
	isShown := h.s.Now == round.TrickEnd && named == strconv.Itoa(h.s.Shown)
	if named == "" || isShown {
		h.session.client.GoOn()
	}
	return nil
}

// holdTrick keeps the trick that has ended on the page, or lets it go. At any other moment it does nothing.
func (h *tablePost) holdTrick() error {
	if h.s.Held {
		h.session.client.GoOn()
	} else {
		h.session.client.Hold()
	}
	return nil
}

// closeReading closes what is open over the round.
func (h *tablePost) closeReading() error {
	h.session.mu.Lock()
	defer h.session.mu.Unlock()
	h.session.page.reading = ""
	return nil
}

// chooseNextRound chooses the next round of the table.
func (h *tablePost) chooseNextRound() error {
	next := choose.NextAt(h.t, h.request.options.Library, h.session.client.Book(), &h.s.TableView)
	h.request.fill(next.NextRoundFields())
	chosen, problem := next.Pick()
	if problem != "" {
		return refusal(problem)
	}
	return h.session.client.Choose(h.request.ctx(), chosen)
}

// turnPage turns the page of the replay that all at the table see together.
func (h *tablePost) turnPage() error {
	return h.session.client.TurnPage(h.request.ctx(), choose.ParseNumber(h.request.value("at")))
}

// findTableAction returns the action with a name: an action of the pages, of the table, or of the round.
func findTableAction(act string) tableAction {
	if action, ok := tableActions[act]; ok {
		return action
	}
	if needsRevision, isTableAction := words.Actions[act]; isTableAction {
		do := func(h *tablePost) error {
			q := h.request
			return words.DoAction(q.ctx(), h.session.client.Client, h.seen, act, q.value(act), q.seat("at"))
		}
		return tableAction{needsRevision: needsRevision, do: do}
	}
	needsRevision := slices.Contains([]string{"hint", "opencards", "undo", "stop"}, act)
	do := func(h *tablePost) error {
		return h.session.runAction(h.t, h.s, act)
	}
	return tableAction{needsRevision: needsRevision, changesPage: true, do: do}
}

// name returns the name of the action that a form asks for: the value of its field "act", or the name of another field.
func (h *tablePost) name() string {
	act := h.request.r.PostFormValue("act")
	for name := range h.request.r.PostForm {
		_, isPageAction := tableActions[name]
		if _, isTableAction := words.Actions[name]; act == "" && (isTableAction || isPageAction) {
			act = name
		}
	}
	return act
}

// act performs the action that a form asks for, and redirects back to the table. If that fails, it shows the table as
// it is now, with the reason.
func (h *tablePost) act() {
	session := h.session
	act := h.name()
	seen, parseErr := strconv.ParseUint(h.request.value("seen"), 10, 64)
	session.mu.Lock()
	h.s = session.refresh()
	h.seen = table.Revision(seen)
	session.page.setNote("", false)
	session.mu.Unlock()
	if h.s.Now == round.Settled && (act == "decide" || act == "step") {
		// Only a page on which the person plays on has cards to tap. The program has started anew since.
		session.client.GoOn()
		session.mu.Lock()
		h.s = session.refresh()
		session.mu.Unlock()
	}
	asksForRound := slices.Contains([]string{"again", "another", "nextchapter"}, act)
	if kept := session.client.Book(); h.request.home != nil && kept != nil && kept.Recommended() == "" && asksForRound {
		h.request.redirect("/campaign") // the whole campaign is won
		return
	}
	action := findTableAction(act)
	err := table.ErrQuicker
	h.takenAt = time.Now().UnixMicro()
	if !action.needsRevision || parseErr == nil && h.seen == h.s.Revision {
		err = action.do(h)
	}
	if err != nil {
		h.showFailure(err)
		return
	}
	if action.changesPage || session.client.TableView().Event == h.s.Event { // an event of the table notifies by itself
		session.notify()
	}
	h.redirectAfter(act)
}

// showFailure shows the table with the reason why an action failed.
func (h *tablePost) showFailure(err error) {
	session := h.session
	session.mu.Lock()
	session.complain(err)
	if errors.Is(err, round.ErrNotDue) {
		session.page.noteRevision = session.client.TableView().Revision
	}
	session.mu.Unlock()
	session.notify()
	newTablePages(h.request, session).showNow(http.StatusConflict)
}

// redirectAfter redirects to where an action leads, in most cases back to the table. A script that follows the events
// then needs no page.
func (h *tablePost) redirectAfter(act string) {
	session := h.session
	tablePath := "/table/" + session.key.table
	target := tablePath
	switch act {
	case "quit", "again", "another", "nextchapter", "onfrom":
		if session.round.Home == nil {
			break // all at the table play on
		}
		if h.request.home == nil || session.key.table != homeTable {
			target = newSoloRounds(h.request).leave(session, act)
			break
		}
		if act == "quit" && h.request.server.isSite() {
			target = "/"
			break
		}
		if act == "quit" {
			h.request.frame.Note = h.t.T("web.bye")
			h.request.show(http.StatusOK, "gone", &gonePage{frame: h.request.frame})
			return
		}
		select {
		case <-session.lifetime.Done():
		case <-h.request.home.question.signal():
			target = "/next"
		case <-h.request.r.Context().Done():
		}
	case "turn":
		target += "/look?together=1"
	case "invite":
		h.showNewCode()
		if h.request.r.Header.Get("Accept") != inPlace {
			target += "#more" // where the person has asked for it
		}
	case "close":
		target = "/"
	}
	if h.request.r.Header.Get("Accept") == inPlace && target == tablePath {
		h.request.w.Header().Set("Taken-At", strconv.FormatInt(h.takenAt, 10))
		h.request.w.WriteHeader(http.StatusNoContent)
		return
	}
	h.request.redirect(target)
}

// showNewCode shows the newest invitation to the person.
func (h *tablePost) showNewCode() {
	h.session.mu.Lock()
	defer h.session.mu.Unlock()
	if codes := h.session.client.TableView().Codes; len(codes) > 0 {
		newest := words.InvitationText(h.t, codes[len(codes)-1])
		h.session.page.setNote(h.t.T("serve.newcode", newest), false)
	}
}

// refusal is an error whose text is shown to the person unchanged.
type refusal string

// Error returns the text.
func (r refusal) Error() string { return string(r) }

// inPlace is the content type that a script accepts if it follows the events: its forms need no page as an answer.
const inPlace = "text/event-stream"

// runAction runs an action of a round.
func (v *session) runAction(t *texts.Texts, s *snapshot, name string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	f := front{v, t, s}
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
// tries again for as long as the browser waits. On a site only the person can make room, so it does not try again.
func (h *tablePost) decide() error {
	if h.s.View.Ask == nil || h.s.Now != round.Turn {
		return round.ErrNotDue
	}
	d, ok := findDecision(h.s.View.Ask, h.request.value("decide"))
	if !ok {
		return words.ErrNoAction
	}
	write, err := h.session.prepareDecision(h.t, h.s, d)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(h.request.r.Context())
	defer cancel()
	defer context.AfterFunc(h.session.lifetime, cancel)()
	if h.request.server.isSite() {
		err = write(h.request.ctx())
	} else {
		err = play.RetryWhileFull(ctx, func() error { return write(h.request.ctx()) })
	}
	if err == nil {
		h.request.options.Decisions.Add(1)
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
	return chooser(v.reader(t), &s.View, v.page.step, v.page.partner), nil
}

// takeStep goes to a next step of an answer, or back to the first. An answer that has to be confirmed is chosen, so that a
// second tap on it changes nothing, or is taken back.
func (h *tablePost) takeStep() error {
	h.session.mu.Lock()
	defer h.session.mu.Unlock()
	c, err := h.session.dueChooser(h.t, h.s)
	if err != nil {
		return err
	}
	wanted := h.request.value("step")
	if wanted == firstStep {
		h.session.page.step = scene.Opening
		h.session.page.partner = tricks.NoSeat
		h.session.page.chosen = ""
		return nil
	}
	if wanted == takeBack {
		h.session.page.chosen = ""
		return nil
	}
	for i, b := range choices(h.t, &h.s.View, &c) {
		switch {
		case b.Do != "step" || b.Value != wanted:
			continue
		case isConfirmed(&c.Items[i]):
			h.session.page.chosen = wanted
		default:
			h.session.page.step = c.Items[i].NextStep
			h.session.page.partner = c.Items[i].Decision.Target
		}
		return nil
	}
	return words.ErrNoAction
}

// explainRefusal notes why an answer cannot be chosen.
func (h *tablePost) explainRefusal() error {
	h.session.mu.Lock()
	defer h.session.mu.Unlock()
	c, err := h.session.dueChooser(h.t, h.s)
	if err != nil {
		return err
	}
	index, err := strconv.Atoi(h.request.value("refused"))
	if err != nil || index < 0 || index >= len(c.Items) {
		return words.ErrNoAction
	}
	h.session.page.setNote(c.Items[index].Detail, true)
	return nil
}
