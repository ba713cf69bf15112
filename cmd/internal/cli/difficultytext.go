package cli

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/solver/difficulty"
)

// measures names the shares of a row in the order they are shown in.
var measures = []struct {
	name, long string
	of         func(*difficulty.Row) *difficulty.Share
}{
	{"draft", "winnable, open cards", func(r *difficulty.Row) *difficulty.Share { return &r.Draft }},
	{"play", "winnable as drafted", func(r *difficulty.Row) *difficulty.Share { return &r.Play }},
	{"after", "after a fair setup", func(r *difficulty.Row) *difficulty.Share { return &r.After }},
	{"fair", "won by fair play", func(r *difficulty.Row) *difficulty.Share { return &r.Fair }},
	{"greedy", "won by greedy play", func(r *difficulty.Row) *difficulty.Share { return &r.Greedy }},
	{"random", "won by random play", func(r *difficulty.Row) *difficulty.Share { return &r.Random }},
}

// writeDifficulty shows the report to people: several chapters as a table with
// bars, one in full.
func writeDifficulty(t *text, lib *chapters.Library, r *difficulty.Report) error {
	if slices.ContainsFunc(r.Rows, func(row difficulty.Row) bool { return row.Chapter != r.Rows[0].Chapter }) {
		writeBars(t, r)
	} else {
		for i := range r.Rows {
			if i > 0 {
				t.line("")
			}
			writeRow(t, lib, r, &r.Rows[i])
		}
	}
	undecided := 0
	for i := range r.Rows {
		for _, m := range measures {
			undecided += m.of(&r.Rows[i]).Undecided
		}
	}
	if undecided > 0 {
		t.line("%d searches reached their limit and are undecided; allow more with --nodes.", undecided)
	}
	return t.flush()
}

// writeBars shows all chapters at a glance.
func writeBars(t *text, r *difficulty.Report) {
	full, light := "█", "░"
	if t.ascii {
		full, light = "#", "."
	}
	t.line("Rounds won by fair players (%s), and deals winnable with open cards (%s):", full, light)
	t.line("")
	head := pad("chapter", barLabel)
	sizes := sizesOf(r)
	for _, n := range sizes {
		head += pad(count(n, "player"), barColumn)
	}
	t.head(head)
	line, at, widest := "", "", 0.0
	fewest, most := math.MaxInt, 0
	flush := func() {
		if line != "" {
			t.line("%s", strings.TrimRight(line, " "))
		}
	}
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Chapter != at {
			flush()
			at, line = row.Chapter, pad(row.Chapter, barLabel)
		}
		line += pad("", barLabel+slices.Index(sizes, row.Players)*barColumn-len([]rune(line)))
		line += pad(bar(row, full, light), barColumn)
		widest = max(widest, row.Fair.High-row.Fair.Low)
		fewest, most = min(fewest, row.Fair.Deals), max(most, row.Fair.Deals)
	}
	flush()
	t.line("")
	if len(r.Rows) > 0 && most > 0 {
		t.line("%s fair rounds in each place; no 95 %% interval is wider than %.0f points.", span(fewest, most), 100*widest)
		t.line("Two numbers are the shares of both; --json, --csv and --html tell more.")
	}
}

// The columns of the table with bars, which is 80 wide.
const (
	barLabel  = 8
	barColumn = 18
	barLength = 9
)

// bar draws the share that fair players win, and above that what can be won.
func bar(row *difficulty.Row, full, light string) string {
	if row.Fair.Deals == 0 && row.Draft.Deals == 0 {
		return "-"
	}
	won := int(math.Round(barLength * row.Fair.Share()))
	open := max(int(math.Round(barLength*row.Draft.Share())), won)
	return strings.Repeat(full, won) + strings.Repeat(light, open-won) + strings.Repeat(" ", barLength-open) +
		fmt.Sprintf(" %s %s", percent(&row.Fair), percent(&row.Draft))
}

func percent(s *difficulty.Share) string {
	if s.Deals == 0 {
		return "  -"
	}
	return fmt.Sprintf("%3.0f", 100*s.Share())
}

func sizesOf(r *difficulty.Report) []int {
	var out []int
	for i := range r.Rows {
		if n := r.Rows[i].Players; !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

// span is a number, or from where to where it goes.
func span(low, high int) string {
	if low == high {
		return strconv.Itoa(low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}

// writeRow shows everything about a chapter at a table of one size.
func writeRow(t *text, lib *chapters.Library, r *difficulty.Report, row *difficulty.Row) {
	where := "The Road"
	if row.Chapter != chapters.Road {
		where = "Chapter " + row.Chapter
	}
	t.head(fmt.Sprintf("%-31s %8s %16s %8s %8s", where+", "+count(row.Players, "player"), "share", "95 %", "wins", "deals"))
	line := func(name string, s *difficulty.Share) {
		if s.Deals > 0 {
			t.line("%-31s %6.1f %% %8.1f - %3.1f %% %8d %8d", name, 100*s.Share(), 100*s.Low, 100*s.High, s.Wins, s.Deals)
		}
	}
	for _, m := range measures {
		line(m.long, m.of(row))
	}
	if c := row.Campaigns; c != nil {
		line("campaigns without a lost round", &c.Clean)
	}
	t.line("")
	for _, by := range []struct {
		players string
		broken  difficulty.Broken
	}{{"fair", row.BrokenFair}, {"greedy", row.BrokenGreedy}, {"random", row.BrokenRandom}} {
		if len(by.broken) > 0 {
			t.wrapTo("Lost by "+by.players+" players: ", brokenIndent, toldBroken(lib, by.broken))
		}
	}
	if f := &row.Forgiveness; f.Decisions > 0 {
		t.wrap(0, fmt.Sprintf("Forgiveness: %.1f %% of the legal cards keep a round winnable, averaged over %d decisions of fair players%s.",
			100*f.Share(), f.Decisions, leftOut(f.Undecided)))
	}
	if c := row.Campaigns; c != nil && c.Clean.Deals > 0 {
		t.wrap(0, fmt.Sprintf("Rounds needed, the median of %d campaigns by %s players: %s if completed characters are kept after a lost round, %s if the chapter starts again (L3).",
			c.Clean.Deals, r.CampaignBy, toldRounds(c.Keep), toldRounds(c.Restart)))
	}
}

const brokenIndent = 24

func leftOut(undecided int) string {
	if undecided == 0 {
		return ""
	}
	return fmt.Sprintf("; %d undecided ones are left out", undecided)
}

// toldRounds tells the median of the rounds, and how many campaigns were too long.
func toldRounds(counts []int) string {
	out := fmt.Sprintf("more than %d", difficulty.MaxRounds)
	if m := difficulty.Median(counts); m > 0 {
		out = strconv.Itoa(m)
	}
	if len(counts) > 0 && counts[0] > 0 && out != fmt.Sprintf("more than %d", difficulty.MaxRounds) {
		out += fmt.Sprintf(" (%d needed more than %d)", counts[0], difficulty.MaxRounds)
	}
	return out
}

// toldBroken tells whose goals were broken, and by whose decisions.
func toldBroken(lib *chapters.Library, b difficulty.Broken) string {
	var out []string
	for _, goal := range b.Goals() {
		var whom []string
		for _, who := range b.By(goal) {
			name := goalName(lib, who)
			if who == goal {
				name = "own card"
			}
			whom = append(whom, fmt.Sprintf("%s %d", name, b[goal][who]))
		}
		out = append(out, fmt.Sprintf("%s's goal in %d (%s)", goalName(lib, goal), b.Rounds(goal), strings.Join(whom, ", ")))
	}
	return strings.Join(out, "; ")
}

// goalName is the name of whose goal it is.
func goalName(lib *chapters.Library, id string) string {
	switch c := lib.Characters[id]; {
	case c != nil:
		return c.Name.In("en")
	case lib.Riders[id] != nil:
		return lib.Riders[id].Name.In("en")
	case id == chapters.Balrog:
		return "the Balrog"
	}
	return id
}

// difficultyCSV is one row for each chapter, table size and measure.
func difficultyCSV(r *difficulty.Report) ([]byte, error) {
	rows := [][]string{{"chapter", "players", "seed", "measure", "deals", "wins", "undecided", "share", "low", "high"}}
	for i := range r.Rows {
		row := &r.Rows[i]
		add := func(name string, s *difficulty.Share) {
			rows = append(rows, []string{
				row.Chapter, strconv.Itoa(row.Players), strconv.FormatUint(r.Seed, 10), name,
				strconv.Itoa(s.Deals), strconv.Itoa(s.Wins), strconv.Itoa(s.Undecided),
				decimals(s.Share()), decimals(s.Low), decimals(s.High),
			})
		}
		for _, m := range measures {
			add(m.name, m.of(row))
		}
		if row.Campaigns != nil {
			add("clean", &row.Campaigns.Clean)
		}
	}
	var out bytes.Buffer
	err := csv.NewWriter(&out).WriteAll(rows)
	return out.Bytes(), err
}

func decimals(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }
