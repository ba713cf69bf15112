// Package kit is what every screen is made of: how things are said and look on a terminal (theme.go,
// sizes.go), the frame around a screen (frame.go), rows and texts that scroll (form.go, reader.go), and the
// screens that lie on each other (stack.go, hosted.go).
package kit
