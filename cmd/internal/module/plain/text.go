package main

import (
	"fmt"
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// riddle is a turn of phrase whose noun the reader has to find.
type riddle struct {
	// example is a comment with it.
	example string
	// pattern finds it in one sentence.
	pattern *regexp.Regexp
}

// riddleList has pronouns in the place of a noun, question words in the place of a thing, and
// sentences turned round.
var riddleList = []riddle{
	{"The names are those of the tables.", regexp.MustCompile(
		`\b(is|are|was|were|be) (that|those|the ones?) (of|in|on|at|with|for|from|to|by) ` +
			`(a|an|the|this|each|which|what|some|its|those|that|whom)\b`)},
	{"Known is one that somebody gave.", regexp.MustCompile(
		`\b(is|are|was|were) (those|ones|the ones?|one) (that|which)\b`)},
	{"It stands in the place of those that a hand gave.", regexp.MustCompile(
		`\b(as|to|in|by|from|with|of|for|before|after|behind|like|on|at) ` +
			`(that|those) (of|that|in|on|with|for|from|at)\b`)},
	{"Of those that can lead one does.", regexp.MustCompile(
		`(^|[.:;] )(Of|To|By|From|About|For) (that|those|these|them|which|whom|such|somebody|who|what)\b` +
			`[^,]{0,60} (is|are|has|have|does|do|was|may|can|must)\b`)},
	{"Who comes back sits there.", regexp.MustCompile(
		`(^|[.:;] |\b(of|to|for|by|with|about|from|but) )[Ww]ho (is|are|was|has|have|had|wants|comes|came|` +
			`leaves|left|plays|sits|goes|looks|joins|holds|gives|enters)\b`)},
	{"It fills so many cells.", regexp.MustCompile(
		`\b(just so|at most so|so) (many|much|few)( \w+)?([.,;:)]|$|` +
			` (at most|to|from|in|on|of|one|each|and|for|with|are|is|as are)\b)`)},
	{"It is drawn on a terminal that is none.", regexp.MustCompile(
		`\b(that|which|who|it|they|this) (is|are|was|were) (none|no one|not one|no such)\b`)},
	{"It breaks lines, of which the rows are remembered.", regexp.MustCompile(
		`, (of|by|from|before|after|without|about) (which|whom|whose)\b`)},
	{"Damage is told of.", regexp.MustCompile(
		`\b(tell|tells|told|said|says|heard|hears) of\b`)},
	{"count is what stands at the end.", regexp.MustCompile(
		`^\w+ (is|are) (what|who|whom|whose|as far|so many|as many)\b`)},
}

// riddles finds comments with one of the patterns, once a sentence.
func riddles(m *module) (finds []find) {
	for _, s := range m.goFiles() {
		for _, group := range s.tree.Comments {
			finds = append(finds, m.riddlesIn(group)...)
		}
	}
	return finds
}

// riddlesIn looks at a comment as one text, since sentences go over the ends of lines.
func (m *module) riddlesIn(group *ast.CommentGroup) (finds []find) {
	var text strings.Builder
	var starts []int // the offset in the text at which each line begins
	for _, c := range group.List {
		if strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "//nolint") {
			return nil
		}
		starts = append(starts, text.Len())
		text.WriteString(strings.TrimSpace(strings.TrimLeft(c.Text, "/*")) + " ")
	}
	for _, sentence := range sentences(text.String()) {
		for _, r := range riddleList {
			match := r.pattern.FindStringIndex(sentence.text)
			if match == nil {
				continue
			}
			line := 0
			for line+1 < len(starts) && starts[line+1] <= sentence.offset+match[0] {
				line++
			}
			finds = append(finds, m.find("riddles", group.List[line].Pos(), sentence.text))
			break
		}
	}
	return finds
}

// sentence is a part of a comment.
type sentence struct {
	text string
	// offset is where the sentence begins in the comment, in bytes.
	offset int
}

var sentenceEnd = regexp.MustCompile(`[.!?] +`)

// sentences cuts a comment at the ends of its sentences.
func sentences(text string) (all []sentence) {
	offset := 0
	for _, end := range append(sentenceEnd.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		if part := strings.TrimSpace(text[offset:end[1]]); part != "" {
			all = append(all, sentence{part, offset})
		}
		offset = end[1]
	}
	return all
}

// widest is the number of columns that a line may have; a tab takes four.
const widest = 120

// longLines finds lines that are too long for two windows beside each other.
func longLines(m *module) (finds []find) {
	for _, s := range m.files {
		for i, line := range s.lines {
			columns := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
			if columns > widest {
				finds = append(finds, find{"long", s.name, i + 1, fmt.Sprintf("%d columns", columns)})
			}
		}
	}
	slices.SortStableFunc(finds, func(a, b find) int { return strings.Compare(a.file, b.file) })
	return finds
}
