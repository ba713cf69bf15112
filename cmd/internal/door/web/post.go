package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// deed does at a table what a form asks for; seen tells how much the person had seen.
type deed func(v *visitor, visit *visit, s *sight, seen table.Seen) error

// deeds are those by the last part of a form's address; those of package play are beside
// them.
var deeds = map[string]deed{
	"decide": decide,
	"step":   step, "refused": refused,
	"go": func(_ *visitor, visit *visit, _ *sight, _ table.Seen) error {
		visit.chair.GoOn()
		return nil
	},
	"unread": func(_ *visitor, visit *visit, _ *sight, _ table.Seen) error {
		visit.mu.Lock()
		defer visit.mu.Unlock()
		visit.reading, visit.said = "", ""
		return nil
	},
	"ready": func(v *visitor, visit *visit, _ *sight, seen table.Seen) error {
		return visit.chair.Ready(v.ctx(), seen, v.r.FormValue("is") == "yes")
	},
	"sit": func(v *visitor, visit *visit, _ *sight, _ table.Seen) error {
		return visit.chair.Sit(v.ctx(), v.seat("at"))
	},
	"computer": func(v *visitor, visit *visit, _ *sight, _ table.Seen) error {
		return visit.chair.Computer(v.ctx(), v.seat("at"), v.r.FormValue("computer"))
	},
	"say": func(v *visitor, visit *visit, _ *sight, _ table.Seen) error {
		return visit.chair.Say(v.ctx(), v.r.FormValue("say"))
	},
	"phrase": func(v *visitor, visit *visit, _ *sight, _ table.Seen) error {
		return visit.chair.Phrase(v.ctx(), table.Phrase(v.r.FormValue("phrase")))
	},
	"agree": chosen, "without": chosen, "return": chosen, "invite": chosen, "host": chosen, "free": chosen, "stand": chosen, "close": chosen,
	"next": func(v *visitor, visit *visit, s *sight, _ table.Seen) error {
		g, _ := v.pick(s.Setup.Campaign)
		return visit.chair.Choose(v.ctx(), g)
	},
	"turn": func(v *visitor, visit *visit, _ *sight, _ table.Seen) error {
		return visit.chair.Turn(v.ctx(), number(v.r.FormValue("at")))
	},
}

// about are the deeds for which it matters what the person has seen of the round.
var about = []string{"decide", "step", "refused", "ready", "agree", "hint", "opencards", "undo", "stop"}

// beside are the deeds of which nothing is written.
var beside = []string{"step", "refused", "go", "unread"}

// ctx is for writing, which goes on when the browser does not wait for it.
func (v *visitor) ctx() context.Context { return context.WithoutCancel(v.r.Context()) }

// number is a number of a form, 0 where nothing was chosen and -1 for what is no number.
func number(text string) int {
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}

// seat is a seat of a form.
func (v *visitor) seat(name string) tricks.Seat {
	at, _ := tricks.ParseSeat(v.r.FormValue(name)) // NoSeat is refused
	return at
}

// chosen does one of the further choices, or answers a question.
func chosen(v *visitor, visit *visit, _ *sight, seen table.Seen) error {
	act := v.r.PathValue("act")
	return words.Do(v.ctx(), visit.chair.Chair, seen, act, v.r.FormValue(act), v.seat("at"))
}

// post does what a form asks for, and leads back to the table. Where it fails, the table is shown
// as it is now, with the reason.
func (v *visitor) post(visit *visit) {
	act := v.r.PathValue("act")
	switch act { // one form for all answers, and one for what else can be done
	case "decide":
		for _, field := range []string{"step", "refused"} {
			if v.r.FormValue(field) != "" {
				act = field
			}
		}
	case "act":
		act = v.r.FormValue("act")
	}
	seen, bad := strconv.ParseUint(v.r.FormValue("seen"), 10, 64)
	visit.mu.Lock()
	s := visit.sees()
	visit.noted("", false)
	visit.mu.Unlock()
	var err error
	switch {
	case slices.Contains(about, act) && (bad != nil || table.Seen(seen) != s.Seen):
		err = table.ErrQuicker
	case deeds[act] != nil:
		err = deeds[act](v, visit, s, table.Seen(seen))
	default:
		err = visit.acted(v, s, act)
	}
	if err != nil {
		visit.mu.Lock()
		if visit.noted(texts.Sentence(v.Problem(err)), true); errors.Is(err, round.ErrNotDue) {
			visit.lasts = visit.chair.Picture().Event
		}
		visit.mu.Unlock()
		visit.tell()
		v.showTable(visit, http.StatusConflict)
		return
	}
	if deeds[act] == nil || slices.Contains(beside, act) || visit.chair.Picture().Event == s.Event { // else it is heard of what was written
		visit.tell()
	}
	here := "/table/" + visit.visitKey.table
	to := here
	switch act {
	case "quit", "again", "another", "nextchapter":
		if v.home == nil {
			to = v.afterLesson(visit, act)
			break
		}
		if act == "quit" {
			v.Note = v.T("web.bye")
			v.show(v.w, v.r, http.StatusOK, "gone", &v.frame)
			return
		}
		<-visit.over.Done()
	case "turn":
		to += "/look?together=1"
	case "close":
		to = "/"
	}
	if v.r.Header.Get("Accept") == inPlace && to == here {
		v.w.WriteHeader(http.StatusNoContent)
		return
	}
	http.Redirect(v.w, v.r, to, http.StatusSeeOther)
}

// inPlace is the content type that a script following the events accepts: its forms need no page in
// answer.
const inPlace = "text/event-stream"

// toTable leads to the table from where a form was answered, when that page is loaded again.
func (v *visitor) toTable() {
	http.Redirect(v.w, v.r, "/table/"+v.r.PathValue("table"), http.StatusSeeOther)
}

// acted does one of the actions of a round.
func (v *visit) acted(of *visitor, s *sight, name string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	f := front{v, of.Texts, s}
	can := f.can()
	at := slices.IndexFunc(can, func(a *bound) bool { return a.Name == name })
	if at < 0 {
		return words.ErrNoDeed
	}
	can[at].Run(f, "")
	v.tries(name)
	return nil
}

// decide makes a decision. One that cannot be written, because the store of the tables does not
// answer, is tried again for as long as the browser waits.
func decide(v *visitor, visit *visit, s *sight, _ table.Seen) error {
	if s.View.Ask == nil || s.Now != round.Turn {
		return round.ErrNotDue
	}
	d, ok := decided(s.View.Ask, v.r.FormValue("decide"))
	if !ok {
		return words.ErrNoDeed
	}
	write, err := visit.decides(v.Texts, s, d)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(v.r.Context())
	defer cancel()
	defer context.AfterFunc(visit.over, cancel)()
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
	if write, err = v.chair.Deciding(d); err != nil {
		return nil, err
	}
	v.said, v.reading, v.before = "", "", nil
	if s.View.Stage == chapters.StagePlay {
		for at := range s.View.Seats {
			v.before = append(v.before, board.Progress(t, &s.View, tricks.Seat(at)))
		}
	}
	return write, nil
}

// due is the question that is due, at the step of the answer to which the person has come; v.mu
// is held. Another window may have gone on since the form's was looked at.
func (v *visit) due(t *texts.Texts, s *sight) (c board.Chooser, err error) {
	switch {
	case v.desk.seen != s.Seen:
		return c, table.ErrQuicker
	case s.View.Ask == nil:
		return c, round.ErrNotDue
	}
	return chooser(t, &s.View, v.step, v.to), nil
}

// step goes to one of the next steps of an answer, or back to the first.
func step(v *visitor, visit *visit, s *sight, _ table.Seen) error {
	visit.mu.Lock()
	defer visit.mu.Unlock()
	c, err := visit.due(v.Texts, s)
	if err != nil {
		return err
	}
	wanted := v.r.FormValue("step")
	if wanted == firstStep {
		visit.step, visit.to = board.Opening, tricks.NoSeat
		return nil
	}
	for i, b := range choices(v.Texts, &s.View, &c) {
		if b.Do == "step" && b.Value == wanted {
			visit.step, visit.to = c.Items[i].Opens, c.Items[i].Decision.To
			return nil
		}
	}
	return words.ErrNoDeed
}

// refused says why something cannot be chosen.
func refused(v *visitor, visit *visit, s *sight, _ table.Seen) error {
	visit.mu.Lock()
	defer visit.mu.Unlock()
	c, err := visit.due(v.Texts, s)
	if err != nil {
		return err
	}
	at, err := strconv.Atoi(v.r.FormValue("refused"))
	if err != nil || at < 0 || at >= len(c.Items) {
		return words.ErrNoDeed
	}
	visit.noted(c.Items[at].Detail, true)
	if visit.tries(lesson.TryFollow); s.View.Led == tricks.NoSuit {
		visit.tries(lesson.TryRing)
	}
	return nil
}
