package rulebook

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"strconv"
	"sync"

	"fellowship/chapters"
)

// measured.csv holds what docs/difficulty.md says of the rounds that strong computer players win:
// chapter, then the share with 1, 2, 3 and 4 players in percent. A test holds the two together,
// and its -update writes this file.
//
//go:embed measured.csv
var measuredFile []byte

var measured = sync.OnceValue(func() map[string][]any {
	out := map[string][]any{}
	rows, _ := csv.NewReader(bytes.NewReader(measuredFile)).ReadAll() // a test reads it
	for _, row := range rows {
		for _, share := range row[1:] {
			n, _ := strconv.Atoi(share)
			out[row[0]] = append(out[row[0]], n)
		}
	}
	return out
})

// Measured returns the share of the rounds of a chapter that strong computer players win, in
// percent, with 1, 2, 3 and 4 players. It is nil for a chapter that is not built in.
func Measured(c *chapters.Chapter) []any {
	own, err := chapters.Default().Chapter(c.ID)
	if err != nil || !bytes.Equal(own.Source(), c.Source()) {
		return nil
	}
	return measured()[c.ID]
}
