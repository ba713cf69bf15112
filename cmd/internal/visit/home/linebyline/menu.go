package linebyline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/visit/home"
)

// Menu prints the menu, carries out what the person types, and prints it again, until the person leaves or the input
// ends.
func Menu(ctx context.Context, s *Stage) error {
	m := &menu{stage: s, ctx: ctx}
	for {
		chosen, err := m.choose()
		if errors.Is(err, io.EOF) || err == nil && chosen == nil {
			return nil
		}
		if err == nil {
			m.stage.console.Lines(ctx).Decided()
			err = m.open(chosen)
		}
		switch {
		case errors.Is(err, play.ErrExit):
			return nil
		case err == nil, errors.Is(err, home.ErrNothingChosen), errors.Is(err, io.EOF):
		case ctx.Err() != nil || say.IsInternal(err):
			return err
		default:
			m.stage.console.PrintLine(m.stage.home.Person.Texts().Problem(err))
		}
	}
}

// menu is the menu line by line.
type menu struct {
	stage *Stage
	ctx   context.Context
	// played has what the person had played when the menu was printed.
	played *saves.Played
	// lines are the lines of the menu, as they were printed.
	lines []choose.MenuLine
}

// entries are the entries of the menu that can be used line by line, with what they do.
var entries = map[string]func(*menu, *choose.MenuLine) error{
	"continue": func(m *menu, line *choose.MenuLine) error { return m.stage.home.ResumeNamed(line.Which, false) },
	"today":    func(m *menu, _ *choose.MenuLine) error { return m.stage.home.Today(1) },
	"campaign": (*menu).playCampaign,
	"new":      (*menu).playNew,
	"lesson":   (*menu).playLesson,
	"rules":    (*menu).showRules,
	"saved":    (*menu).resumeSaved,
	"stats":    (*menu).showStatistics,
	"puzzle":   (*menu).solvePuzzles,
	"leave":    func(*menu, *choose.MenuLine) error { return play.ErrExit },
}

// T returns the text of a key.
func (m *menu) T(key string, args ...any) string { return m.stage.home.Person.Texts().T(key, args...) }

// read reads what the person has played, and the lines of the menu that follow from it. A person who is new finds the
// first evening in the first line.
func (m *menu) read() (isNew bool, err error) {
	h := m.stage.home
	list := h.Saves.List()
	if list.Err != nil {
		return false, list.Err
	}
	m.played = list.Played(h.Library)
	stars, err := h.Stars()
	if err != nil {
		return false, err
	}
	isNew = len(m.played.Games)+len(m.played.Damages) == 0 && !h.Person.Settings().Lesson
	facts := choose.MenuFacts{
		Texts:   h.Person.Texts(),
		Library: h.Library,
		Client:  settings.ScreenAtHome,
		Now:     time.Now(),
		Stars:   stars,
		Played:  m.played,
		IsNew:   isNew,
	}
	m.lines = slices.DeleteFunc(facts.Menu(), func(line choose.MenuLine) bool { return entries[line.Entry.Name] == nil })
	if isNew {
		slices.SortStableFunc(m.lines, func(a, b choose.MenuLine) int {
			return cmp.Compare(rankOf(&a), rankOf(&b))
		})
	}
	return isNew, nil
}

// rankOf returns the rank of a line in the menu of a person who is new.
func rankOf(line *choose.MenuLine) int {
	if line.Entry.Name == "lesson" {
		return 0
	}
	return 1
}

// choose prints the menu and returns the line that the person chooses. An empty answer is the first line.
func (m *menu) choose() (*choose.MenuLine, error) {
	isNew, err := m.read()
	if err != nil {
		return nil, err
	}
	out := m.stage.console
	if isNew {
		out.PrintLine(m.T("lobby.welcome"))
	}
	if note := book.DamageNote(m.stage.home.Person.Texts(), m.played.Damages); note != "" {
		out.PrintLine(note)
	}
	out.PrintLine(m.T("plain.menu"))
	for i := range m.lines {
		line := &m.lines[i]
		text := strings.Join(texts.NotEmpty(line.Label, cmp.Or(line.Note, line.About)), ": ")
		out.PrintLine(fmt.Sprintf("  %d  %s", i+1, text))
	}
	for {
		answer, err := m.ask("plain.menu.ask", m.lines[0].Label)
		if err != nil {
			return nil, err
		}
		if line := m.find(answer); line != nil {
			return line, nil
		}
		out.PrintLine(m.T("plain.menu.unknown", answer))
	}
}

// find returns the line that an answer names: by its number, its letter or the beginning of its label. An empty answer
// is the first line.
func (m *menu) find(answer string) *choose.MenuLine {
	answer = strings.ToLower(answer)
	if slices.Contains([]string{"q", "quit", "exit"}, answer) {
		answer = "leave"
	}
	if n, err := strconv.Atoi(answer); err == nil {
		if n < 1 || n > len(m.lines) {
			return nil
		}
		return &m.lines[n-1]
	}
	i := slices.IndexFunc(m.lines, func(line choose.MenuLine) bool {
		return answer == "" || answer == string(line.Entry.Letter) || answer == line.Entry.Name ||
			len(answer) > 1 && strings.HasPrefix(strings.ToLower(line.Label), answer)
	})
	if i < 0 {
		return nil
	}
	return &m.lines[i]
}

// ask prints a question and returns the answer.
func (m *menu) ask(key string, args ...any) (string, error) {
	m.stage.console.PrintLine(m.T(key, args...))
	return m.stage.console.Lines(m.ctx).Next()
}

// open does what a line of the menu is for.
func (m *menu) open(line *choose.MenuLine) error {
	if line.Err != nil {
		return line.Err
	}
	return entries[line.Entry.Name](m, line)
}

// playLesson plays the first evening, and remembers in the settings that it was opened.
func (m *menu) playLesson(*choose.MenuLine) error {
	h := m.stage.home
	if now := h.Person.Settings(); !now.Lesson {
		now.Lesson = true
		if err := h.Person.KeepSettings(now); err != nil {
			m.stage.console.PrintLine(h.Person.Texts().Problem(err))
		}
	}
	return h.Lesson()
}

// playNew asks for a chapter and the number of players, and plays a round. Empty answers are the next chapter and four
// players.
func (m *menu) playNew(*choose.MenuLine) error {
	h := m.stage.home
	next := m.played.Next(h.Library.Chapters)
	id, err := m.ask("plain.menu.chapter", h.Person.Texts().Chapter(next))
	if err != nil {
		return err
	}
	setup := h.Form(1)
	setup.Chapter = cmp.Or(strings.ToLower(id), next.ID)
	if _, err := h.Library.Chapter(setup.Chapter); err != nil {
		return err
	}
	answer, err := m.ask("plain.menu.players")
	if err != nil {
		return err
	}
	setup.Players = 4
	if answer != "" {
		setup.Players, _ = strconv.Atoi(answer)
		if setup.Players < 1 || setup.Players > 4 {
			m.stage.console.PrintLine(m.T("plain.menu.range", 4))
			return nil
		}
	}
	return h.PlayNew(setup)
}

// playCampaign plays the campaign that was played last, or begins one.
func (m *menu) playCampaign(*choose.MenuLine) error {
	h := m.stage.home
	if len(m.played.Campaigns) > 0 {
		run := home.Campaign{Name: m.played.Campaigns[0].Name, Choice: campaign.Choice{Seed: home.AnySeed()}}
		return h.PlayCampaign(run)
	}
	unnamed := strings.TrimSpace(m.T("lobby.campaign.unnamed"))
	name, err := m.ask("plain.menu.campaign", unnamed)
	if err != nil {
		return err
	}
	setup := h.Form(1)
	return h.BeginCampaign(cmp.Or(name, unnamed), setup.SeatPlayers(setup.Players))
}

// resumeSaved lists the games that are not finished, and continues the one that the person chooses.
func (m *menu) resumeSaved(*choose.MenuLine) error {
	var names, labels []string
	for i := range m.played.Games {
		game := &m.played.Games[i]
		if game.Err == nil && !game.Finished {
			names = append(names, game.Name)
			labels = append(labels, book.Summary(m.stage.home.Person.Texts(), m.stage.home.Library, game))
		}
	}
	if len(names) == 0 {
		m.stage.console.PrintLine(m.T("plain.menu.nogames"))
		return nil
	}
	i, err := m.stage.askByNumber(m.ctx, m.T("plain.menu.saved"), labels)
	if err != nil {
		return err
	}
	return m.stage.home.ResumeNamed(names[i], true)
}

// showStatistics prints the person's statistics.
func (m *menu) showStatistics(*choose.MenuLine) error {
	h := m.stage.home
	stars, err := h.Stars()
	if err != nil {
		return err
	}
	return m.print(book.OwnStatistics(h.Person.Texts(), h.Library, &m.played.Stats, stars).Page())
}

// showRules prints the rule that the person asks for, or the list of what can be looked up.
func (m *menu) showRules(*choose.MenuLine) error {
	h := m.stage.home
	word, err := m.ask("plain.menu.rules")
	if err != nil {
		return err
	}
	found := rulebook.Contents(h.Person.Texts())
	if word != "" {
		if found, err = rulebook.Find(h.Library, h.Person.Texts(), word); err != nil {
			return err
		}
	}
	return m.print(found)
}

// print prints a page.
func (m *menu) print(p page.Page) error { return m.stage.console.Print(m.stage.console.Out, p) }

// solvePuzzles asks for a chapter and plays its puzzles. An empty answer is the puzzle of the day.
func (m *menu) solvePuzzles(*choose.MenuLine) error {
	answer, err := m.ask("plain.menu.puzzles")
	if err != nil {
		return err
	}
	puzzles, err := choose.PuzzlesOf(cmp.Or(answer, choose.TodaysPuzzle), time.Now())
	if err != nil {
		return err
	}
	if len(puzzles) == 0 {
		m.stage.console.PrintLine(m.T("plain.menu.nopuzzles", answer))
		return nil
	}
	return m.stage.home.Puzzles(puzzles, "")
}
