package web

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNothingIsAWatchersOwn lets somebody watch a round of each chapter, in every language: no page
// speaks of a hand, a turn or a goal of the watcher's. The sentences that say you to everybody are named.
func TestNothingIsAWatchersOwn(t *testing.T) {
	own := map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`(?i)\b(you|yours?|yourself)\b`),
		"de": regexp.MustCompile(`(?i)\b(du|dein\w*|dir|dich)\b`),
	}
	// Goals and gifts stand there as the files of characters have them, or with the threat number.
	printed := regexp.MustCompile(`(?i)^(win|gewinne) .*(threat|still hold|Bedrohungszahl|am Ende noch hast)`)
	for lang, speaks := range own {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			s := serve(t, nil)
			s.lang = lang
			eve := s.comes("Eve", "")
			anna := table.Person{ID: "key:anna", Name: "Anna"}
			label := regexp.MustCompile(`(?:aria-label|title)="([^"]*)"`)
			seen, said := map[string]bool{}, map[string]bool{}
			for _, chapter := range chapters.Default().Chapters {
				g := table.Pick{Chapter: chapter.ID}
				v := chapter.Variants()
				if chapter.VariantKind() != "" {
					g.Variant = v[0].Letter()
				}
				players := 3
				ticket, err := s.hall.Create(anna,
					table.Setup{Players: players, First: g, Computers: []string{"", "random", "random"}})
				require.NoError(t, err, chapter.ID)
				chair, err := s.hall.Enter(anna, ticket)
				require.NoError(t, err)
				code, err := chair.Invite(t.Context(), true)
				require.NoError(t, err)
				require.NoError(t, eve.Send("/code", map[string][]string{"code": {code}}))
				require.NoError(t, chair.Ready(t.Context(), chair.TableView().Revision, true))
				for {
					eve.reload()
					for part := range strings.SplitSeq(string(eve.Body), "<") {
						if seen[part] || strings.HasPrefix(part, "style") || strings.HasPrefix(part, "script") {
							continue
						}
						seen[part] = true
						tag, text, _ := strings.Cut(part, ">")
						for _, m := range label.FindAllStringSubmatch(tag, -1) {
							text += "\n" + m[1]
						}
						for line := range strings.Lines(html.UnescapeString(text)) {
							line = strings.TrimSpace(line)
							if speaks.MatchString(line) {
								said[line] = true
							}
						}
					}
					now := chair.Look()
					if now.Now == round.End {
						break
					}
					if now.Now == round.Turn {
						require.NoError(t, chair.Decide(t.Context(), now.Revision, now.View.Ask.Options[0]))
					} else if now.Now == round.Thinking {
						require.NoError(t, chair.Wait(t.Context(), now.Event))
					}
					chair.GoOn()
				}
				chair.Leave()
			}
			everybody := []string{eve.words().T("serve.youwatch")}
			for _, phrase := range table.Phrases {
				everybody = append(everybody, eve.words().T(phrase.Key()))
			}
			require.NotEmpty(t, said)
			files := writtenInFiles(lang)
			for line := range said {
				inFile := slices.ContainsFunc(files, func(text string) bool {
					return strings.Contains(strings.ToLower(line), text)
				})
				if !slices.Contains(everybody, line) && !inFile && !printed.MatchString(line) {
					assert.Fail(t, "a watcher reads: "+line)
				}
			}
		})
	}
}

// writtenInFiles returns the goals, setups and gifts of all characters and riders, in small letters.
func writtenInFiles(lang string) (out []string) {
	lib := chapters.Default()
	for _, all := range []map[string]*characters.Character{lib.Characters, lib.Riders} {
		for _, c := range all {
			out = append(out, strings.ToLower(c.GoalText.In(lang)))
			if c.SetupText != nil {
				out = append(out, strings.ToLower(c.SetupText.In(lang)))
			}
		}
	}
	for _, g := range lib.Gifts {
		out = append(out, strings.ToLower(g.Text.In(lang)))
	}
	return out
}
