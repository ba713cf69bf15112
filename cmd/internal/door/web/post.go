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

// deed is what a form asks for at a table; seen tells how much the person had seen.
type deed struct {
	// about reports whether it matters what the person has seen of the round, and beside whether nothing of the deed
	// is written.
	about, beside bool
	do            func(v *visitor, session *visit, s *sight, seen table.Seen) error
}

// deeds are those of the pages, by the name of a field of a form.
var deeds = map[string]deed{
	"decide": {true, false, decide}, "step": {true, true, step}, "refused": {true, true, refused},
	"go": {false, true, func(_ *visitor, session *visit, _ *sight, _ table.Seen) error {
		session.chair.GoOn()
		return nil
	}},
	"hold": {false, true, func(_ *visitor, session *visit, _ *sight, _ table.Seen) error {
		session.mu.Lock()
		defer session.mu.Unlock()
		session.held = !session.held && !session.ended.IsZero()
		if !session.held {
			session.chair.GoOn()
		}
		return nil
	}},
	"unread": {false, true, func(_ *visitor, session *visit, _ *sight, _ table.Seen) error {
		session.mu.Lock()
		defer session.mu.Unlock()
		session.reading = ""
		return nil
	}},
	"next": {false, false, func(v *visitor, session *visit, s *sight, _ table.Seen) error {
		next := choose.NextAt(v.Texts, v.Library, session.chair.Book(), &s.Picture)
		v.fill(next.Next())
		g, problem := next.Pick()
		if problem != "" {
			return refusal(problem)
		}
		return session.chair.Choose(v.ctx(), g)
	}},
	"turn": {false, false, func(v *visitor, session *visit, _ *sight, _ table.Seen) error {
		return session.chair.Turn(v.ctx(), choose.Number(v.r.FormValue("at")))
	}},
}

// deedOf is the deed of a name: of the pages, of the table, or an action of the round.
func deedOf(act string) deed {
	if d, ok := deeds[act]; ok {
		return d
	}
	if needsRevision, isTableAction := words.Deeds[act]; isTableAction {
		return deed{needsRevision, false, func(v *visitor, session *visit, _ *sight, seen table.Seen) error {
			return words.Do(v.ctx(), session.chair.Chair, seen, act, v.r.FormValue(act), v.seat("at"))
		}}
	}
	needsRevision := slices.Contains([]string{"hint", "opencards", "undo", "stop"}, act)
	return deed{needsRevision, true, func(v *visitor, session *visit, s *sight, _ table.Seen) error { return session.acted(v, s, act) }}
}

// act is the name of the deed that a form asks for, as its field act says, or else by the name of one of its fields.
func (v *visitor) act() string {
	act := v.r.PostFormValue("act")
	for name := range v.r.PostForm {
		_, isPageAction := deeds[name]
		if _, isTableAction := words.Deeds[name]; act == "" && (isTableAction || isPageAction) {
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
func (v *visitor) post(session *visit) {
	act := v.act()
	seen, parseErr := strconv.ParseUint(v.r.FormValue("seen"), 10, 64)
	session.mu.Lock()
	s := session.sees()
	session.noted("", false)
	session.mu.Unlock()
	if kept := session.chair.Book(); v.home != nil && kept != nil && kept.Recommended() == "" && slices.Contains([]string{"again", "another", "nextchapter"}, act) { // all is won
		http.Redirect(v.w, v.r, "/campaign", http.StatusSeeOther)
		return
	}
	action := deedOf(act)
	err := table.ErrQuicker
	if !action.about || parseErr == nil && table.Seen(seen) == s.Seen {
		err = action.do(v, session, s, table.Seen(seen))
	}
	if err != nil {
		session.mu.Lock()
		reason := texts.Sentence(v.Texts.Problem(err))
		if verbatim := refusal(""); errors.As(err, &verbatim) {
			reason = string(verbatim)
		}
		session.noted(reason, true)
		if errors.Is(err, round.ErrNotDue) {
			session.lasts = session.chair.Picture().Seen
		}
		session.mu.Unlock()
		session.tell()
		v.showTable(session, http.StatusConflict)
		return
	}
	if action.beside || session.chair.Picture().Event == s.Event { // else it is heard of what was written
		session.tell()
	}
	tablePath := "/table/" + session.visitKey.table
	target := tablePath
	switch act {
	case "quit", "again", "another", "nextchapter":
		if v.home == nil || session.table != atHome {
			target = v.afterAlone(session, act)
			break
		}
		if act == "quit" {
			v.Note = v.Texts.T("web.bye")
			v.show(v.w, v.r, http.StatusOK, "gone", &v.frame)
			return
		}
		select {
		case <-session.over.Done():
		case <-v.home.asking():
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

// acted does one of the actions of a round.
func (v *visit) acted(person *visitor, s *sight, name string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	f := front{v, person.Texts, s}
	possible := f.can()
	index := slices.IndexFunc(possible, func(a *bound) bool { return a.Name == name })
	if index < 0 {
		return words.ErrNoDeed
	}
	possible[index].Run(f, "")
	v.advice.Tried(name)
	return nil
}

// decide makes a decision. One that cannot be written, because the store of the tables does not
// answer, is tried again for as long as the browser waits.
func decide(v *visitor, session *visit, s *sight, _ table.Seen) error {
	if s.View.Ask == nil || s.Now != round.Turn {
		return round.ErrNotDue
	}
	d, ok := decided(s.View.Ask, v.r.FormValue("decide"))
	if !ok {
		return words.ErrNoDeed
	}
	write, err := session.decides(v.Texts, s, d)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(v.r.Context())
	defer cancel()
	defer context.AfterFunc(session.over, cancel)()
	if err = play.Insist(ctx, func() error { return write(v.ctx()) }); err == nil {
		v.Decided.Add(1)
	}
	return err
}

// decides makes the page ready for a decision, and returns how it is written.
func (v *visit) decides(t *texts.Texts, s *sight, d chapters.Decision) (write func(context.Context) error, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.desk.seen != s.Seen {
		return nil, table.ErrQuicker
	}
	write, err = v.chair.Deciding(d)
	if errors.Is(err, play.ErrLoses) {
		err = refusal(v.chair.Puzzle.Lost(t, &s.View))
	}
	if err != nil {
		return nil, err
	}
	if v.chair.Puzzle != nil { // what is left to decide is decided with it
		writeLocked := write
		write = func(ctx context.Context) error {
			v.mu.Lock()
			defer v.mu.Unlock()
			return writeLocked(ctx)
		}
	}
	v.reading = ""
	v.before = nil
	if s.View.Stage == chapters.StagePlay {
		for seat := range s.View.Seats {
			v.before = append(v.before, scene.Progress(t, &s.View, tricks.Seat(seat))) // as the page does
		}
	}
	return write, nil
}

// due is the question that is due, at the step of the answer to which the person has come; v.mu
// is held. Another window may have gone on since the form's was looked at.
func (v *visit) due(t *texts.Texts, s *sight) (c scene.Chooser, err error) {
	switch {
	case v.desk.seen != s.Seen:
		return c, table.ErrQuicker
	case s.View.Ask == nil:
		return c, round.ErrNotDue
	}
	return chooser(t, &s.View, v.step, v.to), nil
}

// step goes to one of the next steps of an answer, or back to the first.
func step(v *visitor, session *visit, s *sight, _ table.Seen) error {
	session.mu.Lock()
	defer session.mu.Unlock()
	c, err := session.due(v.Texts, s)
	if err != nil {
		return err
	}
	wanted := v.r.FormValue("step")
	if wanted == firstStep {
		session.step = scene.Opening
		session.to = tricks.NoSeat
		return nil
	}
	for i, b := range choices(v.Texts, &s.View, &c) {
		if b.Do == "step" && b.Value == wanted {
			session.step = c.Items[i].Opens
			session.to = c.Items[i].Decision.To
			return nil
		}
	}
	return words.ErrNoDeed
}

// refused says why something cannot be chosen.
func refused(v *visitor, session *visit, s *sight, _ table.Seen) error {
	session.mu.Lock()
	defer session.mu.Unlock()
	c, err := session.due(v.Texts, s)
	if err != nil {
		return err
	}
	index, err := strconv.Atoi(v.r.FormValue("refused"))
	if err != nil || index < 0 || index >= len(c.Items) {
		return words.ErrNoDeed
	}
	session.noted(c.Items[index].Detail, true)
	session.advice.Refused(c.Items[index].Card)
	return nil
}
