package web

import (
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// lookPage is a round that is over, after so many decisions.
type lookPage struct {
	frame
	// ID is the table's, empty for a round of no table here. Base begins the addresses of the steps, and Back
	// is where the page leads back to.
	ID, Base, Back string
	// At is after how many of Last decisions; Steps are where it can be gone from there.
	At, Last int
	Steps    []stepPart
	// Track is the tricks of the round, and Fatal is that in which it was lost with open cards, 0 where
	// nobody has asked.
	Track []stepPart
	Fatal int
	Round *roundPage
	// Next says which decision comes next, and Worth what each that is possible is worth.
	Next, Worth string
	// Lost says that it can be asked where the round was lost.
	Lost bool
	// Together says that the others see the same page, Turned who has turned to it.
	Together bool
	Turned   string
}

// stepPart leads to another moment of the round.
type stepPart struct {
	namedPart
	ID, Base, Class string
	Sign            template.HTML
	Together        bool
}

// lookThrough shows the last round after some decisions: alone, or together with the others, for
// whom a form turns the page.
func (v *visitor) lookThrough(visit *visit) {
	visit.mu.Lock()
	defer visit.mu.Unlock()
	walk, err := visit.walkThrough()
	if err != nil {
		v.gone(err)
		return
	}
	here := "/table/" + visit.visitKey.table
	p := &lookPage{frame: v.frame, ID: visit.visitKey.table, Base: here + "/look?", Back: here, Together: v.r.FormValue("together") != "", Fatal: visit.fatal}
	if now := visit.chair.Picture(); p.Together && now.LookThrough != nil {
		p.At, p.Turned = now.LookThrough.At, v.T("serve.look.turned", now.LookThrough.Name)
	}
	if v.looks(p, walk, visit.aside); visit.walk == walk {
		visit.fatal = p.Fatal
	}
}

// looks shows a round after some decisions: those of the address, where the page does not say it. Aside does slow
// work.
func (v *visitor) looks(p *lookPage, walk *hindsight.Walk, aside func(do func())) {
	p.Last = walk.Len()
	if at := v.r.FormValue("at"); p.Turned == "" && at != "" {
		p.At = choose.Number(at)
	} else if trick := choose.Number(v.r.FormValue("trick")); p.Turned == "" && trick > 0 {
		p.At = walk.Begins(trick + 1) // it still lies there
	} else if p.Turned == "" {
		p.At = walk.Begins(1)
	}
	p.At = max(0, min(p.At, p.Last))
	p.Lost = walk.At(p.Last).Result() != chapters.Won
	if v.r.FormValue("find") != "" {
		aside(func() { v.found(walk, p) })
	} else if v.r.FormValue("worth") != "" {
		aside(func() { v.worth(walk, p) })
	}
	trick := walk.Trick(p.At)
	p.Round = moment(v.Texts.Spoken(), walk, p.At)
	step := func(name, label, class string, at int, sign template.HTML) stepPart {
		return stepPart{namedPart{Name: name, Value: strconv.Itoa(at), Label: label}, p.ID, p.Base, class, sign, p.Together}
	}
	p.Steps = []stepPart{
		step("web.look.back", v.T("web.look.back"), "ib", max(p.At-1, 0), sign("i-prev")),
		step("web.look.on", v.T("web.look.on"), "ib", min(p.At+1, p.Last), sign("i-next")),
	}
	for i, tile := range p.Round.Scene.Track {
		class := []string{"", "good", "bad"}[tile.Status]
		if i+1 == trick {
			class += " cur"
		}
		label := strings.TrimSpace(v.T("web.look.trick", i+1) + " " + tile.Word)
		if i+1 == p.Fatal {
			class += " lost"
			label += ", " + v.T("web.look.lost")
		}
		p.Track = append(p.Track, step("look"+strconv.Itoa(i+1), label, class, walk.Begins(i+2), template.HTML(strconv.Itoa(i+1)))) //nolint:gosec // a number
	}
	p.Next = walk.Next(v.Texts.Spoken(), p.At)
	p.Title = v.T("web.look") + " - " + p.Title
	v.show(v.w, v.r, http.StatusOK, "look", p)
}

// aside does slow work without v.mu, which is held: one thing at a time, as all people of the
// server share its time to think.
func (v *visit) aside(do func()) {
	v.mu.Unlock()
	defer v.mu.Lock()
	v.thinking.Lock()
	defer v.thinking.Unlock()
	do()
}

// walkThrough is the last round, from its record; v.mu is held.
func (v *visit) walkThrough() (*hindsight.Walk, error) {
	record, err := v.chair.Record()
	if err != nil {
		return nil, err
	}
	if number := v.chair.Picture().Round; v.walk == nil || v.walked != number {
		if v.walk, err = hindsight.New(v.s.Library, record); err != nil {
			v.walk = nil
			return nil, err
		}
		v.walked, v.fatal = number, 0
	}
	return v.walk, nil
}

// worth tells the worth of each choice with open cards.
func (v *visitor) worth(walk *hindsight.Walk, p *lookPage) {
	p.Worth, _ = walk.Moment(p.At).Judged(v.r.Context(), hindsight.InTurn(v.thinks)).Line(v.Texts.Spoken(), "")
}

// found goes to where the round was lost, and says there what would still have won.
func (v *visitor) found(walk *hindsight.Walk, p *lookPage) {
	turning := walk.Turning(v.r.Context(), hindsight.InTurn(v.thinks))
	if p.Worth = turning.Told(v.Texts.Spoken()); p.Worth == "" {
		p.At, p.Fatal = turning.Step, walk.Trick(turning.Step+1)
		v.worth(walk, p)
	}
}

// moment is the round after so many decisions, with all cards open, and with all its tricks.
func moment(t *texts.Texts, walk *hindsight.Walk, at int) *roundPage {
	s := &sight{View: hindsight.View(walk.At(at)), Now: round.Elsewhere, Player: tricks.NoSeat}
	s.Me = tricks.NoSeat
	b := scene.New(t, &s.View, 0)
	if walk.Ended(at) {
		b.ShowTrick(walk.Trick(at))
	}
	p := (&visit{}).drawn(t, s, b)
	var after []chapters.View
	for n := 2; ; n++ {
		begins := walk.Begins(n)
		if after = append(after, hindsight.View(walk.At(begins))); begins >= walk.Len() {
			break
		}
	}
	p.Scene.Track = b.TrackOf(after)
	return p
}
