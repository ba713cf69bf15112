// Package background keeps Bubble Tea from asking the terminal for its background when the
// program begins. Its first version asks in an init, for every command, and a terminal that
// does not answer holds up `fellowship version` for five seconds. The program needs no
// answer: settings and COLORFGBG say whether the ground is light.
//
// Go initialises packages in the order of their import paths, as far as their imports allow.
// This one needs Lip Gloss only, so it comes before github.com/charmbracelet/bubbletea.
package background

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
