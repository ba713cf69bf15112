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

	tea "github.com/charmbracelet/bubbletea"
)

// handleKey handles a key. The topmost layer comes first: the motion at the end of the round, which any key only
// ends; then the question whether the person leaves, which any key closes; then the board.
func (m *Model) handleKey(msg tea.KeyMsg) tea.Cmd {
	if m.motions.isEnd() {
		m.motions.stop()
		return nil
	}
	m.note = roundNote{}
	m.motions.stop()
	if m.leaving.isAsked {
		a := m.overlayActs.ByKey(m, msg.String())
		m.leaving.isAsked = false
		if a != nil {
			return a.Do(m)
		}
		return nil
	}
	if m.round.phase == finished {
		if m.review.steps.settles && slices.Contains([]string{"enter", " "}, msg.String()) {
			return nil
		}
		m.review.steps.touched = true
	}
	if a := m.acts.ByKey(m, msg.String()); a != nil {
		return a.Do(m)
	}
	switch m.round.phase {
	case choosing:
		moveCursor(&m.answers.choice, msg)
	case finished:
		if slices.Contains([]string{"up", "down"}, msg.String()) {
			m.review.steps.move()
		}
	case stuck:
		return m.proceed()
	}
	return nil
}

// moveCursor moves the cursor over the answers.
func moveCursor(c *scene.Chooser, msg tea.KeyMsg) {
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

// playRing plays R1 to win the trick, or moves the cursor to the answer that does (T7).
func (m *Model) playRing() tea.Cmd {
	c := &m.answers.choice
	if item := c.Selected(); item != nil && item.NextStep == scene.ToWin {
		d := item.Decision
		d.ToWin = true
		return m.decide(d)
	}
	c.Jump('!')
	return nil
}

// pick takes the answer at the cursor.
func (m *Model) pick() tea.Cmd {
	item := m.answers.choice.Selected()
	switch {
	case item == nil:
	case !item.Ok:
		m.Note(item.Detail, true)
	case item.NextStep != scene.Opening:
		m.answers.ask(item.NextStep, item.Decision.Target)
	default:
		return m.decide(item.Decision)
	}
	return nil
}

// decide makes a decision.
func (m *Model) decide(d chapters.Decision) tea.Cmd {
	seen := snapshot(m.viewer.texts(), &m.round.view)
	err := m.round.client.Decide(d)
	if err == nil {
		m.goals.last[m.round.view.Player] = seen
	}
	return m.finishAction(err)
}

// finishAction continues after an action of the person, or reports why it failed. In a puzzle a losing move is
// refused with an explanation. At a shared table the action may still be on its way to the server.
func (m *Model) finishAction(err error) tea.Cmd {
	if errors.Is(err, play.ErrLosingMove) {
		m.note.isWarning = true
		loss := m.round.client.Puzzle.LossText(m.viewer.theme.Texts, &m.round.view)
		return m.showAnswer(loss, m.viewer.theme.Texts.T("lobby.puzzle"))
	}
	switch {
	case err != nil:
		return m.trouble(err)
	case m.opts.Table != nil:
		return tea.Batch(m.proceed(), m.opts.Table.TakeCommands())
	}
	return m.proceed()
}

// bindings returns the keys for the last line.
func (m *Model) bindings() []play.Binding {
	if m.Busy() {
		return m.overlayActs.Line(m)
	}
	return m.acts.Line(m)
}

// namedKeys returns the keys that do something now, the most important ones first.
func (m *Model) namedKeys() []felt.Key { return kit.NamedKeys(keysOf(m.bindings())) }

// handleClick handles the mouse. A click on an answer moves the cursor there; a second click takes it. After a
// trick and at a notice any click continues. A click never lifts a curtain.
func (m *Model) handleClick(msg tea.MouseMsg) tea.Cmd {
	switch {
	case !m.viewer.reader.WantsMouse() || m.leaving.isAsked || kit.IsTiny(m.w, m.h):
		return nil
	case msg.Button != tea.MouseButtonLeft || msg.Action != tea.MouseActionPress:
		return nil
	}
	m.note = roundNote{}
	switch m.round.phase {
	case choosing:
		if m.answers.click(msg.X, msg.Y) {
			return m.pick()
		}
	case trickEnd, notice:
		return m.leavePhase()
	}
	return nil
}

// Update handles a key, the mouse, a new window size, other wishes of the person, the next frame of a motion, or the
// end of work in the background.
func (m *Model) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.resize(msg)
	case wishesMsg:
		cmd = m.changeWishes(&msg.terminal)
	case doneMsg:
		cmd = msg()
	case motionMsg:
		cmd = m.motions.advance(msg)
	case tea.KeyMsg:
		cmd = m.handleKey(msg)
	case tea.MouseMsg:
		cmd = m.handleClick(msg)
	}
	return m, cmd
}

// act is an action on this screen; acts is a list of actions with their keys.
type (
	act  = play.Action[*Model, tea.Cmd]
	acts = play.List[*Model, tea.Cmd]
)

// newBoardActs returns the actions on the board: the common ones of all front ends, and the ones that need a
// cursor and keys. While cards are chosen no other action has the letter of a suit as its key, since these
// letters move the cursor to cards.
func newBoardActs(t *texts.Texts) []act {
	all := []act{nextChapterAct()}
	all = append(all, play.Round[*Model, tea.Cmd]()...)
	return append(all, play.Offered(slices.Concat(choiceActs(t), enterActs(), []act{copyAct()}, tableActs()))...)
}

func isChoosing(m *Model) bool { return m.answers.isOpen() }

// isChoosingCard reports whether a card is to be played.
func isChoosingCard(m *Model) bool { return m.answers.isAboutCard() }

// nextChapterAct continues with the next chapter after the round, even if it was lost. Only a campaign stays at a
// lost chapter.
func nextChapterAct() act {
	return act{
		Name:      "further",
		Keys:      []string{"n"},
		Column:    3,
		Rank:      4,
		Do:        func(m *Model) tea.Cmd { return m.quitWith(play.NextChapter) },
		Available: func(m *Model) bool { return m.offers("nextchapter") },
		Line:      func(m *Model) bool { return !m.round.isWon() }, // after a win Enter does the same
		EnabledWhen: func(m *Model) bool {
			return m.round.phase == finished && (m.campaign.progress() == nil || m.round.isWon())
		},
	}
}

// choiceActs returns the actions that choose an answer. Actions without a function only list their keys in the
// help: moveCursor handles these keys.
func choiceActs(t *texts.Texts) []act {
	letters := t.SuitLetters()
	return []act{
		{
			Name:   "move",
			Keys:   []string{"left", "right", "up", "down", "tab", "shift+tab", "home", "end"},
			Shown:  "key.arrows",
			Column: 1,
			Rank:   7,
			Line:   func(m *Model) bool { return isChoosing(m) && len(m.answers.choice.Items) > 1 },
		},
		{
			Name:   "suits",
			Keys:   strings.Split(letters+strings.ToLower(letters), ""),
			Shown:  "key.suits",
			Column: 1,
		},
		{
			Name:   "rank",
			Keys:   []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-"},
			Shown:  "key.ranks",
			Column: 1,
		},
		{
			Name:        "pick",
			Keys:        []string{"enter", " "},
			Shown:       "key.enter",
			Column:      1,
			Rank:        1,
			EnabledWhen: isChoosingCard,
			Do:          (*Model).pick,
		},
		{
			Name:        "choose",
			Keys:        []string{"enter", " "},
			Shown:       "key.enter",
			Rank:        1,
			EnabledWhen: func(m *Model) bool { return isChoosing(m) && !isChoosingCard(m) },
			Do:          (*Model).pick,
		},
		{
			Name:        "ring",
			Keys:        []string{"!"},
			Column:      1,
			EnabledWhen: isChoosing,
			Do:          (*Model).playRing,
		},
		{
			Name:        "back",
			Keys:        []string{"esc", "backspace"},
			Shown:       "key.esc",
			Column:      1,
			Rank:        6,
			EnabledWhen: func(m *Model) bool { return isChoosing(m) && m.answers.choice.Step != scene.Opening },
			Do: func(m *Model) tea.Cmd {
				m.answers.backToOpening()
				return nil
			},
		},
	}
}

// copyAct copies what can be sent to others after the round.
func copyAct() act {
	return act{
		Name:        "copy",
		Keys:        []string{"y"},
		Column:      3,
		Rank:        6,
		EnabledWhen: func(m *Model) bool { return m.round.phase == finished && m.result.reward().block != nil },
		Do:          (*Model).copyBlock,
	}
}

// enterActs returns the actions of Enter while nothing is to be chosen.
func enterActs() []act {
	canContinue := func(m *Model) bool {
		switch m.round.phase {
		case trickEnd, notice, settled:
			return true
		}
		return m.round.phase == finished && m.opts.Table != nil && !m.review.steps.golden
	}
	isWon := func(m *Model) bool { return m.round.isWon() }
	return []act{
		{
			Name:  "fromloss",
			Keys:  []string{"enter"},
			Shown: "key.enter",
			Rank:  1,
			Do:    func(m *Model) tea.Cmd { return m.acts.ByName("onfrom").Do(m) },
			EnabledWhen: func(m *Model) bool {
				return m.round.phase == finished && m.review.steps.golden && m.offers("onfrom")
			},
		},
		{
			Name:        "goon",
			Keys:        []string{"enter", " "},
			Shown:       "key.enter",
			Rank:        1,
			EnabledWhen: canContinue,
			Do:          (*Model).leavePhase,
			Line:        func(m *Model) bool { return m.round.phase != trickEnd || !m.pace.auto },
		},
		{
			Name:        "uncover",
			Keys:        []string{"enter", " "},
			Shown:       "key.enter",
			Rank:        1,
			EnabledWhen: func(m *Model) bool { return m.round.phase == curtain },
			Do:          (*Model).leavePhase,
		},
		nextStepAct("onward", play.NextChapter, func(m *Model) bool { return isWon(m) && m.offers("nextchapter") }),
		nextStepAct("more", play.Another, func(m *Model) bool {
			return isWon(m) && m.round.client.Puzzle == nil && !m.offers("nextchapter")
		}),
		nextStepAct("nextpuzzle", play.Another, func(m *Model) bool { return m.round.client.Puzzle != nil }),
		nextStepAct("retry", play.Again, func(m *Model) bool { return !isWon(m) && !m.review.steps.golden }),
	}
}

// nextStepAct returns an action for Enter after a round at home.
func nextStepAct(name string, next play.AfterRound, applies func(*Model) bool) act {
	return act{
		Name:        name,
		Keys:        []string{"enter"},
		Shown:       "key.enter",
		Rank:        1,
		Do:          func(m *Model) tea.Cmd { return m.quitWith(next) },
		EnabledWhen: func(m *Model) bool { return m.round.phase == finished && m.offers("again") && applies(m) },
	}
}

// tableActs returns the actions that a shared table carries out.
func tableActs() []act {
	all := []act{
		{Name: "table", Shown: "key.table", Column: 3},
		{Name: "phrases", Keys: []string{","}, Column: 3},
		{
			Name:   "together",
			Keys:   []string{"j"},
			Column: 3,
			Rank:   12,
			Line:   func(m *Model) bool { return m.round.phase == finished },
		},
	}
	for i := range all {
		name := all[i].Name
		all[i].Do = func(m *Model) tea.Cmd { return m.opts.Table.DoAction(name) }
	}
	return all
}

// newOverlayActs returns the actions while the board asks whether the person leaves, and on pages over it.
func newOverlayActs() []act {
	isLeaving := func(m *Model) bool { return m.leaving.isAsked }
	return []act{
		{
			Name:        "yes",
			Keys:        []string{"y", "j", "enter"},
			Shown:       "key.yes",
			Rank:        1,
			EnabledWhen: isLeaving,
			Do:          func(m *Model) tea.Cmd { return m.quitWith(play.Nothing) },
		},
		{
			Name:        "no",
			Keys:        []string{"n", "esc"},
			Rank:        2,
			EnabledWhen: isLeaving,
		},
		{
			Name:        "step",
			Keys:        []string{"v"},
			EnabledWhen: func(m *Model) bool { return !m.leaving.isAsked && m.review.canStep() },
			Do:          func(m *Model) tea.Cmd { return m.leaveFor(m.opts.StepThrough) },
		},
		{
			Name:        "close",
			Keys:        []string{"esc", "enter", " ", "q"},
			Shown:       "key.enter",
			Rank:        5,
			EnabledWhen: func(m *Model) bool { return !m.leaving.isAsked },
		},
	}
}
