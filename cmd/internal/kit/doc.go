// Package kit is what every screen is made of: the colours and signs of a terminal
// (theme.go, ink.go), the window's cells (canvas.go, sizes.go), cards as they are drawn
// (cards.go), lines of keys and the frame around a page (frame.go), and a text that
// scrolls (reader.go).
package kit
