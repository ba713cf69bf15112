package main

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// functionWordList has prepositions, pronouns, question words, and the verbs that only help
// other verbs. A name of one of these says where a thing stands in a sentence, not what it
// is. Go itself uses a few such words as names (in, out, now, new, all, any, min, up): they are not here.
var functionWordList = strings.Fields(`
	about above after against among around as at before behind below beneath beside between beyond by
	during for from into near of off on onto over since than through till to toward under until upon
	with within without
	he her here hers him his it its mine nobody none one ones others ours she some somebody such that
	their theirs them there these they this those us we
	how what when where which who whom whose why
	be can does has have is may must shall should was were will would
	both else enough then thus yet`)

// functionWords finds declared names, of any kind, that are a function word.
func functionWords(m *module) (finds []find) {
	for _, s := range m.goFiles() {
		for _, id := range declaredNames(s.tree) {
			if slices.Contains(functionWordList, strings.ToLower(id.Name)) {
				finds = append(finds, m.find("words", id.Pos(), id.Name))
			}
		}
	}
	return finds
}

// declaredNames returns every name that a file declares: of functions, types, fields,
// parameters, constants and variables.
func declaredNames(tree *ast.File) (names []*ast.Ident) {
	note := func(exprs ...ast.Expr) {
		for _, e := range exprs {
			if id, ok := e.(*ast.Ident); ok {
				names = append(names, id)
			}
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			note(n.Name)
		case *ast.TypeSpec:
			note(n.Name)
		case *ast.Field:
			names = append(names, n.Names...)
		case *ast.ValueSpec:
			names = append(names, n.Names...)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				note(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				note(n.Key, n.Value)
			}
		}
		return true
	})
	return names
}

// inflectedMethods finds methods of one type whose names are forms of one word: Begin,
// begin and Begins. A plural beside its singular (Seat and Seats) is not meant, so that
// forms other than those by case count only for the verbs below.
func inflectedMethods(m *module) (finds []find) {
	methods := map[string][]*ast.FuncDecl{} // by folder and type
	for _, s := range m.goFiles() {
		for _, decl := range s.tree.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok && d.Recv != nil {
				key := roomOf(s.name) + "." + receiverOf(d)
				methods[key] = append(methods[key], d)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(methods)) {
		forms := map[string][]*ast.FuncDecl{}
		for _, d := range methods[key] {
			stem := stemOf(d.Name.Name)
			forms[stem] = append(forms[stem], d)
		}
		for _, stem := range slices.Sorted(maps.Keys(forms)) {
			same := forms[stem]
			for _, d := range same[1:] {
				text := key + ": " + d.Name.Name + " beside " + same[0].Name.Name
				finds = append(finds, m.find("inflected", d.Pos(), text))
			}
		}
	}
	return finds
}

// verbs are those whose forms are looked for.
var verbs = strings.Fields(`
	add answer ask begin bring call change check choose clear close come copy count cover cut deal decide do
	draw end enter fill find finish fit follow get give go guard guess have hear help hint hold join keep know
	lay lead learn leave let lie listen load look lose make mark meet move need note offer open own paint part
	pick place play point press print prove put quit reach read refuse remove rest run save say see sell send
	serve set settle show shut sit solve speak stand start stay step stop store take tell think tire touch try
	turn undo update use wait want warn watch win wish work write`)

// irregular are verb forms that no ending explains.
var irregular = map[string]string{
	"began": "begin", "begun": "begin", "brought": "bring", "came": "come", "chosen": "choose", "chose": "choose",
	"dealt": "deal", "did": "do", "does": "do", "done": "do", "drawn": "draw", "drew": "draw", "found": "find",
	"gave": "give", "given": "give", "goes": "go", "gone": "go", "went": "go", "has": "have", "had": "have",
	"heard": "hear", "held": "hold", "kept": "keep", "knew": "know", "known": "know", "laid": "lay", "led": "lead",
	"left": "leave", "lost": "lose", "made": "make", "met": "meet", "ran": "run", "said": "say", "sat": "sit",
	"saw": "see", "seen": "see", "sent": "send", "shown": "show", "stood": "stand", "taken": "take", "took": "take",
	"thought": "think", "told": "tell", "won": "win", "written": "write", "wrote": "write",
}

// stemOf returns the word of which a name is a form, in lower case.
func stemOf(name string) string {
	lower := strings.ToLower(name)
	if stem, ok := irregular[lower]; ok {
		return stem
	}
	for _, ending := range []string{"ing", "ed", "es", "s", "d"} {
		base, ok := strings.CutSuffix(lower, ending)
		if !ok {
			continue
		}
		for _, candidate := range []string{base, base + "e", strings.TrimSuffix(base, "i") + "y", shortened(base)} {
			if slices.Contains(verbs, candidate) {
				return candidate
			}
		}
	}
	return lower
}

// shortened takes a doubled last letter away: begin from beginn(ing).
func shortened(word string) string {
	if n := len(word); n > 1 && word[n-1] == word[n-2] {
		return word[:n-1]
	}
	return word
}
