package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

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
	return append(all, play.Offered(slices.Concat(choiceActs(t), enterActs(), tableActs()))...)
}

func isChoosing(m *Model) bool { return m.phase == choosing }

// isChoosingCard reports whether a card is to be played.
func isChoosingCard(m *Model) bool {
	return isChoosing(m) && m.view.Ask.Kind == chapters.PlayCard && m.choice.Seat != tricks.NoSeat
}

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
		Line:      func(m *Model) bool { return m.view.Result != chapters.Won }, // after a win Enter does the same
		EnabledWhen: func(m *Model) bool {
			return m.phase == finished && (m.progress() == nil || m.view.Result == chapters.Won)
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
			Line:   func(m *Model) bool { return isChoosing(m) && len(m.choice.Items) > 1 },
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
			EnabledWhen: func(m *Model) bool { return isChoosing(m) && m.choice.Step != scene.Opening },
			Do:          (*Model).backToOpening,
		},
	}
}

// enterActs returns the actions of Enter while nothing is to be chosen.
func enterActs() []act {
	canContinue := func(m *Model) bool {
		switch m.phase {
		case trickEnd, notice, settled, curtain:
			return true
		}
		return m.phase == finished && m.opts.Table != nil
	}
	isWon := func(m *Model) bool { return m.view.Result == chapters.Won }
	return []act{
		{
			Name:        "goon",
			Keys:        []string{"enter", " "},
			Shown:       "key.enter",
			Rank:        1,
			EnabledWhen: canContinue,
			Do:          (*Model).leavePhase,
			Line:        func(m *Model) bool { return m.phase != trickEnd || !m.auto },
		},
		nextStepAct("onward", play.NextChapter, func(m *Model) bool { return isWon(m) && m.offers("nextchapter") }),
		nextStepAct("more", play.Another, func(m *Model) bool {
			return isWon(m) && m.client.Puzzle == nil && !m.offers("nextchapter")
		}),
		nextStepAct("nextpuzzle", play.Another, func(m *Model) bool { return m.client.Puzzle != nil }),
		nextStepAct("retry", play.Again, func(m *Model) bool { return !isWon(m) }),
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
		EnabledWhen: func(m *Model) bool { return m.phase == finished && m.offers("again") && applies(m) },
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
			Line:   func(m *Model) bool { return m.phase == finished },
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
	isLeaving := func(m *Model) bool { return m.leaving }
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
			EnabledWhen: func(m *Model) bool { return !m.leaving && m.canStep() },
			Do:          func(m *Model) tea.Cmd { return m.leaveFor(m.opts.StepThrough) },
		},
		{
			Name:        "close",
			Keys:        []string{"esc", "enter", " ", "q"},
			Shown:       "key.enter",
			Rank:        5,
			EnabledWhen: func(m *Model) bool { return !m.leaving },
		},
	}
}
