package terminal

import (
	"strings"

	"fellowship/cmd/internal/texts"

	"github.com/muesli/termenv"
)

// Environment holds the variables that a terminal has sent, by name.
type Environment map[string]string

// knownVariables are the variables that are kept. All others are ignored.
var knownVariables = map[string]bool{
	"TERM": true, "COLORTERM": true, "NO_COLOR": true,
	"LANG": true, "LC_ALL": true, "LC_CTYPE": true, "LC_MESSAGES": true,
}

// longestVariable is the longest value that is kept.
const longestVariable = 64

// Set keeps a variable if it is known, and reports whether it did.
func (e Environment) Set(name, value string) bool {
	if !knownVariables[name] || len(value) > longestVariable {
		return false
	}
	e[name] = value
	return true
}

// Describe sets the language of the visitor, and the colours and characters of the terminal.
func (e Environment) Describe(t *Terminal) {
	t.Visitor.Lang = texts.Language(func(name string) string { return e[name] })
	t.Colors = e.colors()
	t.ASCII = e.ascii()
}

// Dumb reports whether the terminal cannot show a full screen.
func (e Environment) Dumb() bool { return e["TERM"] == "" || e["TERM"] == "dumb" }

// colors returns the colours of the terminal: the sixteen that nearly every terminal has, or 256 or all colours if it
// says so. Old terminals without colours are known by name.
func (e Environment) colors() termenv.Profile {
	term := e["TERM"]
	switch {
	case e["NO_COLOR"] != "", e.Dumb(), strings.HasSuffix(term, "-m"), strings.HasSuffix(term, "-mono"):
		return termenv.Ascii
	}
	for _, old := range []string{"vt52", "vt100", "vt102", "vt220"} {
		if term == old || strings.HasPrefix(term, old+"-") {
			return termenv.Ascii
		}
	}
	if colorTerm := e["COLORTERM"]; colorTerm == "truecolor" || colorTerm == "24bit" {
		return termenv.TrueColor
	}
	if strings.Contains(term, "256color") {
		return termenv.ANSI256
	}
	return termenv.ANSI
}

// ascii reports whether the terminal uses another encoding than UTF-8. Then only the characters of ASCII are the same
// everywhere. A terminal that does not name its encoding counts as UTF-8.
func (e Environment) ascii() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		value := e[name]
		if value == "" {
			continue
		}
		_, charset, hasCharset := strings.Cut(value, ".")
		charset, _, _ = strings.Cut(charset, "@")
		charset = strings.ReplaceAll(strings.ToLower(charset), "-", "")
		return hasCharset && charset != "utf8" || value == "C" || value == "POSIX"
	}
	return false
}
