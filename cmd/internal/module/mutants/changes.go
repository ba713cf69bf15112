package main

import (
	"go/ast"
	"go/token"
	"strconv"
)

// swapped has for each operator the one that is easily written in its place.
var swapped = map[token.Token]token.Token{
	token.LSS:     token.LEQ,
	token.LEQ:     token.LSS,
	token.GTR:     token.GEQ,
	token.GEQ:     token.GTR,
	token.EQL:     token.NEQ,
	token.NEQ:     token.EQL,
	token.LAND:    token.LOR,
	token.LOR:     token.LAND,
	token.ADD:     token.SUB,
	token.SUB:     token.ADD,
	token.MUL:     token.QUO,
	token.QUO:     token.MUL,
	token.REM:     token.MUL,
	token.AND:     token.OR,
	token.OR:      token.AND,
	token.AND_NOT: token.AND,
	token.SHL:     token.SHR,
	token.SHR:     token.SHL,
}

// swappedAssignments does the same for assignments and for steps.
var swappedAssignments = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.SUB_ASSIGN,
	token.SUB_ASSIGN: token.ADD_ASSIGN,
	token.OR_ASSIGN:  token.AND_ASSIGN,
	token.AND_ASSIGN: token.OR_ASSIGN,
	token.INC:        token.DEC,
	token.DEC:        token.INC,
}

// inside returns the changes of what stands in nodes, without the statements of functions there, and without the
// capacity of what is made: another one makes no difference but in time. Nodes may be missing.
func (r *reader) inside(nodes ...ast.Node) (changes []change) {
	for _, node := range nodes {
		if node == nil {
			continue
		}
		ast.Inspect(node, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt, *ast.ArrayType, *ast.StructType:
				return false
			case *ast.CallExpr:
				if values := withoutCapacity(n); len(values) < len(n.Args) {
					changes = append(changes, r.inside(values...)...)
					return false
				}
			case *ast.BinaryExpr:
				changes = append(changes, r.operator(n.OpPos, n.Op, swapped, n)...)
			case *ast.AssignStmt:
				changes = append(changes, r.operator(n.TokPos, n.Tok, swappedAssignments, n)...)
			case *ast.IncDecStmt:
				changes = append(changes, r.operator(n.TokPos, n.Tok, swappedAssignments, n)...)
			case *ast.UnaryExpr:
				if n.Op == token.NOT {
					changes = append(changes, r.replace(n, r.source(n.X), quoted(r.shown(n))+" without !"))
				}
			case *ast.BasicLit:
				changes = append(changes, r.constant(n)...)
			case *ast.Ident:
				if other := map[string]string{"true": "false", "false": "true"}[n.Name]; other != "" {
					changes = append(changes, r.replace(n, other, n.Name+" is "+other))
				}
			}
			return true
		})
	}
	return changes
}

// withoutCapacity returns the values of a call without the capacity of what it makes.
func withoutCapacity(call *ast.CallExpr) (values []ast.Node) {
	name, isName := call.Fun.(*ast.Ident)
	for i, value := range call.Args {
		_, isMap := call.Args[0].(*ast.MapType)
		if isName && name.Name == "make" && (i == 2 || i == 1 && isMap) {
			break
		}
		values = append(values, value)
	}
	return values
}

// operator returns the change of an operator, if there is one.
func (r *reader) operator(pos token.Pos, op token.Token, table map[token.Token]token.Token, n ast.Node) []change {
	other, ok := table[op]
	if !ok {
		return nil
	}
	start := r.fset.Position(pos).Offset
	return []change{{
		start:       start,
		end:         start + len(op.String()),
		replacement: other.String(),
		text:        op.String() + " is " + other.String() + " in " + quoted(r.shown(n)),
	}}
}

// constant returns the change of a number or of a text.
func (r *reader) constant(n *ast.BasicLit) []change {
	switch n.Kind {
	case token.INT:
		more := "(" + n.Value + "+1)"
		return []change{r.replace(n, more, n.Value+" is one more")}
	case token.STRING:
		text, err := strconv.Unquote(n.Value)
		if err != nil {
			return nil
		}
		if text == "" {
			return []change{r.replace(n, `"mutant"`, `"" is "mutant"`)}
		}
		return []change{r.replace(n, `""`, r.shown(n)+" is empty")}
	default:
		return nil
	}
}

// negated returns the change that turns a condition round. Before a comparison for equality it would
// be the same as the other operator.
func (r *reader) negated(condition ast.Expr) []change {
	if condition == nil {
		return nil
	}
	if b, ok := condition.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
		return nil
	}
	if u, ok := condition.(*ast.UnaryExpr); ok && u.Op == token.NOT {
		return nil
	}
	return []change{r.replace(condition, "!("+r.source(condition)+")", quoted(r.shown(condition))+" is turned round")}
}

// dropped returns the change that leaves a statement out.
func (r *reader) dropped(s ast.Stmt) []change {
	return []change{r.replace(s, "", quoted(r.shown(s))+" is dropped")}
}

// branched returns the change of a break into a continue, and the other way round.
func (r *reader) branched(s *ast.BranchStmt) []change {
	other := map[token.Token]string{token.BREAK: "continue", token.CONTINUE: "break"}[s.Tok]
	if other == "" {
		return nil
	}
	if s.Label != nil {
		other += " " + s.Label.Name
	}
	return []change{r.replace(s, other, quoted(r.shown(s))+" is "+other)}
}

// zeros returns the changes that return a zero value in the place of one result. Of a call that returns
// several results, they are all replaced at once.
func (r *reader) zeros(signature *ast.FuncType, s *ast.ReturnStmt) (changes []change) {
	types := resultTypes(signature)
	if len(s.Results) == 1 && len(types) > 1 {
		zero := ""
		for i, t := range types {
			if i > 0 {
				zero += ", "
			}
			zero += "*new(" + r.source(t) + ")"
		}
		return []change{r.replace(s.Results[0], zero, quoted(r.shown(s))+" returns zero values")}
	}
	for i, value := range s.Results {
		if i >= len(types) || isZero(value) {
			continue
		}
		zero := "*new(" + r.source(types[i]) + ")"
		changes = append(changes, r.replace(value, zero, quoted(r.shown(value))+" is returned as a zero value"))
	}
	return changes
}

// resultTypes returns the type of each result of a function.
func resultTypes(signature *ast.FuncType) (types []ast.Expr) {
	if signature.Results == nil {
		return nil
	}
	for _, field := range signature.Results.List {
		for range max(1, len(field.Names)) {
			types = append(types, field.Type)
		}
	}
	return types
}

// isZero reports whether a value is written as the zero value of some type. An empty literal of a
// struct is one, too; an empty slice is not, but seldom makes a difference.
func isZero(value ast.Expr) bool {
	switch v := value.(type) {
	case *ast.Ident:
		return v.Name == "nil" || v.Name == "false"
	case *ast.BasicLit:
		return v.Value == "0" || v.Value == `""`
	case *ast.CompositeLit:
		return len(v.Elts) == 0
	default:
		return false
	}
}
