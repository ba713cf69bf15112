package serve

import (
	"regexp"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNothingIsAWatchersOwn lets somebody watch a round of each chapter by ssh: no screen speaks of a
// hand, a turn or a goal of the watcher's.
func TestNothingIsAWatchersOwn(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	anna := table.Person{ID: "key:anna", Name: "Anna"}
	speaks := regexp.MustCompile(`(?i)\b(you|yours?|yourself)\b`)
	said := map[string]bool{}
	for _, chapter := range chapters.Default().Chapters {
		g := table.Pick{Chapter: chapter.ID}
		v := chapter.Variants()
		if chapter.VariantKind() != "" {
			g.Variant = v[0].Letter()
		}
		ticket, err := h.tables.Create(anna,
			table.Setup{Players: 3, First: g, Computers: []string{"", "random", "random"}})
		require.NoError(t, err, chapter.ID)
		chair, err := h.tables.Enter(anna, ticket)
		require.NoError(t, err)
		code, err := chair.Invite(t.Context(), true)
		require.NoError(t, err)
		eve := h.friend("eve")
		eve.comes(code)
		eve.sees("Who are you?")
		eve.press("\r")
		eve.sees("You watch")
		require.NoError(t, chair.Ready(t.Context(), chair.TableView().Revision, true))
		eve.until("the round", func(now string) bool { return !strings.Contains(now, "You watch") })
		for {
			now := chair.Look()
			if now.Now == round.End {
				break
			}
			switch now.Now {
			case round.Turn:
				require.NoError(t, chair.Decide(t.Context(), now.Revision, now.View.Ask.Options[0]))
			case round.Thinking:
				require.NoError(t, chair.Wait(t.Context(), now.Event))
			}
			chair.GoOn()
		}
		eve.until("the result", func(now string) bool {
			return strings.Contains(now, "has won!") || strings.Contains(now, "The round is lost.")
		})
		h.mu.Lock()
		for _, frame := range eve.frames {
			for line := range strings.Lines(frame) {
				line = strings.TrimSpace(line)
				if speaks.MatchString(line) {
					said[line] = true
				}
			}
		}
		h.mu.Unlock()
		eve.hang()
		chair.Leave()
	}
	// Before the table the person is asked for a name, and at it goals and gifts are as printed.
	printed := regexp.MustCompile(`^(Who are you\?|What should the others call you|You watch|Open a table)|threat number|than your( threat| +win|$)|you (still hold|hold most|need not)`)
	for line := range said {
		assert.Regexp(t, printed, line, "what a watcher reads")
	}
}
