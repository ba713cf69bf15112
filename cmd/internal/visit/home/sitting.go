package home

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"fellowship/characters/say"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"

	tea "github.com/charmbracelet/bubbletea"
)

// sitting is a visit that begins with the menu, to which the person comes back from everything
// that is played.
type sitting struct {
	*tui.Place
	*folder
	h *Home
	// err is how the last thing that was played has ended.
	err error
}

// folder holds the saves that lay in the folder when it was read last.
type folder struct {
	tui.Played
	// goesOn is the first game that goes on.
	goesOn    *tui.ListedSave
	campaigns []*saves.Table
	// problem is the error about files that could not be read, nil for none.
	problem error
}

// Menu shows the menu, carries the person's choice out, and shows it again.
func (h *Home) Menu() error {
	if h.Lang != "" { // from here on it is a setting, which the menu can change
		now := h.Wants()
		now.Lang, h.Lang = h.Lang, ""
		h.Wish(now)
	}
	ctx, end := context.WithCancel(h.Ctx)
	defer end()
	s := newSitting(ctx, h)
	s.W, s.H = 0, 0 // nothing is drawn before that is known
	on := h.terminal()
	err := on.Run(h.Ctx, s, s.Mouse)
	end()
	s.Wait()
	h.visit = nil
	for _, line := range h.parting { // in the language of the last screen
		h.say(line(h.Texts()))
	}
	return cmp.Or(s.err, err)
}

func newSitting(ctx context.Context, h *Home) *sitting {
	on := h.terminal()
	s := &sitting{h: h, folder: &folder{}}
	stack, wants := on.Stack(), h.Wants()
	stack.Mouse = wants.Mouse
	h.visit = tui.NewVisit(ctx, stack)
	s.Place = &tui.Place{
		Visit: h.visit, Library: h.Lib, New: s.newTable, Lesson: s.does(h.Lesson), ToGame: s.toGame,
		Set: wants, Change: s.change, Computers: players.Names,
		Played: func() *tui.Played { return &s.folder.Played },
		Find:   h.find,
	}
	s.Open(s.menu())
	return s
}

// Init begins with the menu. A person who has never played is greeted first.
func (s *sitting) Init() tea.Cmd {
	return s.plays(func() error { return nil }, func() {
		if s.isNew() {
			s.Open(s.greeting())
		}
	})
}

// does returns the action of a row that leads to something to play.
func (s *sitting) does(script func() error) func() tea.Cmd {
	return func() tea.Cmd { return s.plays(script, func() {}) }
}

// plays lets something be played, reads the folder, and shows the menu again, on which then
// opens the next sheet. An error is told there, where the person can choose something else.
func (s *sitting) plays(script func() error, then func()) tea.Cmd {
	h := s.h
	if c := s.Set.Computer; slices.Contains(players.Names, c) {
		h.Computer = []string{c}
	}
	s.Note, h.parting = "", nil // about an earlier game
	var now *folder
	return s.Does(func() error {
		if s.err = script(); quiet(s.err) || say.IsInternal(s.err) {
			return s.err
		}
		err := tui.Wait(h.Ctx, h.screen(), h.Texts().T("lobby.reading"), func(context.Context) (err error) {
			now, err = h.read()
			return err
		})
		if err != nil {
			s.err = err
		}
		return err
	}, func(ended error) tea.Cmd {
		if ended != nil {
			return tea.Quit
		}
		if problem := cmp.Or(s.err, now.problem); problem != nil {
			s.Note, _, _ = strings.Cut(s.Problem(problem), "\n")
		}
		s.err, s.folder, s.Set = nil, now, h.Wants()
		s.Screens = nil
		s.Open(s.menu())
		then()
		return nil
	})
}

// read reads the folder.
func (h *Home) read() (*folder, error) {
	f := &folder{}
	list, err := h.Shelf.List()
	f.problem = cmp.Or(h.Unread, err) // what the person wrote there is not lost: it is not written over
	var scores saves.Scores
	for g := range list.Saves(h.Lib) {
		scores.Add(h.Lib, &g)
		about := book.About(&g)
		if g.Campaign != "" && g.Err == nil && !g.Finished {
			round := about
			about = func(t *texts.Texts) string { return t.T("campaign.about", g.Campaign, round(t)) }
		}
		f.Games = append(f.Games, tui.ListedSave{Name: g.Name, About: about, Finished: g.Finished || g.Err != nil})
		if f.goesOn == nil && g.Err == nil && !g.Finished {
			f.goesOn = &tui.ListedSave{Name: g.Name, About: about}
		}
	}
	f.campaigns, f.Stats = slices.Collect(list.Campaigns(h.Lib)), scores.Stats(h.Lib)
	return f, nil
}

// change keeps changed settings.
func (s *sitting) change(f func(*settings.Settings)) tea.Cmd {
	h := s.h
	f(&s.Set)
	h.Wish(s.Set)
	on := h.terminal()
	on.Dress(s.Stack)
	s.Mouse = s.Set.Mouse
	if err := keep(s.Set); err != nil {
		s.Note = s.Problem(err)
	}
	return nil
}

// tries returns an action that does something, or tells the person why it could not.
func (s *sitting) tries(do func() error) func() tea.Cmd {
	return func() tea.Cmd {
		if err := do(); err != nil {
			s.Note = s.Problem(err)
		}
		return nil
	}
}

// isNew reports whether the person has neither played nor seen the first evening.
func (s *sitting) isNew() bool { return len(s.Games) == 0 && !s.Set.Lesson }
