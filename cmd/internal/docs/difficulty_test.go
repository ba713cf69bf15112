package docs

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/measure"
	"fellowship/solver/difficulty"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	checkedCells = flag.Int("cells", 0, "measure so many cells of docs/difficulty.md again and compare them")
	cellSeed     = flag.Uint64("seed", 1, "draws the cells")
)

// cellCommand matches the command by which the page says that a cell can be measured again.
var cellCommand = regexp.MustCompile(
	"`fellowship difficulty --chapter \\S+ --players \\d " +
		"--seed (\\d+) --deals (\\d+) --fair (\\d+) --nodes (\\d+) --computer (\\S+)`")

// TestDifficultyPage measures cells of docs/difficulty.md again and compares every share with the page. The page
// names the version and the day of its measurement, and the command.
func TestDifficultyPage(t *testing.T) {
	if *checkedCells == 0 {
		t.Skip("make difficulty-check measures some cells again")
	}
	data, err := os.ReadFile("../../../docs/difficulty.md")
	require.NoError(t, err)
	page := strings.ReplaceAll(string(data), "\n", " ")
	assert.Regexp(t, `Measured with version \S+, finished on \d{4}-\d\d-\d\d\.`, page)
	command := cellCommand.FindStringSubmatch(page)
	require.NotNil(t, command, "the page does not say how a cell is measured again")
	lib := chapters.Default()
	all, err := difficulty.Cells(lib, "", 0)
	require.NoError(t, err)
	drawn := rand.New(rand.NewPCG(*cellSeed, 0)).Perm(len(all))
	for _, i := range drawn[:min(*checkedCells, len(all))] {
		cell := all[i]
		t.Logf("chapter %s, %d players", cell.Chapter, cell.Players)
		report, err := difficulty.Run(t.Context(), lib, difficulty.Options{
			Chapter: cell.Chapter, Players: cell.Players,
			Seed: uint64(wholeNumber(t, command[1])), Deals: wholeNumber(t, command[2]), Fair: wholeNumber(t, command[3]),
			Nodes: int64(wholeNumber(t, command[4])), FairBy: command[5],
		})
		require.NoError(t, err)
		again := measure.Document(lib, &report, "", time.Time{}).Markdown()
		wanted := shares(string(data), cell)
		assert.Len(t, wanted, 6)
		assert.Equal(t, wanted, shares(again, cell))
	}
}

// wholeNumber reads a number of the command on the page.
func wholeNumber(t *testing.T, digits string) int {
	t.Helper()
	n, err := strconv.Atoi(digits)
	require.NoError(t, err)
	return n
}

// shares returns what the tables of a page say of a cell, by the tables' headings.
func shares(page string, cell difficulty.Cell) map[string]string {
	found := map[string]string{}
	heading, column := "", 0
	for line := range strings.Lines(page) {
		fields := strings.Split(line, " | ")
		switch {
		case strings.HasPrefix(line, "## "):
			heading = strings.TrimSpace(line)
			column = 0
		case strings.HasPrefix(line, "| chapter |"):
			for i, name := range fields {
				if strings.HasPrefix(strings.Trim(name, "| \n"), fmt.Sprintf("%d player", cell.Players)) {
					column = i
				}
			}
		case column > 0 && strings.HasPrefix(line, "| "+cell.Chapter+" |"):
			found[heading] = strings.Trim(fields[column], "| \n")
		}
	}
	return found
}
