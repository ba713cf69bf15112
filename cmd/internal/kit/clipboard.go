package kit

import tea "github.com/charmbracelet/bubbletea"

// CopyMsg is a text that the terminal puts on the person's clipboard, if it can. Whoever runs the program on a terminal
// handles it.
type CopyMsg string

// Copy returns the command that puts a text on the person's clipboard.
func Copy(text string) tea.Cmd {
	return func() tea.Msg { return CopyMsg(text) }
}
