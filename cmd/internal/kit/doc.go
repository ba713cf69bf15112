// Package kit is what every screen is made of: how things are said and look on a terminal
// (theme.go, ink.go, sizes.go), lines of keys and the frame around a page (frame.go), forms and
// texts that scroll (form.go, reader.go), and the screens that lie on each other (stack.go).
package kit
