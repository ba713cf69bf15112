package tui

import (
	"cmp"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// boardScreen is a screen with a board, over which pages are opened.
type boardScreen struct {
	theme   *kit.Theme
	library *chapters.Library
	// w is the width of the window.
	w int
	// h is the height of the window.
	h int
}

func newBoardScreen(terminal *Terminal) boardScreen {
	return boardScreen{
		theme:   kit.NewTheme(terminal.Texts, terminal.Style),
		library: terminal.library(),
		w:       kit.MinWidth,
		h:       kit.MinHeight,
	}
}

func (p *boardScreen) resize(msg tea.WindowSizeMsg) {
	p.w = msg.Width
	p.h = msg.Height
}

// openPage opens a page over the board. keys are the keys that open it, which also close it. A shortcut of
// the page first closes the page.
func (p *boardScreen) openPage(b *scene.Board, keys []string, c kit.Content) tea.Cmd {
	return func() tea.Msg {
		return kit.ModelDoneMsg(func(s *kit.Stack, screen *kit.ModelScreen) tea.Cmd {
			for i := range c.Shortcuts {
				do := c.Shortcuts[i].Do
				c.Shortcuts[i].Do = func() tea.Cmd {
					s.PopOverlay()
					return screen.Route(do())
				}
			}
			return s.PushOverlay(pageOverlay(s, p.library, b, keys, c))
		})
	}
}

// openRules opens the rules over the screen that is drawn as frame. keys returns the lines about its keys.
func (p *boardScreen) openRules(frame *felt.Grid, keys func(w int) []string, v *chapters.View) tea.Cmd {
	return func() tea.Msg {
		return kit.ModelDoneMsg(func(s *kit.Stack, _ *kit.ModelScreen) tea.Cmd {
			return s.PushOverlay(rules(s, p.library, frame, keys, tableEntries(p.theme.Texts, v)))
		})
	}
}

// pageOverlay returns a page about a board, with the state of the round at the end of the headline. The
// keys that open it also close it.
func pageOverlay(s *kit.Stack, lib *chapters.Library, b *scene.Board, keys []string, c kit.Content) *kit.Sheet {
	stage, _ := b.Stage()
	c.State = strings.Join(texts.NotEmpty(book.DealName(b.Texts, lib, b.View.Deal), stage), "  ")
	c.Enter = s.PopOverlay
	c.EnterLabel = s.T("action.close")
	sh := &kit.Sheet{Back: s.PopOverlay, Keys: map[string]func() tea.Cmd{}, Build: func() kit.Content { return c }}
	for _, k := range keys {
		sh.Keys[k] = s.PopOverlay
	}
	return sh
}

// answerPage names the page with the answer whether the deal could have been won.
const answerPage = "solve"

// tabPairs has the actions without a key of their own. Each belongs to the page of another action, and Tab
// switches between the two.
var tabPairs = map[string]string{string(play.Won): string(play.Goals), "why": string(play.Know)}

// tabAction returns what Tab does on the page of an action, nil for nothing.
func (m *Model) tabAction(name string) *play.Bound[*Model, tea.Cmd] {
	if solve := m.acts.ByName(answerPage); name == string(play.Log) && solve.Possible(m) && m.offers(answerPage) {
		return solve
	}
	for page, front := range tabPairs {
		switch name {
		case front:
			return m.acts.ByName(page)
		case page:
			return m.acts.ByName(front)
		}
	}
	return nil
}

// readPage opens the page of an action.
func (m *Model) readPage(name string) tea.Cmd {
	m.opts.Advice.NoteTried(name)
	b := m.board()
	keys := m.acts.ByName(cmp.Or(tabPairs[name], name)).Binding.Keys()
	body := b.Page(name)
	c := kit.Content{
		Title:      play.Title(m.theme.Texts, name),
		StartAtEnd: name == string(play.Log),
		Page:       func(int) page.Page { return body },
	}
	if name == string(play.Log) && m.phase == finished { // with the texts about the result
		for _, l := range m.endScene().Lines {
			body = page.Join(body, page.FromText(l))
		}
	}
	if name == answerPage {
		c.Title = m.theme.Texts.T("tui.page.answer")
		c.Page = func(int) page.Page { return m.answerText() }
		if step := m.overlayActs.ByName("step"); step.Possible(m) {
			c.Shortcuts = []kit.Shortcut{{
				Key:   step.Binding.Keys()[0],
				Label: step.Help().Desc,
				Do:    func() tea.Cmd { return step.Do(m) },
			}}
		}
	}
	if next := m.tabAction(name); next != nil {
		c.Shortcuts = append(c.Shortcuts, kit.Shortcut{
			Key:   "tab",
			Label: next.Help().Desc,
			Do:    func() tea.Cmd { return next.Do(m) },
		})
	}
	return m.openPage(b, keys, c)
}

// answerText returns the answer whether the deal could have been won, with the other texts about the deal.
func (m *Model) answerText() page.Page {
	body := page.FromText(strings.TrimRight(m.answer, "\n"))
	for _, text := range append(m.epilogueLines(), texts.NotEmpty(m.triesText())...) {
		body = page.Join(body, page.FromText(text))
	}
	return body
}

// intro returns the page of the current chapter: what is special, and its characters.
func (m *Model) intro() kit.Content {
	b := m.board()
	c := m.view.Chapter
	if c == nil {
		return kit.Content{Title: b.Heading(), Page: func(int) page.Page { return b.Page(string(play.Chapter)) }}
	}
	special := b.SpecialTexts()
	switch m.view.Players {
	case 1:
		special = append(special, m.theme.Texts.T("intro.solo"))
	case 2:
		special = append(special, m.theme.Texts.T("intro.two"))
	}
	cast := rulebook.Cast(m.theme.Texts, m.library, c, func(character *characters.Character) string {
		return m.theme.Texts.Round(&m.view).GoalInFull(character, 0)
	})
	deal := book.DealName(m.theme.Texts, m.library, m.view.Deal)
	format := chapterLength(m.theme.Texts, c) + ", " + m.theme.Texts.N("campaign.players", m.view.Players)
	states := []string{strings.Join(texts.NotEmpty(deal, format), "  "), deal, format, ""}
	cover := castPage{special: specialTexts(m.theme.Texts, c, special), members: cast}
	return kit.Content{
		Title:     b.Title(),
		Rows:      rowsOf(cast),
		FitsSmall: true,
		Draw:      cover.draw(b.Title(), states...),
	}
}

// introSheet returns the chapter's page that is shown before the round, nil without a chapter. Esc leaves
// the round.
func (m *Model) introSheet(s *kit.Stack, screen *kit.ModelScreen) *kit.Sheet {
	if m.view.Chapter == nil {
		return nil
	}
	sh := pageOverlay(s, m.library, m.board(), m.acts.ByName(string(play.Chapter)).Binding.Keys(), m.intro())
	sh.Back = func() tea.Cmd {
		s.PopOverlay()
		return screen.Route(m.quitWith(play.Nothing))
	}
	return sh
}

// helpText returns the lines of the help: the keys, and how to read the screen.
func (m *Model) helpText(w int) []string {
	columns := m.acts.Columns(m)
	out := m.theme.HelpColumns(columns[:3], w)
	for _, more := range columns[3:] { // actions that are rarely there
		out = append(out, m.theme.HelpColumns([][]key.Binding{more}, w)...)
	}
	return append(append(out, ""), m.theme.Wrap(strings.TrimSpace(m.theme.Texts.T("tui.legend")), w)...)
}
