package tui

import (
	"errors"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// act is an action on this screen, acts are several with their keys.
type (
	act  = play.Action[*Model, tea.Cmd]
	acts = play.List[*Model, tea.Cmd]
)

// newBoardActs are the actions on the board: those of every front end, and those with a cursor and
// keys. The letters of the suits are left to cards.
func newBoardActs(t *texts.Texts) []act {
	letters := t.SuitLetters()
	isChoosing := func(m *Model) bool { return m.phase == choosing }
	playsCard := func(m *Model) bool {
		return isChoosing(m) && m.view.Ask.Kind == chapters.PlayCard && m.choice.Seat != tricks.NoSeat
	}
	canContinue := func(m *Model) bool {
		switch m.phase {
		case trickEnd, notice, settled, curtain:
			return true
		}
		return m.phase == finished && m.opts.Table != nil
	}
	further := act{ // also after a loss, but in a campaign, which stays there
		Name: "further", Keys: []string{"n"}, Column: 3, Rank: 4, Do: func(m *Model) tea.Cmd {
			return m.quitWith(play.NextChapter)
		},
		Available: func(m *Model) bool { return m.offers("nextchapter") },
		Line:      func(m *Model) bool { return m.view.Result != chapters.Won }, // else it is told as that of Enter
		EnabledWhen: func(m *Model) bool {
			return m.phase == finished && (m.progress() == nil || m.view.Result == chapters.Won)
		},
	}
	return append(append([]act{further}, play.Round[*Model, tea.Cmd]()...), play.Offered([]act{
		{
			Name: "move", Keys: []string{"left", "right", "up", "down", "tab", "shift+tab", "home", "end"},
			Shown: "key.arrows", Column: 1, Rank: 7, Line: func(m *Model) bool {
				return isChoosing(m) && len(m.choice.Items) > 1
			},
		},
		{Name: "suits", Keys: strings.Split(letters+strings.ToLower(letters), ""), Shown: "key.suits", Column: 1},
		{
			Name: "rank", Keys: []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-"}, Shown: "key.ranks",
			Column: 1,
		},
		{
			Name: "pick", Keys: []string{"enter", " "}, Shown: "key.enter", Column: 1, Rank: 1, EnabledWhen: playsCard,
			Do: (*Model).pick,
		},
		{
			Name: "choose", Keys: []string{"enter", " "}, Shown: "key.enter", Rank: 1, Do: (*Model).pick,
			EnabledWhen: func(m *Model) bool { return isChoosing(m) && !playsCard(m) },
		},
		{Name: "ring", Keys: []string{"!"}, Column: 1, EnabledWhen: isChoosing, Do: (*Model).playRing},
		{
			Name: "back", Keys: []string{"esc", "backspace"}, Shown: "key.esc", Column: 1, Rank: 6,
			Do:          (*Model).backToOpening,
			EnabledWhen: func(m *Model) bool { return isChoosing(m) && m.choice.Step != scene.Opening },
		},
		{
			Name: "goon", Keys: []string{"enter", " "}, Shown: "key.enter", Rank: 1, EnabledWhen: canContinue,
			Do:   (*Model).leavePhase,
			Line: func(m *Model) bool { return m.phase != trickEnd || !m.auto },
		},
		nextStepAct("onward", play.NextChapter, func(m *Model) bool {
			return m.view.Result == chapters.Won && m.offers("nextchapter")
		}),
		nextStepAct("more", play.Another, func(m *Model) bool {
			return m.view.Result == chapters.Won && m.client.Puzzle == nil && !m.offers("nextchapter")
		}),
		nextStepAct("nextpuzzle", play.Another, func(m *Model) bool { return m.client.Puzzle != nil }),
		nextStepAct("retry", play.Again, func(m *Model) bool { return m.view.Result != chapters.Won }),
		tableAct(act{Name: "table", Shown: "key.table", Column: 3}),
		tableAct(act{Name: "phrases", Keys: []string{","}, Column: 3}),
		tableAct(act{Name: "together", Keys: []string{"j"}, Column: 3, Rank: 12, Line: func(m *Model) bool {
			return m.phase == finished
		}}),
	})...)
}

// nextStepAct is the action of Enter after a round at home: the next step.
func nextStepAct(name string, next play.AfterRound, applies func(*Model) bool) act {
	return act{
		Name: name, Keys: []string{"enter"}, Shown: "key.enter", Rank: 1, Do: func(m *Model) tea.Cmd {
			return m.quitWith(next)
		},
		EnabledWhen: func(m *Model) bool { return m.phase == finished && m.offers("again") && applies(m) },
	}
}

// tableAct is an action that the table does at which the game is played.
func tableAct(a act) act {
	a.Do = func(m *Model) tea.Cmd { return m.opts.Table.DoAction(a.Name) }
	return a
}

// newOverlayActs are the actions where the board asks whether the person leaves, and those of pages over it.
func newOverlayActs() []act {
	return []act{
		{Name: "yes", Keys: []string{"y", "j", "enter"}, Shown: "key.yes", Rank: 1, EnabledWhen: func(m *Model) bool {
			return m.leaving
		}, Do: func(m *Model) tea.Cmd { return m.quitWith(play.Nothing) }},
		{Name: "no", Keys: []string{"n", "esc"}, Rank: 2, EnabledWhen: func(m *Model) bool { return m.leaving }},
		{Name: "step", Keys: []string{"v"}, Do: func(m *Model) tea.Cmd {
			return m.leaveFor(m.opts.StepThrough)
		}, EnabledWhen: func(m *Model) bool { return !m.leaving && m.canStep() }},
		{
			Name: "close", Keys: []string{"esc", "enter", " ", "q"}, Shown: "key.enter", Rank: 5,
			EnabledWhen: func(m *Model) bool { return !m.leaving },
		},
	}
}

// Update takes a key, a new size or a message of our own.
func (m *Model) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.resize(msg)
	case doneMsg:
		cmd = msg()
	case motionMsg:
		cmd = m.advanceMotion(msg)
	case tea.KeyMsg:
		cmd = m.handleKey(msg)
	case tea.MouseMsg:
		cmd = m.handleClick(msg)
	}
	return m, cmd
}

// handleKey handles a key: the topmost layer comes first.
func (m *Model) handleKey(msg tea.KeyMsg) tea.Cmd {
	if m.isEndMoving() {
		m.moving = nil
		return nil
	}
	m.noteText = ""
	m.warning = false
	m.moving = nil
	if m.leaving {
		a := m.overlayActs.ByKey(m, msg.String())
		m.leaving = false
		if a != nil {
			return a.Do(m)
		}
		return nil
	}
	if a := m.acts.ByKey(m, msg.String()); a != nil {
		return a.Do(m)
	}
	switch m.phase {
	case choosing:
		m.moveCursor(msg)
	case stuck:
		return m.proceed()
	}
	return nil
}

func (m *Model) moveCursor(msg tea.KeyMsg) {
	c := &m.choice
	switch msg.String() {
	case "left", "up", "shift+tab":
		c.Move(-1)
	case "right", "down", "tab":
		c.Move(1)
	case "home":
		c.Cursor = 0
	case "end":
		c.Cursor = max(len(c.Items)-1, 0)
	default:
		if len(msg.Runes) == 1 {
			c.Jump(msg.Runes[0])
		}
	}
}

func (m *Model) backToOpening() tea.Cmd {
	previous := m.choice
	m.setQuestion(scene.Opening, tricks.NoSeat)
	c := &m.choice
	if previous.Seat == tricks.NoSeat { // back from R1: the cursor stays on it
		c.Cursor = max(slices.IndexFunc(c.Items, func(item scene.Item) bool { return item.Card == tricks.OneRing }), 0)
	}
	return nil
}

// playRing plays R1 to win the trick, or goes to the answer that does.
func (m *Model) playRing() tea.Cmd {
	c := &m.choice
	if item := c.Selected(); item != nil && item.NextStep == scene.ToWin {
		d := item.Decision
		d.ToWin = true
		return m.decide(d)
	}
	c.Jump('!')
	return nil
}

func (m *Model) pick() tea.Cmd {
	item := m.choice.Selected()
	switch {
	case item == nil:
	case !item.Ok:
		m.noteText = item.Detail
		m.warning = true
		m.opts.Advice.NoteRefused(item.Card)
	case item.NextStep != scene.Opening:
		m.setQuestion(item.NextStep, item.Decision.Target)
	default:
		return m.decide(item.Decision)
	}
	return nil
}

func (m *Model) decide(d chapters.Decision) tea.Cmd {
	snapshot := m.takeSnapshot()
	err := m.client.Decide(d)
	if err == nil {
		m.snapshots[m.view.Player] = snapshot
	}
	return m.finishAction(err)
}

// finishAction goes on after something that the person wants, which may not be done yet.
func (m *Model) finishAction(err error) tea.Cmd {
	if errors.Is(err, play.ErrLosingMove) {
		m.warning = true
		return m.showAnswer(m.client.Puzzle.LossText(m.theme.Texts, &m.view), m.theme.T("lobby.puzzle"))
	}
	switch {
	case err != nil:
		return m.trouble(err)
	case m.opts.Table != nil:
		return tea.Batch(m.proceed(), m.opts.Table.TakeCommands())
	}
	return m.proceed()
}

// offers reports whether an action is there at all in this game, by its name.
func (m *Model) offers(name string) bool {
	s := m.State()
	return s.Offers(name)
}

func (m *Model) bindings() []key.Binding {
	if m.Busy() {
		return m.overlayActs.Line(m)
	}
	return m.acts.Line(m)
}

func (m *Model) keyOf(name string) string { return m.acts.ByName(name).Help().Key }

// handleClick takes the mouse: a click on an answer moves the cursor there, a second
// one takes it; the wheel scrolls pages. A curtain is never lifted by a click.
func (m *Model) handleClick(msg tea.MouseMsg) tea.Cmd {
	switch {
	case !m.mouse || m.leaving || kit.IsTiny(m.w, m.h):
		return nil
	case msg.Button != tea.MouseButtonLeft || msg.Action != tea.MouseActionPress:
		return nil
	}
	m.noteText = ""
	m.warning = false
	switch m.phase {
	case choosing:
		c := &m.choice
		hit := felt.HitAt(m.hits, msg.X, msg.Y)
		switch {
		case hit >= 0 && hit == c.Cursor:
			return m.pick()
		case hit >= 0:
			c.Cursor = hit
		}
	case trickEnd, notice:
		return m.leavePhase()
	}
	return nil
}
