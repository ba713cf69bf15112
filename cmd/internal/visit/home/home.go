// Package home is a visit at home: the menu and the games from there, on the person's own machine,
// with saved games and campaigns in a folder.
//
// Where to look:
//
//   - the visit, its screens and its browser: this file; the person for whom pages are drawn: browser.go; the menu after each game: sitting.go
//   - a table and its rounds, one after the other: game.go; what is told of a deal when its round is
//     over: deal.go
//   - the menu: menu.go, setup.go, book.go, saved.go
//   - what is played from there or by a command: rounds.go for campaigns, alone.go,
//     look.go, enter.go
package home

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
)

// Home plays games at home: it holds their files, the person, and the looks of the screen.
type Home struct {
	Person *Person
	// Place is the visit that goes on, nil for none, and played what the person had played when the
	// menu came.
	shell  *tui.Place
	played *saves.Played
	// Ctx ends the games. In and Out are the terminal, or whatever is there in its place.
	Ctx   context.Context
	In    io.Reader
	Out   io.Writer
	Lib   *chapters.Library
	Shelf *saves.Folder
	// Computer are the computer players, in the order of the seats that no person has. The last
	// one also plays the seats after it.
	Computer []string
	// Programs starts those of them that are programs. Replaces reports whether they go on with a saved
	// game in the place of those who played there.
	Programs *bot.Programs
	Replaces bool
	// Plain plays line by line, Browser in a browser on this machine, by way of pages.
	Plain, Browser bool
	browser        *web.Home
	// Silent switches the coach of the first chapter off, and advice is what the person is told.
	Silent bool
	advice *play.Advice
	// menu reports whether the visit has the menu, and err how the last thing has ended that was played.
	menu bool
	err  error
	// parting holds the last words when the menu ends, about the game that was left last: in the
	// language of then.
	parting []func(*texts.Texts) string
}

// farewell says something as a game is left: when the screen is gone, if there is one.
func (h *Home) farewell(key string, args ...any) {
	h.parts(func(t *texts.Texts) string { return t.T(key, args...) })
}

func (h *Home) parts(line func(*texts.Texts) string) {
	if h.shell == nil {
		h.say(line(h.Person.Texts()))
		return
	}
	h.parting = append(h.parting, line)
}

// say writes a line for the person.
func (h *Home) say(line string) {
	if h.Person.ASCII {
		line = texts.InASCII(line)
	}
	fmt.Fprintln(h.Out, line)
}

// terminal has the full screens.
func (h *Home) terminal() tui.Terminal {
	h.Person.Asked = true
	return tui.Terminal{In: h.In, Out: h.Out, Texts: h.Person.Texts(), Style: h.Person.Style(h.Out), Library: h.Lib}
}

// somebody reports whether a person can be asked at a terminal.
func (h *Home) somebody() bool { return kit.IsTerminal(h.In) && kit.IsTerminal(h.Out) }

// OnScreen reports whether there is a full screen to play on.
func (h *Home) OnScreen() bool {
	return h.shell != nil || h.somebody() && !h.Plain && !h.Browser && os.Getenv("TERM") != "dumb"
}

// Go lets something be played from a command: on a screen where there is one, else line by
// line or in a browser.
func (h *Home) Go(script func() error) error {
	if !h.OnScreen() {
		return script()
	}
	terminal := h.terminal()
	h.begins(&terminal)
	defer h.ends()
	if err := h.shell.Plays(&terminal, script); !errors.Is(err, tui.ErrStopped) {
		return err
	}
	return nil
}

// begins begins a visit with screens.
func (h *Home) begins(terminal *tui.Terminal) {
	stack := terminal.Stack()
	stack.Mouse = h.Person.Wants().Mouse
	h.played = &saves.Played{}
	h.shell = &tui.Place{
		Visit: tui.NewVisit(h.Ctx, stack), Library: h.Lib, Now: time.Now, New: h.newTable, Lesson: h.does(h.Lesson), ToGame: h.toGame,
		Today: h.does(func() error { return h.Today(1) }), Solve: h.solves,
		Set: h.Person.Wants(), Change: h.change, Computers: players.Names,
		Played: func() *saves.Played { return h.played },
		Stars: func() map[string]int {
			stars, _ := h.stars() // an error is told before a puzzle
			return stars
		},
		Campaign: func() kit.Row {
			return kit.Row{Letter: 'k', Label: h.shell.Theme.T("lobby.campaign"), Note: h.campaignNote(), Do: h.shell.Opens(func() *kit.Sheet {
				if len(h.played.Campaigns) > 0 {
					return h.campaignBook(h.played.Campaigns[0].Name)
				}
				return h.newCampaign()
			})}
		},
	}
}

// ends says the last words.
func (h *Home) ends() {
	h.shell = nil
	for _, line := range h.parting { // in the language of the last screen
		h.say(line(h.Person.Texts()))
	}
	h.parting = nil
}

// wait does something that may take a while, which the screen says where there is one.
func (h *Home) wait(text string, work func(context.Context) error) error {
	if h.shell == nil {
		return work(h.Ctx)
	}
	return h.shell.Waits(text, work)
}

// keep writes settings, but not over those that the person wrote and that cannot be read.
func keep(now settings.Settings) error {
	if _, err := settings.Load(settings.Path()); err != nil {
		return err
	}
	return now.Save(settings.Path())
}

// CloseBrowser closes the door for the browser, if it is open.
func (h *Home) CloseBrowser() {
	if h.browser != nil {
		_ = h.browser.Close()
		h.browser = nil
	}
}

// inBrowser plays on pages in a browser on this machine, which are opened for the first round.
// From the menu the person can come back there.
func (h *Home) inBrowser(r web.Solo) (next play.Wish, err error) {
	ctx := h.Ctx
	t := h.Person.Texts()
	var messages []string
	wants := h.Person.Wants()
	if !r.Unsaved {
		advice := *r.Advice // the pages have one of their own
		advice.Tips, advice.Told = !wants.NoTips, wants.Tips
		r.Advice = &advice
		defer func() { err = errors.Join(err, h.keepTips(h.browser.Told())) }()
	}
	first := h.browser == nil
	if first {
		if h.browser, err = web.NewHome(h.Lib, t, &onPage{Home: h}, h.beat()); err != nil {
			return play.Nothing, err
		}
	}
	h.browser.Show(r)
	if first {
		messages = append(messages, t.T("web.athome", h.browser.Link))
		if web.Browse(ctx, h.browser.Link) != nil {
			messages = append(messages, t.T("web.nobrowser"))
		}
	}
	if h.shell == nil {
		for _, line := range messages {
			fmt.Fprintln(h.Out, line)
		}
		return h.browser.Left(ctx)
	}
	err = h.shell.Waits(t.T("web.athome", h.browser.Link), func(ctx context.Context) (err error) {
		next, err = h.browser.Left(ctx)
		return err
	})
	if errors.Is(err, tui.ErrStopped) {
		return play.Nothing, nil
	}
	return next, err
}

// keepTips keeps which tips the person has had.
func (h *Home) keepTips(tips []string) error {
	now := h.Person.Wants()
	if slices.Equal(now.Tips, tips) {
		return nil
	}
	now.Tips = tips
	h.Person.Wish(now)
	return keep(now)
}

// advised is what the person is told in the rounds of this visit.
func (h *Home) advised() *play.Advice {
	if h.advice == nil {
		h.advice = &play.Advice{Coach: !h.Silent}
	}
	return h.advice
}

// again is the command that goes on with the game. One that was asked for by its
// name need not be the last one played, when nothing was decided in it.
func (h *Home) again(g *Game) string {
	if name := g.campaign(); name != "" {
		return h.command("fellowship campaign play " + name)
	}
	if g.named {
		return h.command("fellowship play " + g.file.Name())
	}
	return h.command("fellowship play")
}

// onward is the command that plays the next chapter, with as many players; empty
// when there is none.
func (h *Home) onward(g *Game) string {
	if g.of != nil {
		return h.again(g)
	}
	id, err := chapters.ParseDealID(g.record().Deal)
	if err != nil {
		return ""
	}
	c := chapterAfter(h.Lib, id.Chapter)
	if c == nil {
		return ""
	}
	command := "fellowship play --chapter " + c.ID
	if id.Players != 4 {
		command += fmt.Sprintf(" --players %d", id.Players)
	}
	return h.command(command)
}

// command completes a command with the flags that are about the program.
func (h *Home) command(command string) string {
	if h.Plain {
		command += " --plain"
	}
	if h.Person.Lang != "" {
		command += " --lang " + h.Person.Lang
	}
	if h.Person.Chapters != "" {
		command += " --chapters " + h.Person.Chapters
	}
	return command
}

// beat is how long a computer player takes at least, as tui.Options has it.
func (h *Home) beat() time.Duration {
	if h.Person.Wants().Quick {
		return -1
	}
	return 0
}

// nothingChosen means that a person was asked and chose nothing.
var nothingChosen = say.New("nothing was chosen, so nothing is played")

// ask lets the person choose one of a list line by line, and returns which.
func (h *Home) ask(question string, list []string) (int, error) {
	answers := h.Person.answers(h.Ctx, h.In)
	for {
		h.say(question)
		for i, line := range list {
			h.say(fmt.Sprintf("  %d  %s", i+1, line))
		}
		fmt.Fprint(h.Out, h.Person.Texts().T("campaign.ask.number", len(list)))
		answer, err := answers.Next()
		for i := range list {
			if answer == fmt.Sprint(i+1) {
				return i, nil
			}
		}
		switch {
		case err != nil:
			return 0, say.Errorf("nothing was chosen: %w", err)
		case answer == "q" || answer == "quit":
			return 0, nothingChosen
		}
	}
}
