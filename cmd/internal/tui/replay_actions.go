package tui

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/play"

	tea "github.com/charmbracelet/bubbletea"
)

type (
	// replayAct is an action of the replay.
	replayAct = play.Action[*ReplayScreen, tea.Cmd]
	// replayActs are several actions of the replay with their keys.
	replayActs = play.List[*ReplayScreen, tea.Cmd]
)

// bindActs returns the actions. Actions without a function move to another moment, see handleKey.
func (r *ReplayScreen) bindActs() replayActs {
	worth := pageAct("worth", r.viewer.theme.Texts.T("tui.page.worth"), 0, func(r *ReplayScreen) page.Page {
		return r.moment().Page(r.viewer.theme.Texts)
	})
	worth.Available = func(r *ReplayScreen) bool { return r.opts.Judge != nil }
	return play.Bind(r.viewer.theme.Texts, nil, []replayAct{
		{
			Name:   "steps",
			Keys:   []string{"left", "right", " ", "backspace"},
			Shown:  "key.steps",
			Column: 1,
			Rank:   1,
		},
		{
			Name:   "trick",
			Keys:   []string{"up", "down", "pgup", "pgdown"},
			Shown:  "key.trick",
			Column: 1,
			Rank:   7,
		},
		{
			Name:   "ends",
			Keys:   []string{"home", "end"},
			Shown:  "key.ends",
			Column: 1,
			Rank:   9,
		},
		{
			Name:   "number",
			Keys:   []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"},
			Shown:  "key.ranks",
			Column: 1,
			Rank:   10,
		},
		{
			Name:      "find",
			Keys:      []string{"f"},
			Column:    2,
			Rank:      5,
			Do:        (*ReplayScreen).find,
			Available: func(r *ReplayScreen) bool { return r.walk.GameAt(r.walk.Len()).Result() != chapters.Won },
		},
		worth,
		{
			Name:      "why",
			Keys:      []string{"tab"},
			Column:    2,
			Rank:      4,
			Do:        (*ReplayScreen).explain,
			Available: func(r *ReplayScreen) bool { return r.walk.HasComputers() },
		},
		pageAct("goals", play.Title(r.viewer.theme.Texts, "goals"), 6, func(r *ReplayScreen) page.Page {
			return r.board.Page("goals")
		}),
		pageAct("log", play.Title(r.viewer.theme.Texts, "log"), 8, func(r *ReplayScreen) page.Page {
			return r.board.Page("log")
		}),
		{
			Name:      "playon",
			Keys:      []string{"p"},
			Column:    2,
			Rank:      5,
			Do:        (*ReplayScreen).playOn,
			Available: func(r *ReplayScreen) bool { return r.opts.PlayOn != nil },
		},
		{
			Name:      "copy",
			Keys:      []string{"y"},
			Column:    2,
			Rank:      6,
			Do:        func(r *ReplayScreen) tea.Cmd { return r.copyShared(r.opts.Shared, r.board, []string{"y"}) },
			Available: func(r *ReplayScreen) bool { return r.opts.Shared != nil },
		},
		{
			Name:   "help",
			Keys:   []string{"?"},
			Column: 3,
			Rank:   2,
			Do:     func(r *ReplayScreen) tea.Cmd { return r.openRules(r.Grid(), r.helpText, r.board.View) },
		},
		{
			Name:   "quit",
			Keys:   []string{"q", "esc"},
			Column: 3,
			Rank:   3,
			Do:     (*ReplayScreen).leave,
		},
	}...)
}

// pageAct returns the action that opens a page. Its key is the first letter of its name.
func pageAct(name, title string, rank int, read func(r *ReplayScreen) page.Page) replayAct {
	return replayAct{
		Name:   name,
		Keys:   []string{name[:1]},
		Column: 2,
		Rank:   rank,
		Do: func(r *ReplayScreen) tea.Cmd {
			c := kit.Content{Title: title, StartAtEnd: name == "log", Page: func(int) page.Page { return read(r) }}
			return r.openPage(r.board, []string{name[:1]}, c)
		},
	}
}
