package browser

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/visit/home"
)

// Site is a home whose program runs in the browser itself. The pages are there from the beginning, and show the menu
// when no round goes on.
type Site struct {
	home  *home.Home
	stage *Stage
}

// NewSite makes the pages of a site the stage of a home.
func NewSite(h *home.Home) *Site {
	s := &Site{home: h, stage: New(h, silentStage{}, nil)}
	s.stage.shown = s.noteShown
	s.stage.pages = web.NewSite(h.Library, h.Person.Texts(), &person{home: h}, s.resume)
	return s
}

// Handler returns what answers the pages, for requests with the cookie.
func (s *Site) Handler() (pages http.Handler, cookie *http.Cookie) {
	return s.stage.pages.Handler(), s.stage.pages.Cookie()
}

// Run plays what the person chooses on the pages, until the context of the home is done.
func (s *Site) Run() error { return s.stage.pages.PlayChoices(s.home.Ctx) }

// openFile is the name of the file that names the table whose pages are open.
const openFile = "open"

// noteShown writes down at which table a round is shown, for the next start of the program.
func (s *Site) noteShown(round *home.Round) {
	path := disk.State(openFile)
	if round.Path == "" || path == "" {
		return
	}
	name := []byte(filepath.Base(round.Path))
	if noted, err := os.ReadFile(path); err != nil || string(noted) != string(name) {
		_ = disk.Replace(path, name) // without it the game played last is resumed
	}
}

// resume continues at the table that was open when the program was stopped, even if its round is over. If it is no
// longer there, resume continues the unfinished game that was played last. It does nothing if there is none.
func (s *Site) resume() error {
	list := s.home.Saves.List()
	noted, _ := os.ReadFile(disk.State(openFile))
	for saved := range list.Summaries(s.home.Library) {
		if filepath.Base(saved.Path()) != strings.TrimSpace(string(noted)) {
			continue
		}
		if saved.Err == nil {
			return s.home.Reopen(saved)
		}
		break
	}
	saved, _ := list.Unfinished(s.home.Library)
	if saved.Name == "" {
		return nil
	}
	return s.home.Resume(&saved, false)
}

// silentStage is a stage for somebody who sees only pages.
type silentStage struct{}

var _ home.Stage = silentStage{}

// PlayRound is never called: rounds are played on the pages.
func (silentStage) PlayRound(context.Context, home.Round) (home.Wish, error) {
	return home.Wish{}, home.ErrNobodyToAsk
}

// ChooseNext says that nobody is there to choose.
func (silentStage) ChooseNext(context.Context, *choose.Setup, campaign.Choice) (bool, error) {
	return false, home.ErrNobodyToAsk
}

// WhileWorking does the work.
func (silentStage) WhileWorking(ctx context.Context, _ string, work func(context.Context) error) error {
	return work(ctx)
}

// Say says nothing.
func (silentStage) Say(home.Line) {}
