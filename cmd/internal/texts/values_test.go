package texts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestValuesOfATextHaveNames(t *testing.T) {
	formats, err := loadFormats(fstest.MapFS{"xx/a.yaml": {Data: []byte(
		"passed(player, receiver, card): \"{receiver} gets {card} from {player}: 50 %\"\n" +
			"none: 100 %\n",
	)}}, "xx")
	require.NoError(t, err)
	passed := &Texts{lang: Default, byKey: formats}
	assert.Equal(t, "Sam gets M3 from Frodo: 50 %", passed.T("passed", "Frodo", "Sam", "M3"))
	assert.Equal(t, "100 %", passed.T("none"))
}

func TestUnknownValuesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`won(player): "{card} wins"`:                    "xx: won: the key has no value {card}",
		`won: "{} wins"`:                                "xx: won: the key has no value {}",
		"won(player): \"{player} wins\"\nwon: somebody": "xx: two texts have the key won",
	} {
		_, err := loadFormats(fstest.MapFS{"xx/a.yaml": {Data: []byte(text)}}, "xx")
		assert.EqualError(t, err, want)
	}
}

// TestCallsGiveTheValues checks that each call of T and N with a key gives as many values as the
// text has names for them.
func TestCallsGiveTheValues(t *testing.T) {
	names := valueNames(t, Default)
	fset := token.NewFileSet()
	calls := 0
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			key, given, ok := textCall(n)
			if !ok {
				return true
			}
			calls++
			assert.Len(t, names[key], given, "%s at %s", key, fset.Position(n.Pos()))
			return true
		})
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, calls, 500)
}

// textCall returns the key of a call of T or N, and the number of the values given to it.
func textCall(n ast.Node) (key string, given int, ok bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || call.Ellipsis.IsValid() || len(call.Args) == 0 {
		return "", 0, false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || method.Sel.Name != "T" && method.Sel.Name != "N" {
		return "", 0, false
	}
	literal, ok := call.Args[0].(*ast.BasicLit)
	if !ok {
		return "", 0, false
	}
	key, err := strconv.Unquote(literal.Value)
	if err != nil || strings.HasSuffix(key, ".") {
		return "", 0, false
	}
	if method.Sel.Name == "N" {
		key += ".other"
	}
	return key, len(call.Args) - 1, true
}
