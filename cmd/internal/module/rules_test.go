package module

import (
	"bufio"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEveryRuleIsTested holds that each rule of testdata/rules.txt is cited by at least one test
// file or case of chapters/testdata/rules, so that a rule whose tests go away is noticed.
func TestEveryRuleIsTested(t *testing.T) {
	cited := map[string]bool{}
	word := regexp.MustCompile(`\b(?:[TSLGCQ][0-9]+[a-g]?|K:[a-z-]+|N)\b`)
	err := fs.WalkDir(os.DirFS(root), ".", func(file string, d fs.DirEntry, err error) error {
		tests := strings.HasSuffix(file, "_test.go") && path.Base(file) != "rules_test.go" ||
			strings.HasPrefix(file, "chapters/testdata/rules/") && strings.HasSuffix(file, ".txt")
		if err != nil || d.IsDir() || !tests {
			return err
		}
		text, err := os.ReadFile(filepath.Join(root, file))
		for _, w := range word.FindAllString(string(text), -1) {
			cited[w] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.Open("testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	seen := map[string]bool{}
	for lines := bufio.NewScanner(list); lines.Scan(); {
		rule, words, ok := strings.Cut(lines.Text(), " ")
		switch {
		case rule == "#":
		case !ok || words == "":
			t.Errorf("%q: a rule is a number and a few words", lines.Text())
		case seen[rule]:
			t.Errorf("%s appears twice", rule)
		case !cited[rule]:
			t.Errorf("%s (%s) is cited by no test", rule, words)
		}
		seen[rule] = true
	}
	if len(seen) < 100 {
		t.Errorf("only %d rules are listed", len(seen))
	}
}
