package command

import (
	"strconv"

	"fellowship/characters/say"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

// Effort is how many times its usual work a computer player does for a decision; 0
// where nobody has said.
type Effort float64

// Add adds the flag to a command.
func (e *Effort) Add(cmd *cobra.Command) {
	cmd.Flags().Var(e, "effort", "think so many `times` as long: 0.1 to 20")
}

// String returns the number.
func (e *Effort) String() string {
	if *e == 0 {
		return "1"
	}
	return strconv.FormatFloat(float64(*e), 'f', -1, 64)
}

// Type returns what the help calls a value.
func (e *Effort) Type() string { return "times" }

// Set takes a number.
func (e *Effort) Set(s string) error {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || !(n >= players.LeastEffort && n <= players.MostEffort) {
		return say.Errorf("it has to be a number from %v to %v, such as 2 or 0.5", players.LeastEffort, players.MostEffort)
	}
	*e = Effort(n)
	return nil
}

// Of returns the name of the player that does so much. One that does not think as
// hard as it is told is an error.
func (e Effort) Of(name string) (string, error) {
	if e == 0 {
		return name, nil
	}
	scaled, err := players.Scaled(name, float64(e))
	if err != nil {
		return "", say.Errorf("--effort: %w", err)
	}
	return scaled, nil
}
