package kit

import tea "github.com/charmbracelet/bubbletea"

// Shortcut is a key of a sheet that does something besides the rows. A row whose keys include it comes first.
type Shortcut struct {
	// Key is the name of the key, such as "d" or "tab".
	Key string
	// Label names the effect in the last line.
	Label string
	// Do runs for the key.
	Do func() tea.Cmd
}
