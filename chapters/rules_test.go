package chapters_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// The rules are tested case by case. A file of testdata/rules holds cases, each under a line "== RULE what".
// README.md in that folder says how a case is written.

// scene is a case that is being played: its position, and then its game.
type scene struct {
	t       testing.TB
	deal    *arranged // a deal whose cards lie where the case wants them,
	round   string    // or an ending: its head and its seats as a document has them,
	who     []string
	left    [tricks.MaxSeats]string // what stays in a hand
	played  string                  // and all that is played in the case
	game    *chapters.Game
	refused error // why there is no game
}

// TestRules plays the cases of testdata/rules. Every rule that they are about can be picked by its
// number, as in -run 'TestRules/.*/S6'.
func TestRules(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/rules/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	all := ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		all += string(text)
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			for _, c := range strings.Split("\n"+string(text), "\n== ")[1:] {
				name, body, _ := strings.Cut(c, "\n")
				t.Run(name, func(t *testing.T) { playCase(t, body) })
			}
		})
	}
	lib := chapters.Default()
	numbers := strings.Fields("T3 T4 T5 T6 T7 T8 T9 T10 S3 S4 S5 S6 S7 S8 S9 S10 S11 S13 L1 L2 L5 " +
		"C4 C5 C6 C8 C9 C10 C12 C14 C15 C16 C17 C18 G2")
	for _, id := range slices.Concat(sortedKeys(lib.Characters), sortedKeys(lib.Riders), sortedKeys(lib.Gifts)) {
		numbers = append(numbers, "K:"+id)
	}
	for _, rule := range numbers {
		require.Contains(t, "\n"+all, "\n== "+rule+" ", "there is no case of %s", rule)
	}
}

// playCase plays each branch of a case. All branches share the statements before the first decision.
func playCase(t *testing.T, body string) {
	var head []string
	branch := []string{}
	branches := [][]string{}
	for line := range strings.Lines(body) {
		line, _, _ = strings.Cut(line, "#")
		for statement := range strings.SplitSeq(strings.TrimSpace(line), ";") {
			statement = strings.TrimSpace(statement)
			if rest, ok := strings.CutPrefix(statement, "or "); ok {
				branches = append(branches, branch)
				branch = slices.Clone(head)
				statement = rest
			}
			if statement == "" {
				continue
			}
			if verb, _, _ := strings.Cut(statement, " "); len(branches) == 0 && places[verb] != nil {
				head = append(head, statement)
			}
			branch = append(branch, statement)
		}
	}
	for _, branch := range append(branches, branch) {
		s := &scene{t: t}
		for _, statement := range branch {
			if isPlays.MatchString(statement) {
				s.played += " " + statement
			}
		}
		t.Log(strings.Join(branch, "; "))
		for _, statement := range branch {
			s.do(statement)
		}
		require.True(t, s.game != nil || s.refused != nil, "a case plays something")
	}
}

var isPlays = regexp.MustCompile(`^\d:[A-Z]\d!?( |$)`)

// do makes one statement of a case.
func (s *scene) do(statement string) {
	s.t.Helper()
	verb, rest, _ := strings.Cut(statement, " ")
	rest = strings.TrimSpace(rest)
	if place := places[verb]; place != nil {
		require.Nil(s.t, s.game, "too late: %s", statement)
		place(s, rest)
		return
	}
	if s.game == nil {
		s.begin()
	}
	if verb == "bad" {
		require.ErrorContains(s.t, s.refused, rest, statement)
		return
	}
	require.NoError(s.t, s.refused, statement)
	check := checks[verb]
	switch {
	case isPlays.MatchString(statement):
		plays(s.t, s.game, statement)
	case check != nil:
		want, got := check(s, rest)
		require.Equal(s.t, want, got, "%s, after %v", statement, s.game.Decisions())
	default:
		for word := range strings.FieldsSeq(rest) {
			does(s.t, s.game, verb+" "+word)
		}
	}
}

func (s *scene) begin() {
	var pos chapters.Position
	if s.deal != nil {
		pos = s.deal.position()
	} else {
		pos = read(s.t, endingText(s.t, s.round, s.who, s.played, s.left[:]...))
	}
	s.game, s.refused = chapters.Default().NewGame(pos)
}

// seatAnd cuts a seat off: "2 H8".
func (s *scene) seatAnd(text string) (tricks.Seat, string) {
	s.t.Helper()
	word, rest, _ := strings.Cut(text, " ")
	seat, err := tricks.ParseSeat(word)
	require.NoError(s.t, err, text)
	return seat, rest
}

func (s *scene) numbers(text string) (out []int) {
	s.t.Helper()
	for word := range strings.FieldsSeq(text) {
		n, err := strconv.Atoi(word)
		require.NoError(s.t, err)
		out = append(out, n)
	}
	return out
}

// places are the statements that make up a position.
var places = map[string]func(s *scene, text string){
	"deal": func(s *scene, text string) {
		words := strings.Fields(text)
		s.deal = arrange(s.t, words[0])
		if len(words) > 1 {
			s.deal.cast(words[1:]...)
		}
	},
	"hand": func(s *scene, text string) {
		seat, cards := s.seatAnd(text)
		s.deal.hand(int(seat), cards)
	},
	"stage": func(s *scene, text string) {
		n, text := s.seatAnd(text)
		seat, cards := s.seatAnd(text)
		s.deal.into(func() tricks.Set { return s.deal.pos.Staged[n][seat] }, cards)
	},
	"rows": func(s *scene, text string) {
		for y, row := range strings.Split(text, "/") {
			s.deal.places(func() []tricks.Card { return s.deal.pos.Hands[s.deal.pos.Pyramid].Rows[y] }, row)
		}
	},
	"lostcard": func(s *scene, text string) { s.deal.places(func() []tricks.Card { return s.deal.pos.Lost }, text) },
	"pile":     func(s *scene, text string) { s.deal.places(func() []tricks.Card { return s.deal.pos.Pile }, text) },
	"side": func(s *scene, text string) {
		name, cards, _ := strings.Cut(text, " ")
		s.deal.places(func() []tricks.Card { return s.deal.pos.Sides[name] }, cards)
	},
	"threats": func(s *scene, text string) {
		top := s.numbers(text)
		rest := slices.DeleteFunc(slices.Clone(s.deal.pos.Threats), func(n int) bool { return slices.Contains(top, n) })
		s.deal.pos.Threats = slices.Concat(top, rest)
	},
	"deck": func(s *scene, text string) { s.deal.pos.Threats = s.numbers(text) },
	"gift": func(s *scene, text string) { s.deal.pos.Gift = text },
	"rider": func(s *scene, text string) {
		id, order, _ := strings.Cut(text, " ")
		s.deal.pos.Rider = id
		s.deal.pos.RiderSeats = nil
		for _, n := range s.numbers(order) {
			s.deal.pos.RiderSeats = append(s.deal.pos.RiderSeats, tricks.Seat(n))
		}
	},
	"mithril":   func(s *scene, text string) { s.deal.pos.MithrilUsed = text == "used" },
	"completed": func(s *scene, text string) { s.deal.pos.Completed = strings.Fields(text) },
	"dealt": func(s *scene, text string) {
		for seat, id := range strings.Fields(text) {
			s.deal.pos.Hands[seat].Character = id
		}
	},
	"round": func(s *scene, text string) {
		words := strings.Split(text, "|")
		s.round = words[0]
		s.who = words[1:]
		s.deal = nil
		clear(s.left[:])
	},
	"left": func(s *scene, text string) {
		seat, cards := s.seatAnd(text)
		s.left[seat] = cards
	},
}

// checks are the statements that look at the game or continue it. Each returns what the case wants and what the game
// has.
var checks = map[string]func(s *scene, text string) (want, got any){
	"due":     func(s *scene, text string) (want, got any) { return text, asked(s.game) },
	"answers": func(s *scene, text string) (want, got any) { return text, answers(s.game) },
	"to":      func(s *scene, text string) (want, got any) { return text, targets(s.game) },
	"winners": func(s *scene, text string) (want, got any) { return text, winners(s.game) },
	"result":  func(s *scene, text string) (want, got any) { return text, string(s.game.Result()) },
	"played":  func(s *scene, text string) (want, got any) { return text, strconv.Itoa(len(s.game.History())) },
	"leads":   func(s *scene, text string) (want, got any) { return text, s.game.Character(s.game.State().Leader).ID },
	"offers":  func(s *scene, text string) (want, got any) { return s.cards(text, offered(s.game)) },
	"holds": func(s *scene, text string) (want, got any) {
		seat, cards := s.seatAnd(text)
		return s.cards(cards, held(s.game, seat))
	},
	"has": func(s *scene, text string) (want, got any) {
		seat, cards := s.seatAnd(text)
		set := tricks.SetOf(cardsOf(s.t, cards)...)
		return set, set & held(s.game, seat)
	},
	"lacks": func(s *scene, text string) (want, got any) {
		seat, cards := s.seatAnd(text)
		return tricks.Set(0), held(s.game, seat) & tricks.SetOf(cardsOf(s.t, cards)...)
	},
	"status": func(s *scene, text string) (want, got any) {
		id, word, _ := strings.Cut(text, " ")
		return word, status(s.t, s.game, id)
	},
	"refuse": func(s *scene, text string) (want, got any) {
		rule, line, _ := strings.Cut(text, " ")
		refuses(s.t, s.game, rule, line)
		return nil, nil
	},
	"sees": func(s *scene, text string) (want, got any) {
		words := strings.Fields(text)
		want = strings.Join(words[2:], " ")
		for player := tricks.NoSeat; player < tricks.Seat(s.game.Start().Players); player++ {
			name := map[bool]string{true: "public", false: player.String()}[player == tricks.NoSeat]
			if words[0] != name && (words[0] != "all" || name == "public") {
				continue
			}
			got = seenAt(s.game.View(player), words[1])
			if got != want {
				break
			}
		}
		return want, got
	},
	"log": func(s *scene, text string) (want, got any) {
		player, line := s.seatAnd(text)
		lines := logLines(s.game.View(player))
		if strings.Contains(lines, line) {
			return line, line
		}
		return line, lines
	},
	"any": func(s *scene, text string) (want, got any) {
		for range s.numbers(text)[0] {
			apply(s.t, s.game, s.game.Options()[0])
		}
		return nil, nil
	},
	"until": func(s *scene, text string) (want, got any) {
		for asked(s.game) != text && (text != "play" || s.game.Due().Kind != chapters.PlayCard) {
			apply(s.t, s.game, options(s.t, s.game)[0])
		}
		return nil, nil
	},
	"setup": func(s *scene, _ string) (want, got any) {
		toPlay(s.t, s.game)
		return nil, nil
	},
	"same": func(s *scene, text string) (want, got any) {
		for _, seat := range s.numbers(text) {
			backs(s.t, s.game, tricks.Seat(seat))
		}
		return nil, nil
	},
	"acts": func(s *scene, text string) (want, got any) {
		id, text, _ := strings.Cut(text, " ")
		return text, s.acts(seatOf(s.t, s.game, id))
	},
	"asks": func(s *scene, text string) (want, got any) {
		var asks []string
		for s.game.Stage() == chapters.StageSetup {
			asks = append(asks, strings.TrimSuffix(asked(s.game), " by 0"))
			apply(s.t, s.game, s.game.Options()[0])
		}
		return text, strings.Join(asks, ", ")
	},
}

// acts goes through the setup and lists what one seat does: actions without a decision, and decisions with the
// characters that they can concern.
func (s *scene) acts(seat tricks.Seat) string {
	var alone, decided []string
	for s.game.Stage() == chapters.StageSetup {
		if ask := s.game.View(s.game.Due().Decider).Ask; ask.Seat == seat && ask.Kind != chapters.Return {
			line := ask.Kind.String()
			if ask.Kind == chapters.Exchange || ask.Kind == chapters.Give {
				line += " " + targets(s.game)
			}
			decided = append(decided, line)
		}
		apply(s.t, s.game, s.game.Options()[0])
	}
	for _, e := range s.game.View(seat).Log {
		word := map[chapters.EventKind]string{
			chapters.DrewThreat: "draws", chapters.TookLost: "takes lost", chapters.TookSide: "takes 5",
			chapters.Revealed: "reveals",
		}[e.Kind]
		if e.Seat == seat && word != "" && !slices.Contains(alone, word) {
			alone = append(alone, word)
		}
	}
	return cmp.Or(strings.Join(append(alone, decided...), ", "), "-")
}

// cards compares cards, or their number: "H13 R1", "9 cards".
func (s *scene) cards(text string, set tricks.Set) (want, got any) {
	if strings.HasSuffix(text, " cards") {
		return text, fmt.Sprintf("%d cards", set.Len())
	}
	return tricks.SetOf(cardsOf(s.t, text)...).String(), set.String()
}

// seenAt returns the value of a field of a view that is named by a path such as "seats.1.threat".
func seenAt(view chapters.View, path string) string {
	at := reflect.ValueOf(view)
	for name := range strings.SplitSeq(path, ".") {
		if i, err := strconv.Atoi(name); err == nil {
			at = at.Index(i)
		} else {
			at = at.FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, name) })
		}
	}
	cards := func(list []tricks.Card) string {
		var out []string
		for _, c := range list {
			out = append(out,
				map[tricks.Card]string{tricks.Closed: "??", tricks.NoCard: "-"}[c]+strings.Trim(c.String(), "-?"))
		}
		return strings.Join(out, " ")
	}
	text := ""
	switch is := at.Interface().(type) {
	case tricks.Card:
		text = cards([]tricks.Card{is})
	case []tricks.Card:
		text = cards(is)
	case [][]tricks.Card:
		var rows []string
		for _, row := range is {
			rows = append(rows, cards(row))
		}
		text = strings.Join(rows, " / ")
	case tricks.Seat:
		if is != tricks.NoSeat {
			text = is.String()
		}
	case *characters.Character:
		if is != nil {
			text = is.ID
		}
	case *characters.Gift:
		if is != nil {
			text = is.ID
		}
	case *chapters.Ask:
		if is != nil {
			text = is.Kind.String()
		}
	default:
		text = strings.Trim(fmt.Sprint(is), "[]")
	}
	if text == "" {
		return "-"
	}
	return text
}
