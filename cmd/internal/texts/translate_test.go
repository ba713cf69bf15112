package texts

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// untold are the packages whose sentences nobody reads while playing, so they are only in English:
// the command line with its reports and measurements, the messages of a server before it serves,
// the errors in the text of a file, tests, and this package.
var untold = regexp.MustCompile(`^(cmd/fellowship-site(/.*)?|cmd/internal/(cli(/.*)?|docs|door/sshd|measure|module(/.*)?|serve|texts)|` +
	`solver/(arena|difficulty|parallel|internal/rup)|characters(/strictyaml)?|.*test)$`)

// sources type-checks the program's sources. The types of other modules stay unknown.
type sources struct {
	fset     *token.FileSet
	info     types.Info
	packages map[string]*types.Package
	files    map[string][]*ast.File
}

// Import returns a package of the program, and an empty one for any other.
func (s *sources) Import(name string) (*types.Package, error) {
	if p := s.packages[name]; p != nil {
		return p, nil
	}
	dir, ours := strings.CutPrefix(name, "fellowship/")
	if !ours {
		p := types.NewPackage(name, path.Base(name))
		p.MarkComplete()
		s.packages[name] = p
		return p, nil
	}
	list, err := filepath.Glob(filepath.Join("../../..", dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range list {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(s.fset, file, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		s.files[dir] = append(s.files[dir], parsed)
	}
	check := types.Config{Importer: s, Error: func(error) {}} // what is unknown is an error here
	p, _ := check.Check(name, s.fset, s.files[dir], &s.info)
	s.packages[name] = p
	return p, nil
}

// sentences returns every sentence in the sources, with its place: the formats for functions with
// the parameters `format string, args ...any`, the texts for say.New, and each say.Word. In the pages
// of the terminal, sentences are the arguments of the functions of the template.
func sentences(t *testing.T) map[string]string {
	t.Helper()
	s := sources{
		fset: token.NewFileSet(), packages: map[string]*types.Package{}, files: map[string][]*ast.File{},
		info: types.Info{Types: map[ast.Expr]types.TypeAndValue{}},
	}
	found := map[string]string{}
	err := filepath.WalkDir("../../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if base := d.Name(); base == "testdata" || base[0] == '.' && strings.Trim(base, ".") != "" {
			return fs.SkipDir
		}
		rel, err := filepath.Rel("../../..", name)
		if err != nil {
			return err
		}
		_, err = s.Import("fellowship/" + filepath.ToSlash(rel))
		return err
	})
	require.NoError(t, err)
	for dir, files := range s.files {
		if untold.MatchString(dir) {
			continue
		}
		for _, file := range files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case ast.Expr:
					s.told(n, found)
				case *ast.FuncDecl:
					s.saidBy(n, found)
				}
				return true
			})
		}
	}
	maps.DeleteFunc(found, func(sentence, _ string) bool { return !hasWords(sentence) })
	require.Greater(t, len(found), 200)
	return found
}

// note notes a sentence that is a constant.
func (s *sources) note(e ast.Expr, found map[string]string) {
	if value := s.info.Types[e].Value; value != nil && value.Kind() == constant.String {
		found[constant.StringVal(value)] = s.fset.Position(e.Pos()).String()
	}
}

// saidBy notes the sentences of a method Said.
func (s *sources) saidBy(f *ast.FuncDecl, found map[string]string) {
	if f.Name.Name != "FormatArgs" {
		return
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) > 0 {
			s.note(r.Results[0], found)
		}
		return true
	})
}

// told notes the sentence of an expression.
func (s *sources) told(e ast.Expr, found map[string]string) {
	if named, ok := s.info.Types[e].Type.(*types.Named); ok && named.Obj().Name() == "Word" &&
		named.Obj().Pkg().Name() == "say" {
		s.note(e, found)
	}
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return
	}
	f, ok := s.info.Types[call.Fun].Type.(*types.Signature)
	if !ok {
		return
	}
	switch fun := call.Fun.(type) { // about the text of a file
	case *ast.SelectorExpr:
		if fun.Sel.Name == "Errorf" && s.about(fun.X, "strictyaml") {
			return
		}
	case *ast.Ident:
		if fun.Name == "faultf" {
			return
		}
	}
	n := f.Params().Len()
	if f.Variadic() && n > 1 && len(call.Args) > n-2 && f.Params().At(n-2).Name() == "format" {
		s.note(call.Args[n-2], found)
	}
	if fun, ok := call.Fun.(*ast.SelectorExpr); ok && types.ExprString(fun) == "say.New" {
		s.note(call.Args[0], found)
	}
}

// about reports whether the type of an expression is one of a package.
func (s *sources) about(e ast.Expr, pkg string) bool {
	named, ok := s.info.Types[e].Type.(*types.Named)
	return ok && named.Obj().Pkg().Name() == pkg
}

// hasWords reports whether there is something to translate in a sentence.
func hasWords(sentence string) bool {
	return regexp.MustCompile(`[a-zA-Z]{2}`).MatchString(verb.ReplaceAllString(wrapVerb().ReplaceAllString(sentence,
		""), ""))
}

// TestEverySentenceIsTold checks that every error that can be read while playing is translated into
// every language, with the same values, and that no language has a sentence that is not in the
// sources.
func TestEverySentenceIsTold(t *testing.T) {
	found := sentences(t)
	for _, lang := range characters.Languages {
		if lang == Default {
			continue
		}
		told, err := load(files, path.Join("told", lang))
		require.NoError(t, err)
		others := map[string]string{} // what the system says
		for _, file := range []string{"others.yaml"} {
			some, err := loadFile(files, path.Join("told", lang, file))
			require.NoError(t, err)
			maps.Copy(others, some)
		}
		for _, sentence := range slices.Sorted(maps.Keys(found)) {
			text, ok := told[sentence]
			if !assert.True(t, ok, "%s: not in %s: %q", found[sentence], lang, sentence) {
				continue
			}
			want, got := verbs(t, sentence, wrapVerb().ReplaceAllString(sentence, "${1}v")),
				verbs(t, text, wrapVerb().ReplaceAllString(text, "${1}v"))
			assert.Equal(t, want, got, "the values of %q in %s", sentence, lang)
		}
		for sentence := range told {
			if _, other := others[sentence]; !other && found[sentence] == "" {
				t.Errorf("in %s nobody says %q any more", lang, sentence)
			}
		}
	}
}

// TestErrorsAreTold checks that errors which can be read while playing are made with package say, so
// that they can be translated, and that all others are made with packages fmt and errors.
func TestErrorsAreTold(t *testing.T) {
	err := filepath.WalkDir("../../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		rel, err := filepath.Rel("../../..", name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		src, err := os.ReadFile(name)
		// they make them themselves
		if strings.HasPrefix(string(src), "//go:build ignore") ||
			slices.Contains([]string{"tricks/sentence.go", "characters/say/say.go"}, rel) {
			return err
		}
		wrong := regexp.MustCompile(`fmt\.Errorf\(|errors\.New\("`)
		with := "package say, so that it can be told in every language"
		if untold.MatchString(path.Dir(rel)) {
			wrong = regexp.MustCompile(`say\.(Errorf|New|Word)\b`)
			with = "package fmt or errors: it is told in English"
		}
		for i, line := range strings.Split(string(src), "\n") {
			if wrong.MatchString(line) {
				t.Errorf("%s:%d: make this error with %s", rel, i+1, with)
			}
		}
		return err
	})
	require.NoError(t, err)
}

// odd is an error that is no error of ours.
type odd struct{ inner error }

func (o odd) Error() string { return "odd: " + o.inner.Error() }
func (o odd) Unwrap() error { return o.inner }

// TestTell checks that the parts of an error which have a translation are translated, and that the
// other parts are kept.
func TestTell(t *testing.T) {
	full := say.New("the disk is full")
	en, de := New("en"), New("de")
	for _, tt := range []struct {
		err  error
		want string
	}{
		{full, "der Datenträger ist voll"},
		{errors.New("no words of ours"), "no words of ours"},
		{
			say.Errorf("saved game %s: %w", "x", say.Errorf("%w: %w", full, errors.New("other"))),
			"gespeichertes Spiel x: der Datenträger ist voll: other",
		},
		{fmt.Errorf("theirs: %w", full), "theirs: der Datenträger ist voll"},
		{odd{full}, "odd: der Datenträger ist voll"},
		{errors.Join(full, full), "der Datenträger ist voll\nder Datenträger ist voll"},
		{&fs.PathError{Op: "open", Path: "x\n", Err: fs.ErrNotExist}, "x\uFFFD: Datei oder Ordner nicht gefunden"},
		{
			&tricks.IllegalError{Seat: 2, Rule: "T4", Reason: say.Sprintf("must follow %s", tricks.Hills)},
			"Platz 2 muss Hügel bedienen (T4)",
		},
	} {
		assert.Equal(t, tt.err.Error(), en.Tell(tt.err))
		assert.Equal(t, tt.want, de.Tell(tt.err))
	}
	assert.Equal(t, "Der Datenträger ist voll.", de.Problem(full))
	assert.Equal(t, "the disk is full", en.Problem(full))
}

// TestOneWordForOneThing checks that a thing has one name in all texts. It lists words that are not
// used, with the words that are used instead.
func TestOneWordForOneThing(t *testing.T) {
	taken := map[string]string{
		"gescheitert": "verfehlt", "scheitert": "verfehlt", "Protokoll": "Aufzeichnung",
		"Austeilung": "Kartenverteilung",
		"Spielstand": "gespeichertes Spiel", "Zugstapel": "Nachziehstapel", "Draft": "Charakterwahl",
		"Setup":    "Spielaufbau",
		"Kommando": "Befehl", "Flag": "Option", "Bedrohungsnummer": "Bedrohungszahl", "Gabe": "Geschenk",
		"Stadium": "Abschnitt",
		"Phase":   "Abschnitt", "Verzeichnis": "Ordner", "Schwelle": "Grenze", "KI": "Computer", "Bot": "Computer",
	}
	have := New("de")
	for avoid, use := range taken {
		word := regexp.MustCompile(`(^|[^\p{L}])` + avoid)
		for _, texts := range []map[string]string{have.byKey, have.bySentence()} {
			for key, text := range texts {
				text = strings.ReplaceAll(text, "draft", "")
				if key != "chapters.point.threats" { // a card is what fails there
					assert.False(t, word.MatchString(text), "%s: say %s, not %s: %s", key, use, avoid, text)
				}
			}
		}
	}
}

// TestLettersOfTheLanguage checks that German texts write cards with German letters. Errors about
// documents write cards as the documents do.
func TestLettersOfTheLanguage(t *testing.T) {
	have := New("de")
	english := regexp.MustCompile(`\b[MF][1-8]+\b|H M F S`)
	for _, texts := range []map[string]string{have.byKey, have.bySentence()} {
		for key, text := range texts {
			assert.False(t, english.MatchString(text), "%s: %s", key, text)
		}
	}
}
