package texts

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// verb is a formatting verb with its flags, width and value's number.
var verb = regexp.MustCompile(`%([-+# 0]*)(\d*)(?:\[(\d+)\])?([a-z%])`)

// verbs returns the verb of each value of a text, by the value's number.
func verbs(t *testing.T, key, text string) map[int]string {
	out := map[int]string{}
	next := 1
	for _, m := range verb.FindAllStringSubmatch(text, -1) {
		if m[4] == "%" {
			continue
		}
		if m[3] != "" {
			next, _ = strconv.Atoi(m[3])
		}
		if before, ok := out[next]; ok {
			assert.Equal(t, before, m[4], "%s uses value %d in two ways", key, next)
		}
		out[next] = m[4]
		next++
	}
	return out
}

func TestEveryLanguageSaysTheSame(t *testing.T) {
	for _, file := range []string{"campaign.yaml", "common.yaml", "plain.yaml", "tui.yaml"} {
		for _, lang := range characters.Languages {
			_, err := fs.Stat(files, lang+"/"+file)
			require.NoError(t, err)
		}
	}
	want := valueNames(t, Default)
	for _, lang := range characters.Languages {
		assert.Equal(t, want, valueNames(t, lang), "keys and names of values in %s", lang)
		for key, text := range New(lang).byKey {
			assert.NotEmpty(t, text, "%s in %s", key, lang)
		}
		assert.Contains(t, want, "lobby.lang."+lang)
	}
}

// valueName matches a value's name in a text.
var valueName = regexp.MustCompile(`\{([a-z_0-9]*)\}`)

// valueNames returns the names of the values of each text of a language, by the text's key.
func valueNames(t *testing.T, lang string) map[string][]string {
	written, err := load(files, lang)
	require.NoError(t, err)
	names := map[string][]string{}
	for w := range written {
		key, values := splitKey(w)
		names[key] = values
	}
	return names
}

// TestTextsUseTheirValues checks that each language says every value of a text that another one says.
// Texts about one thing may leave out the number: "once".
func TestTextsUseTheirValues(t *testing.T) {
	used := func(lang string) map[string][]string {
		written, err := load(files, lang)
		require.NoError(t, err)
		all := map[string][]string{}
		for w, text := range written {
			key, _ := splitKey(w)
			assert.NotRegexp(t, `%(\[\d\])?[sdvq]`, text, "%s in %s: values have names, see files_test.go", key, lang)
			if strings.HasSuffix(key, ".one") {
				continue
			}
			names := valueName.FindAllString(text, -1)
			slices.Sort(names)
			all[key] = slices.Compact(names)
		}
		return all
	}
	want := used(Default)
	for _, lang := range characters.Languages {
		assert.Equal(t, want, used(lang), "the values in %s", lang)
	}
}

// TestFilesAreInEveryLanguage names each text of the characters and chapters that a language lacks.
func TestFilesAreInEveryLanguage(t *testing.T) {
	var read func(at *yaml.Node, name string)
	read = func(at *yaml.Node, name string) {
		has := map[string]bool{}
		for i := 0; at.Kind == yaml.MappingNode && i < len(at.Content); i += 2 {
			has[at.Content[i].Value] = true
		}
		for _, lang := range characters.Languages {
			assert.Equal(t, has[Default], has[lang], "%s:%d: the text in %s", name, at.Line, lang)
		}
		for _, inner := range at.Content {
			read(inner, name)
		}
	}
	for _, of := range []string{"characters", "chapters"} {
		err := filepath.WalkDir("../../../"+of+"/data", func(name string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".yaml" {
				return err
			}
			var doc yaml.Node
			data, err := os.ReadFile(name)
			if err == nil {
				err = yaml.Unmarshal(data, &doc)
			}
			read(&doc, name)
			return err
		})
		require.NoError(t, err)
	}
}

// TestEveryKeyIsUsed checks that the program's sources use each key. A key is in the sources as a
// whole, or without the .one and .other of method N, or as a beginning that ends in a full stop and
// is completed by the program. Templates of pages write {{text "key"}}.
func TestEveryKeyIsUsed(t *testing.T) {
	known := New(Default).byKey
	literals := map[string]bool{}
	asked := map[string]token.Position{}
	fset := token.NewFileSet()
	inPage := regexp.MustCompile(`\btext "([^"]+)"`)
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		isPage := filepath.Ext(name) == ".html"
		if err != nil || filepath.Ext(name) != ".go" && !isPage || strings.HasSuffix(name, "_test.go") {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if isPage {
			for _, m := range inPage.FindAllStringSubmatch(string(src), -1) {
				literals[m[1]] = true
				asked[m[1]] = token.Position{Filename: name}
			}
			return nil
		}
		file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
					literals[text] = true
				}
			case *ast.CallExpr:
				method, ok := n.Fun.(*ast.SelectorExpr)
				if !ok || len(n.Args) == 0 || (method.Sel.Name != "T" && method.Sel.Name != "N") {
					break
				}
				if arg, ok := n.Args[0].(*ast.BasicLit); ok {
					if key, err := strconv.Unquote(arg.Value); err == nil {
						if method.Sel.Name == "N" {
							key += ".other"
						}
						asked[key] = fset.Position(arg.Pos())
					}
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)

	for key, at := range asked {
		assert.Contains(t, known, key, "%s asks for it", at)
	}
	beginning := regexp.MustCompile(`^[a-z.]+\.$`)
	// A literal that looks like a key must be a key or the beginning of one, whatever function gets it.
	groups := map[string]bool{}
	for key := range known {
		if group, _, ok := strings.Cut(key, "."); ok {
			groups[group] = true
		}
	}
	looks := regexp.MustCompile(`^([a-z]+)\.[a-z.]*$`)
	files := regexp.MustCompile(`\.(yaml|md|svg|css|js|json|ndjson)$`)
	for l := range literals {
		m := looks.FindStringSubmatch(l)
		if m == nil || !groups[m[1]] || files.MatchString(l) {
			continue
		}
		found := known[l] != "" || known[l+".other"] != ""
		for key := range known {
			found = found || beginning.MatchString(l) && strings.HasPrefix(key, l)
		}
		assert.True(t, found, "%s stands in a source, and is no text", l)
	}
	for key := range known {
		stem := strings.TrimSuffix(strings.TrimSuffix(key, ".one"), ".other")
		used := literals[key] || literals[stem]
		for l := range literals {
			used = used || beginning.MatchString(l) && strings.HasPrefix(key, l)
		}
		assert.True(t, used, "%s is not used in any source of cmd", key)
	}
}

// eventKind returns the kind of events of a name.
func eventKind(name string) (kind chapters.EventKind) {
	for kind.String() != name {
		kind++
	}
	return kind
}

// shortKeys begin the texts about a trick that fell short of a side deck.
var shortKeys = []string{
	"event.fell_short.", "board.short.", "board.spared.", "board.sum.short.", "board.sum.hopeless.", "round.short.",
	"round.spared.",
	"plain.end.short.", "plain.end.spared.", "settled.short.", "result.short.", "result.spared.",
}

// TestOwnDecksByName checks that texts about what a side deck does name a deck of a person's own
// chapter by the title in its file, and that a printed deck has texts of its own (C6, C14).
func TestOwnDecksByName(t *testing.T) {
	own := func(chapter, event, name string) *chapters.View {
		c, err := chapters.Default().Chapter(chapter)
		require.NoError(t, err)
		data := strings.NewReplacer("chapter: "+chapter, "chapter: 50", name,
			"name: mist, title: {en: Mist, de: Nebel}").Replace(string(c.Source()))
		lib, err := chapters.Load(fstest.MapFS{"chapters/c50.yaml": {Data: []byte(data)}})
		require.NoError(t, err)
		pos, err := lib.DealRound(chapters.DealID{Chapter: "50", Players: 3, Seed: 1}, chapters.Terms{Event: event})
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		v := g.View(0)
		return &v
	}
	const printed = "(?i)balrog|bridge|brücke|barrow|hügelgrab"
	sums := own("14", "bridge", "name: balrog, title: {en: Balrog, de: Balrog}")
	taken := own("6", "", "name: barrow, title: {en: barrow, de: Hügelgrab}")
	for lang, title := range map[string]string{"en": "Mist", "de": "Nebel"} {
		have := New(lang)
		for _, key := range shortKeys {
			text := have.Round(sums).Short(key, "a", "b", "c")
			assert.NotRegexp(t, printed, text, key)
			if lang == "en" && key == "board.short." {
				assert.Contains(t, text, "the deck "+title)
			}
		}
		text := have.Round(taken).Event(chapters.Event{Kind: eventKind("took_side"), Seat: 0, Number: 2})
		assert.Contains(t, text, title)
		assert.NotRegexp(t, printed, text)
	}
}

// TestComposedKeys checks that there is a text for each key that the program puts together, with
// every possible ending.
func TestComposedKeys(t *testing.T) {
	ends := map[string][]string{}
	for s := chapters.StageDraft; s <= chapters.StagePlay; s++ {
		ends["solved.none."] = append(ends["solved.none."], s.String())
		if s < chapters.StagePlay {
			ends["stage."] = append(ends["stage."], s.String())
			ends["analysed.in."] = append(ends["analysed.in."], s.String())
		}
	}
	for s := characters.Open; s <= characters.Waived; s++ {
		ends["round.status."] = append(ends["round.status."], s.String())
		ends["round.cell."] = append(ends["round.cell."], s.String())
		ends["status.marked."] = append(ends["status.marked."], s.String())
	}
	for _, r := range []chapters.Result{chapters.Undecided, chapters.Won, chapters.Lost} {
		for _, key := range []string{"saves.result.", "look.end."} {
			ends[key] = append(ends[key], string(r))
		}
	}
	for _, deck := range slices.Concat(chapters.Words("deck"), chapters.Words("effect")) {
		ends["round.side."] = append(ends["round.side."], deck)
		ends["chapters."] = append(ends["chapters."], deck+".one", deck+".other")
	}
	for _, key := range shortKeys {
		ends[key] = []string{chapters.Balrog, string(chapters.LeastSum)}
	}
	for _, key := range []string{"turned.oldforest", "turned.balrog", "turned.beats_low_winners", "turned.least_sum"} {
		ends[key] = []string{"", ".short"}
	}
	ends["taker."] = []string{"oldforest", string(chapters.BeatsLowWinners)}
	for _, key := range []string{"say.", "deed.redraw.", "deed.takelost.", "deed.takeback."} {
		ends[key] = []string{chapters.Yes, chapters.No}
	}
	ends["lobby.row."] = []string{"event", "group"}
	for _, lang := range characters.Languages {
		have := New(lang)
		ends["lobby.lang."] = append(ends["lobby.lang."], lang)
		for beginning, all := range ends {
			for _, end := range all {
				assert.NotEqual(t, beginning+end, have.T(beginning+end), "%s in %s", beginning+end, lang)
			}
		}
	}
}

func TestLoadRefusesAKeyInTwoFiles(t *testing.T) {
	_, err := load(fstest.MapFS{
		"en/a.yaml": {Data: []byte("seat: a")},
		"en/b.yaml": {Data: []byte("seat: b")},
	}, "en")
	require.ErrorContains(t, err, "en/b.yaml: seat is in en/a.yaml too")
}

func TestLanguage(t *testing.T) {
	for _, tt := range []struct{ all, messages, lang, want string }{
		{"", "", "", "en"},
		{"", "", "de_DE.UTF-8", "de"},
		{"", "", "de", "de"},
		{"", "", "fr_FR.UTF-8", "en"},
		{"C", "", "de_DE.UTF-8", "en"},
		{"de_AT", "", "en_GB", "de"},
		{"", "de_CH.UTF-8", "en_GB", "de"},
	} {
		env := map[string]string{"LC_ALL": tt.all, "LC_MESSAGES": tt.messages, "LANG": tt.lang}
		assert.Equal(t, tt.want, Language(func(k string) string { return env[k] }), "%v", env)
	}
	assert.Equal(t, "en", New("tlh").Lang())
}

// TestGoalAt checks that a goal is written for the number of players: Frodo needs 2
// Rings with 4 players and 4 with fewer.
func TestGoalAt(t *testing.T) {
	lib := chapters.Default()
	for players, want := range map[int]string{
		1: "win at least 4 Rings", 2: "win at least 4 Rings",
		3: "win at least 4 Rings", 4: "win at least 2 Rings",
	} {
		pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: players, Seed: 1})
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		v := g.View(0)
		assert.Equal(t, want, New("en").Round(&v).GoalAt(v.Chapter.Roster[0].Character, 0), "%d players", players)
	}
}

func TestNumbers(t *testing.T) {
	en, de := New("en"), New("de")
	assert.Equal(t, "win at least 1 trick", en.N("goal.atleast", 1))
	assert.Equal(t, "0 cards", en.N("plain.held", 0))
	assert.Equal(t, "gewinne mindestens 2 Stiche", de.N("goal.atleast", 2))
	assert.Equal(t, "Sam, Merry or Pippin", en.Names([]string{"Sam", "Merry", "Pippin"}))
	assert.Equal(t, "Sam oder Merry", de.Names([]string{"Sam", "Merry"}))
	assert.Equal(t, "Berg 3", de.Card(tricks.NewCard(tricks.Mountains, 3)))
}

func TestASCII(t *testing.T) {
	var b bytes.Buffer
	n, err := ASCII(&b).Write([]byte("Hügel für Glóin – „groß“ ★\n"))
	require.NoError(t, err)
	assert.Equal(t, len("Hügel für Glóin – „groß“ ★\n"), n)
	assert.Equal(t, "Huegel fuer Gloin - \"gross\" ?\n", b.String())
}

// TestNothingComesOutUnfinished plays a round of every chapter, and checks the texts about all events
// and all refusals in every language: none may contain a key or a format that failed.
func TestNothingComesOutUnfinished(t *testing.T) {
	lib := chapters.Default()
	said := map[string]bool{}
	happened := map[chapters.EventKind]bool{}
	for _, id := range slices.Concat(lib.DealIDs(1), lib.DealIDs(2)) {
		pos, err := lib.Deal(id)
		require.NoError(t, err, id)
		g, err := lib.NewGame(pos)
		require.NoError(t, err, id)
		finished := func(text string) {
			for _, bad := range []string{"%!", "event.", "goal.", "turned.", "refused.", "say.", "progress."} {
				assert.NotContains(t, text, bad, id)
			}
		}
		for a := g.View(g.Due().Decider).Ask; a != nil; a = g.View(g.Due().Decider).Ask {
			v := g.View(a.Decider)
			for _, lang := range characters.Languages {
				texts := New(lang)
				for _, r := range a.Refused {
					text := texts.Round(&v).Refusal(r)
					finished(text)
					said[r.Rule()] = true
					assert.Contains(t, text, "("+r.Rule()+")", "the rule is named")
					assert.NotEqual(t, r.Reason(), text, "%s: it is said in plain words", id)
				}
			}
			require.NoError(t, g.Apply(a.Options[len(g.Decisions())*5%len(a.Options)]))
		}
		for _, player := range []tricks.Seat{tricks.NoSeat, 0} {
			v := g.View(player)
			for _, lang := range characters.Languages {
				texts := New(lang)
				for _, e := range v.Log {
					happened[e.Kind] = true
					finished(texts.Round(&v).Event(e))
				}
				for s := range v.Seats {
					finished(texts.Round(&v).GoalInFull(v.Seats[s].Character, tricks.Seat(s)))
					for _, p := range texts.Round(&v).Progress(tricks.Seat(s)) {
						finished(p)
					}
				}
			}
		}
	}
	assert.Equal(t,
		map[string]bool{
			"S3": true, "S4": true, "S6": true, "S9": true, "T4": true, "T6": true, "K": true,
			"C15": true,
		}, said)
	for kind := chapters.EventKind(0); kind.String() != ""; kind++ {
		assert.True(t, happened[kind], "an event of the kind %s did not happen", kind)
	}
}

// TestEventKeepsSecrets checks that a player who did not see a passed card does not read it (S11).
func TestEventKeepsSecrets(t *testing.T) {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 7})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for g.Due().Kind != chapters.Exchange {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	passed := g.Options()[0]
	require.NoError(t, g.Apply(passed))
	for seat := range tricks.Seat(4) {
		v := g.View(seat)
		text := New("en").Round(&v).Event(v.Log[len(v.Log)-1])
		if seat == passed.Seat || seat == passed.Target {
			assert.Contains(t, text, passed.Card.String())
		} else {
			assert.NotContains(t, text, passed.Card.String())
		}
	}
}

// TestTomsProgress: at the end only the suit of a card left over counts (K, G5).
func TestTomsProgress(t *testing.T) {
	text := `{players: 3, hands: [{character: tom, cards: H8 H7 M1}, {character: frodo, cards: H1 R1}, {character: merry, cards: H2 H3}], plays: [%s]}`
	for plays, want := range map[string][]string{
		`"1:H1", "2:H2", "0:H8"`:                          {"3 of 3 Hills", "1 trick"},
		`"1:H1", "2:H2", "0:H8", "0:H7", "1:R1!", "2:H3"`: {"0 of 3 of one suit", "1 trick"},
		`"1:H1", "2:H2", "0:H8", "0:M1", "1:R1", "2:H3"`:  {"4 Hills", "2 tricks"},
	} {
		lib := chapters.Default()
		var got []string
		for e := range lib.Read("test", strings.NewReader(fmt.Sprintf(text, plays))) {
			require.NoError(t, e.Err)
			g, err := e.Record.Game(lib)
			require.NoError(t, err)
			v := g.View(0)
			got = New(Default).Round(&v).Progress(0)
		}
		assert.Equal(t, want, got, plays)
	}
}

// TestSentencesNameTheActor checks a few habits of good prose: no sentence begins with "Who" or
// "What" but a question, no number stands before a plural that it may not have, and German has
// one kind of quotation marks and one dash.
func TestSentencesNameTheActor(t *testing.T) {
	vague := regexp.MustCompile(`(^|[.!?] )(Who|Whoever|What|Whatever) [^.?!]*\.`)
	quoted := regexp.MustCompile(`(^|[ (])"\p{L}+[ \p{L}]*"`)
	for _, lang := range characters.Languages {
		have := New(lang)
		for key, text := range have.byKey {
			assert.False(t, vague.MatchString(text), "%s: name the actor: %s", key, text)
			if strings.HasSuffix(key, ".one") {
				assert.NotRegexp(t, `%(\[1\])?d (tricks|cards|rounds|players|Stiche|Karten|Runden)`, text, key)
			}
			if lang == "de" && key != "serve.seal.check" {
				assert.NotRegexp(t, quoted, text, "%s: „…“", key)
				assert.NotRegexp(t, `[\p{L}\d)] - `, text, "%s: –", key)
			}
		}
	}
}
