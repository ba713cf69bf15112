package guest

import (
	"strings"

	"fellowship/cmd/internal/texts"

	"github.com/muesli/termenv"
)

// Environment holds the variables of known that a terminal sent, by name.
type Environment map[string]string

// knownVariables are the variables that are listened to, and longestVariable is how long
// their values may be.
var knownVariables = map[string]bool{
	"TERM": true, "COLORTERM": true, "NO_COLOR": true,
	"LANG": true, "LC_ALL": true, "LC_CTYPE": true, "LC_MESSAGES": true,
}

const longestVariable = 64

// Set keeps a variable, and reports whether it is one to listen to.
func (e Environment) Set(name, value string) bool {
	if !knownVariables[name] || len(value) > longestVariable {
		return false
	}
	e[name] = value
	return true
}

// Describe tells the visitor's language, colours and characters.
func (e Environment) Describe(v *Visitor) {
	v.Lang = texts.Language(func(name string) string { return e[name] })
	v.Colors = e.colors()
	v.ASCII = e.ascii()
}

// Dumb reports whether the terminal cannot show a full screen.
func (e Environment) Dumb() bool { return e["TERM"] == "" || e["TERM"] == "dumb" }

// colors are the sixteen that nearly every terminal has, or 256 or all where it says so. The terminals
// that have none are old, and known by name.
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

// ascii reports whether the terminal's characters are others than UTF-8: then only
// those of ASCII are the same everywhere. One that does not tell has UTF-8.
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
