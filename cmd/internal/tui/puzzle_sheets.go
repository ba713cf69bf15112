package tui

import (
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// puzzles returns the puzzles with what the person has solved until now.
func (sh *Shell) puzzles() *choose.PuzzleBook {
	return choose.Puzzles(sh.Stack.Theme.Texts, sh.Library, sh.Stars(), sh.Now())
}

// PuzzleSheet offers the puzzle of the day and the levels. The cursor is at the level to go on with.
func (sh *Shell) PuzzleSheet() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.puzzle", Cursor: 1 + sh.puzzles().Next, Build: func() kit.Content {
		book := sh.puzzles()
		c := kit.Content{Title: book.Title, Header: []string{book.About}, Footer: []string{book.Summary}}
		c.Rows = append(c.Rows, sh.puzzleRow(&book.Today, book.Today.Name, 0))
		for i := range book.Levels {
			level := &book.Levels[i]
			c.Rows = append(c.Rows, kit.Row{
				Label:   level.Label,
				Note:    level.Summary,
				Control: sh.Stack.PushAction(func() *kit.Sheet { return sh.LevelSheet(level.Level) }),
			})
		}
		return c
	}}
}

// LevelSheet lists the puzzles of a level with their stars. The cursor is at the puzzle to go on with.
func (sh *Shell) LevelSheet(number int) *kit.Sheet {
	return &kit.Sheet{
		Name:   "lobby.puzzle.level",
		Cursor: sh.puzzles().Levels[number-1].Next,
		Build: func() kit.Content {
			book := sh.puzzles()
			level := &book.Levels[number-1]
			c := kit.Content{
				Title:      book.Title,
				State:      level.Label,
				Header:     []string{level.Summary},
				EnterLabel: sh.T("lobby.help.play"),
			}
			for i := range level.Puzzles {
				line := &level.Puzzles[i]
				c.Rows = append(c.Rows, sh.puzzleRow(line, sh.T("lobby.puzzle.number", line.Number), number))
			}
			return c
		},
	}
}

// puzzleRow returns the row that plays a puzzle of a level, and then the further ones. Level 0 has the puzzle of the
// day.
func (sh *Shell) puzzleRow(line *choose.PuzzleLine, label string, level int) kit.Row {
	id := line.ID
	return kit.Row{
		Label:     label,
		Note:      line.StarsText() + "  " + line.Details,
		ShortNote: line.StarsText(),
		Control:   kit.Button(func() tea.Cmd { return sh.Solve(level, id) }),
	}
}
