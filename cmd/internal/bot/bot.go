// Package bot lets programs in any language be computer players. docs/bots.md explains how they are
// asked and how they answer.
//
// A program decides for one seat of one round. It starts when its first decision is due, and is
// ended with the round. Only command lines can name programs: all other readers of a name that
// begins with bot: ask package players, which does not know such a player.
package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/round"
	"fellowship/solver/players"
	"fellowship/tricks"
)

const (
	// UsualTimeout is how long a program may think about a decision by default.
	UsualTimeout = 10 * time.Second
	// longestAnswer is the largest number of bytes in a line of a program.
	longestAnswer = 64 << 10
	// grace is how long a program has to end by itself after the round.
	grace = time.Second
)

// Programs starts the programs of a command.
type Programs struct {
	// Timeout is how long a program may think about a decision.
	Timeout time.Duration
	// Stderr receives what the programs write to their standard errors, line by line; nil discards
	// it.
	Stderr io.Writer

	// mu is held while something is written to Stderr.
	mu sync.Mutex
}

// New returns a computer player for one round. The name may name a program.
func (p *Programs) New(name string) (players.Player, error) {
	if !round.IsProgram(name) {
		return players.New(name)
	}
	words, err := words(name)
	if err != nil {
		return nil, err
	}
	return &player{programs: p, name: name, words: words, seats: map[tricks.Seat]*process{}}, nil
}

// Check returns what is wrong with the name of a program, nil if nothing is.
func Check(name string) error {
	_, err := words(name)
	return err
}

// words splits the command in a name into words at spaces. A part in quotes, ' or ", stays
// together. No shell reads it.
func words(name string) (out []string, err error) {
	command := strings.TrimPrefix(name, round.Program)
	parts, open := cut(command, ' ')
	for _, part := range parts {
		if part != "" {
			out = append(out, unquoted(part))
		}
	}
	switch {
	case open:
		return nil, say.Errorf("%q has an unclosed quotation mark", name)
	case len(out) == 0 || out[0] == "":
		return nil, say.Errorf("%q names no program: write, say, bot:python3 bot.py", name)
	case strings.ContainsFunc(name, strictyaml.Hidden):
		return nil, say.Errorf("%q contains an invisible character", name)
	}
	return out, nil
}

// Split splits a list of players at its commas. A comma in quotes belongs to the command of a
// program.
func Split(list string) []string {
	names, _ := cut(list, ',')
	return names
}

// cut splits a text at a character outside quotes, and reports whether a quote is left open.
func cut(text string, separator rune) (parts []string, open bool) {
	var quote rune
	partStart := 0
	for i, r := range text {
		switch {
		case r == quote:
			quote = 0
		case quote != 0:
		case r == '\'' || r == '"':
			quote = r
		case r == separator:
			parts = append(parts, text[partStart:i])
			partStart = i + 1
		}
	}
	return append(parts, text[partStart:]), quote != 0
}

// unquoted returns a word without the quotes around its parts.
func unquoted(word string) string {
	var quote rune
	return strings.Map(func(r rune) rune {
		switch {
		case r == quote:
			quote = 0
			return -1
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
			return -1
		}
		return r
	}, word)
}

// Error says that a program has not decided. It names the program and the decision.
type Error struct {
	// Name is the name of the player.
	Name string
	// Seat is the seat for which it decides.
	Seat tricks.Seat
	// Decision describes the decision in words.
	Decision string
	// Fault says why the program's answer, or its end, was wrong.
	Fault error
	// Words is the last line of its standard error, empty for none.
	Words string
}

// Error returns the message in English.
func (e *Error) Error() string { return say.English(e) }

// FormatArgs returns the format of the message and its values.
func (e *Error) FormatArgs() (format string, args []any) {
	if e.Words == "" {
		return "%s, asked to decide for seat %d (%s): %v", []any{e.Name, e.Seat, e.Decision, e.Fault}
	}
	return "%s, asked to decide for seat %d (%s): %v; it last said: %s",
		[]any{e.Name, e.Seat, e.Decision, e.Fault, e.Words}
}

// Unwrap returns the fault.
func (e *Error) Unwrap() error { return e.Fault }

// player is a program as a computer player, with one process for each seat that it decides for.
// Only one goroutine may use it.
type player struct {
	programs *Programs
	// name is the name of the player, with the command line.
	name string
	// words is the command line.
	words []string
	// seats has the running process of each seat.
	seats map[tricks.Seat]*process
}

// question is the line that a program reads.
type question struct {
	Decide *decide         `json:"decide,omitempty"`
	Result chapters.Result `json:"result,omitempty"`
}

type decide struct {
	Seat    tricks.Seat         `json:"seat"`
	View    *chapters.View      `json:"view"`
	Options []chapters.Decision `json:"options"`
}

// line returns the question as a line of JSON.
func (q question) line() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false) // no page shows it, and 1>0:H3 stays readable
	err := enc.Encode(q)
	return out.Bytes(), err
}

// Think asks the program, which starts with its first decision. A program that fails is ended.
func (p *player) Think(ctx context.Context, v *chapters.View, _ rand.Source,
	_ bool,
) (chapters.Decision, players.Reason, error) {
	reason := players.Reason{Options: len(v.Ask.Options)}
	text, err := question{Decide: &decide{v.Player, v, v.Ask.Options}}.line()
	if err != nil {
		return chapters.Decision{}, reason, say.Internal(err)
	}
	limited, cancel := context.WithTimeoutCause(ctx, p.programs.Timeout,
		say.Errorf("it did not answer within %s", p.programs.Timeout))
	defer cancel()
	proc := p.seats[v.Player]
	if proc == nil {
		if proc, err = start(p.words, p.programs.tell); err != nil {
			return chapters.Decision{}, reason, p.failed(v, say.Errorf("it could not be started: %w", err), "")
		}
		p.seats[v.Player] = proc
	}
	answer, err := proc.ask(limited, text)
	n := 0
	if err == nil {
		n, err = option(answer, len(v.Ask.Options))
	}
	if err == nil {
		return v.Ask.Options[n], reason, nil
	}
	proc.kill()
	delete(p.seats, v.Player)
	if ctx.Err() != nil { // the round has ended, or no longer needs the answer
		return chapters.Decision{}, reason, ctx.Err()
	}
	return chapters.Decision{}, reason, p.failed(v, err, proc.stderr.last())
}

// failed returns the error for a decision that the program did not make.
func (p *player) failed(v *chapters.View, fault error, words string) error {
	decision := v.Due.Kind.String()
	if v.Stage == chapters.StagePlay {
		decision += fmt.Sprintf(", trick %d", len(v.History)+1)
	}
	if v.Deal != "" {
		decision += ", " + v.Deal
	}
	return &Error{Name: p.name, Seat: v.Due.Seat, Decision: decision, Fault: fault, Words: words}
}

// Leave tells the program how the round has ended, and ends it. It returns an error if the program
// wrote something without being asked.
func (p *player) Leave(result chapters.Result) error {
	text, err := question{Result: result}.line()
	for seat, proc := range p.seats {
		if result != chapters.Undecided {
			if unasked := proc.finish(text); unasked != nil {
				err = &Error{Name: p.name, Seat: seat, Decision: "result", Fault: unasked, Words: proc.stderr.last()}
			}
		}
		proc.kill()
	}
	clear(p.seats)
	return err
}

// tell passes on a line of a program's standard error.
func (p *Programs) tell(line string) {
	if p.Stderr == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.Stderr, "bot: %s\n", line)
}
