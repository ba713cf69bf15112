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
	"fellowship/cmd/internal/turns"

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

// TestAWatchersPageIsOfOneMoment lets three people play quickly. One person watches every single decision, and another one
// looks only now and then, without a script. Each page of the latter is word for word a page that the former has seen at
// one moment, at most one trick ago, and in the end both see the result. The search for where the round was lost changes a
// page without a decision. So the solver gets no turn meanwhile, and the pages of the result are compared when the search
// needs it.
func TestAWatchersPageIsOfOneMoment(t *testing.T) {
	s := serve(t, nil)
	defer s.holds(t, turns.Look)()
	anna := s.comes("Anna", "")
	code := anna.begins("players", "3", "game", "2:", "deal", "c02p3s7")
	players := []*person{anna, s.comes("Ben", code), s.comes("Cleo", code)}
	require.NoError(t, anna.Open(anna.URL.Path))
	anna.does("more-invitewatch")
	watching := regexp.MustCompile(`/#(\S+)`).FindAllStringSubmatch(anna.Text(), -1)
	require.Len(t, watching, 2, anna.Text())
	always := s.comes("Dora", watching[1][1])
	seldom := s.comes("Eve", watching[1][1])
	for _, p := range players {
		p.reload()
		p.does("ready")
	}

	type moment struct{ steps, tricksEnded int }
	seen := map[string]moment{}
	present := moment{}
	watch := func() {
		present.steps++
		for waits := true; waits; {
			always.reload()
			present.tricksEnded = strings.Count(string(always.Body), `<li class="line">`)
			if _, known := seen[withoutNames(always)]; !known {
				seen[withoutNames(always)] = present
			}
			if _, waits = always.Button("goon"); waits {
				always.press("goon")
			}
		}
		seen[withoutNames(always)] = present
	}
	looks, behind := 0, 0
	look := func() {
		seldom.reload()
		looks++
		at, known := seen[withoutNames(seldom)]
		require.True(t, known, "no moment of the round looked like that:\n%s", seldom.Text())
		require.GreaterOrEqual(t, at.tricksEnded, present.tricksEnded-1)
		if at != present {
			behind++
		}
	}
	watch()
	over := false
	for n := 0; !over; n++ {
		over = playOn(t, 1, players...)
		watch()
		if !over && (n%5 == 0 || n%17 < 3) {
			look()
		}
	}
	for _, p := range []*person{always, seldom} {
		s.awaitsSolver(p)
	}
	watch()
	look()
	require.Equal(t, present, seen[withoutNames(seldom)], "in the end it is the present")
	assert.Contains(t, string(seldom.Body), `id="result"`)
	assert.Greater(t, looks, 10)
	assert.Positive(t, behind, "the finished trick is seen, too, while the next one is played")
}

// withoutNames returns the text of a watcher's page without the names of the watchers.
func withoutNames(p *person) string {
	return strings.NewReplacer("Dora", "...", "Eve", "...").Replace(p.Text())
}
