package web

import (
	"net/http"
	"slices"
	"sync"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/texts"
)

// setupQuestion is the setup of a campaign's next round, which a person at home has to complete.
type setupQuestion struct {
	mu sync.Mutex
	// setup is the setup, nil if there is nothing to complete.
	setup *choose.Setup
	// needed is closed when there is a setup.
	needed chan struct{}
	// chosen is closed when the person has completed it.
	chosen chan struct{}
}

// ask asks for what a setup lacks. The channel is closed when the person has completed the setup.
func (s *setupQuestion) ask(setup *choose.Setup) (chosen <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setup = setup
	s.chosen = make(chan struct{})
	close(s.needed)
	return s.chosen
}

// end takes the question back.
func (s *setupQuestion) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setup = nil
	s.needed = make(chan struct{})
}

// signal returns a channel that is closed when the person has to choose something before the next round.
func (s *setupQuestion) signal() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.needed
}

// fields returns the fields that the setup lacks.
func (s *setupQuestion) fields() []choose.Field {
	return slices.DeleteFunc(s.setup.ModeFields(), func(f choose.Field) bool { return len(f.Options) < 2 })
}

// nextRoundPage asks for what the setup of a campaign's next round lacks.
type nextRoundPage struct {
	request *request
	t       *texts.Texts
}

func newNextRoundPage(q *request) nextRoundPage { return nextRoundPage{request: q, t: q.frame.Texts} }

// show shows the form. If a form answers, it begins that round.
func (h nextRoundPage) show() {
	p := &formPage{
		sheet:       h.request.newSheet("/table/"+homeTable, h.t.T("serve.next")),
		ButtonLabel: texts.Title(h.t.T("lobby.help.begin")),
	}
	p.Path = "/next"
	begin := h.answer(p)
	if len(p.Fields) > 0 && begin == nil {
		h.request.send("new", p)
		return
	}
	h.request.home.redirectToNext(h.request, begin)
}

// answer fills the page with what is asked. If a form answers, it returns the function that begins the round, and nil
// otherwise.
func (h nextRoundPage) answer(p *formPage) (begin func()) {
	question := &h.request.home.question
	question.mu.Lock()
	defer question.mu.Unlock()
	setup := question.setup
	if setup == nil {
		return nil
	}
	if h.request.r.Method == http.MethodPost {
		h.request.fill(question.fields())
		h.request.fill(question.fields()) // which fields there are may depend on the values of others
		chosen := question.chosen
		begin = func() { close(chosen) }
	}
	p.Fields = question.fields()
	if begin != nil {
		question.setup = nil
	}
	if setup.AfterLoss != "" {
		p.Subtitle = h.t.T("campaign.ask.after")
	}
	return begin
}

// redirectToNext redirects to the table at home. If begin is not nil, it first begins the next round with it, and waits
// for the end of the present one.
func (h *Home) redirectToNext(q *request, begin func()) {
	session := h.server.sessions.find(sessionKey{q.me.ID, homeTable})
	if session != nil && begin != nil {
		begin()
		select {
		case <-session.lifetime.Done():
		case <-h.question.signal():
			q.redirect("/next")
			return
		case <-q.r.Context().Done():
		}
	}
	q.redirect("/table/" + homeTable)
}

// chosenRound is the round that a person at home has chosen.
type chosenRound struct {
	mu sync.Mutex
	// last is what was chosen last.
	last *homeChoice
}

// homeChoice is a round that a person at home has chosen, with what becomes of it.
type homeChoice struct {
	// run plays the round.
	run func() error
	// begun is closed when a round is shown.
	begun chan struct{}
	// ended receives the error of run, nil for none.
	ended chan error
	// wasBegun reports whether begun is closed.
	wasBegun bool
}

// set sets the function that plays the round.
func (c *chosenRound) set(run func() error) *homeChoice {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = &homeChoice{run: run, begun: make(chan struct{}), ended: make(chan error, 1)}
	return c.last
}

// noteBegun notes that a round is shown.
func (c *chosenRound) noteBegun() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last != nil && !c.last.wasBegun {
		c.last.wasBegun = true
		close(c.last.begun)
	}
}

// get returns what was chosen last.
func (c *chosenRound) get() *homeChoice {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// leaveForRound leaves the present round for another one, which run plays.
func (h *Home) leaveForRound(q *request, run func() error) {
	if h.server.isSite() {
		h.beginRound(q, run)
		return
	}
	h.redirectToNext(q, func() {
		h.chosen.set(run)
		h.leave(play.Chosen)
	})
}
