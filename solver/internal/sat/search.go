package sat

import "slices"

// assign makes a literal hold.
func (s *Solver) assign(l Lit, cause reason) {
	s.value[l], s.value[l^1] = 1, -1
	v := l >> 1
	s.level[v] = int32(len(s.levels))
	s.place[v] = int32(len(s.trail))
	s.reasons[v] = cause
	s.trail = append(s.trail, l)
}

// propagate draws all consequences of the literals that hold. It returns false if they
// contradict each other. Then s.conflict is a list of literals of which one must hold, and
// none does.
func (s *Solver) propagate() bool {
	for s.head < len(s.trail) {
		l := s.trail[s.head]
		s.head++
		s.steps++
		if !s.sums(l) || !s.follow(l) {
			return false
		}
	}
	return true
}

// sums draws the consequences of a literal in linear conditions.
func (s *Solver) sums(l Lit) bool {
	terms := s.terms[l^1]
	for _, t := range terms { // all of them, even after a contradiction, since backtrack restores all
		s.linear[t.condition].slack -= t.weight
	}
	for _, t := range terms {
		c := &s.linear[t.condition]
		if c.slack < 0 {
			s.conflict = s.conflict[:0]
			for _, m := range c.lits {
				if s.value[m] < 0 {
					s.conflict = append(s.conflict, m)
				}
			}
			return false
		}
		if c.widest <= c.slack {
			continue
		}
		for i, m := range c.lits {
			if c.weights[i] > c.slack && s.value[m] == 0 {
				s.assign(m, reason{byLinear, t.condition})
			}
		}
	}
	return true
}

// follow draws the consequences of a literal in clauses.
func (s *Solver) follow(l Lit) bool {
	gone := l ^ 1
	list := s.watches[gone]
	keep := 0
	ok := true
next:
	for i := 0; i < len(list); i++ {
		w := list[i]
		if s.value[w.other] > 0 {
			list[keep] = w
			keep++
			continue
		}
		if w.clause < 0 {
			list[keep] = w
			keep++
			if s.value[w.other] < 0 {
				s.conflict = append(s.conflict[:0], gone, w.other)
				ok = false
				keep += copy(list[keep:], list[i+1:])
				break
			}
			s.assign(w.other, reason{byOne, int32(gone)})
			continue
		}
		c := s.lits(w.clause)
		if c[0] == gone {
			c[0], c[1] = c[1], gone
		}
		first := c[0]
		if first != w.other && s.value[first] > 0 {
			list[keep] = watch{w.clause, first}
			keep++
			continue
		}
		for k := 2; k < len(c); k++ {
			if m := c[k]; s.value[m] >= 0 {
				c[1] = m
				c[k] = gone
				s.watches[m] = append(s.watches[m], watch{w.clause, first})
				continue next
			}
		}
		list[keep] = watch{w.clause, first}
		keep++
		if s.value[first] < 0 {
			s.conflict = append(s.conflict[:0], c...)
			ok = false
			keep += copy(list[keep:], list[i+1:])
			break
		}
		s.assign(first, reason{byClause, w.clause})
	}
	s.watches[gone] = list[:keep]
	return ok
}

// lits returns the literals of a clause.
func (s *Solver) lits(index int32) []Lit { return s.clauses[index+2 : index+2+int32(s.clauses[index])] }

// backtrack takes back everything above a level.
func (s *Solver) backtrack(level int) {
	if len(s.levels) <= level {
		return
	}
	trailEnd := int(s.levels[level])
	for i := len(s.trail) - 1; i >= trailEnd; i-- {
		l := s.trail[i]
		if i < s.head {
			for _, t := range s.terms[l^1] {
				s.linear[t.condition].slack += t.weight
			}
		}
		s.value[l], s.value[l^1] = 0, 0
		s.phase[l>>1] = l
		s.queue.push(int32(l >> 1))
	}
	s.trail = s.trail[:trailEnd]
	s.levels = s.levels[:level]
	s.head = trailEnd
}

// explain appends the literals to a list that made l hold because they do not hold.
func (s *Solver) explain(l Lit, list []Lit) []Lit {
	v := l >> 1
	switch cause := s.reasons[v]; cause.kind {
	case byClause:
		for _, m := range s.lits(cause.source) {
			if m != l {
				list = append(list, m)
			}
		}
	case byOne:
		list = append(list, Lit(cause.source))
	case byLinear:
		for _, m := range s.linear[cause.source].lits {
			if s.value[m] < 0 && s.place[m>>1] < s.place[v] {
				list = append(list, m)
			}
		}
	}
	return list
}

// analyse derives a clause from a contradiction and stores it in s.clause. The first literal of
// this clause is the only one of the current level. analyse returns the level to backtrack to, and the
// number of levels in the clause.
func (s *Solver) analyse() (back, levels int) {
	s.clause = append(s.clause[:0], 0)
	now := int32(len(s.levels))
	open := 0
	i := len(s.trail)
	literals := s.conflict
	for {
		for _, m := range literals {
			v := m >> 1
			if s.seen[v] != 0 || s.level[v] == 0 {
				continue
			}
			s.seen[v] = 1
			s.queue.bump(int32(v))
			if s.level[v] == now {
				open++
			} else {
				s.clause = append(s.clause, m)
			}
		}
		for i--; s.seen[s.trail[i]>>1] == 0; i-- {
		}
		l := s.trail[i]
		open--
		if open == 0 {
			s.clause[0] = l ^ 1
			break
		}
		s.seen[l>>1] = 0
		s.conflict = s.explain(l, s.conflict[:0])
		literals = s.conflict
	}
	s.minimise()
	s.stamps++
	for n, m := range s.clause {
		v := m >> 1
		s.seen[v] = 0
		if level := s.level[v]; s.stamp[level] != s.stamps {
			s.stamp[level] = s.stamps
			levels++
		}
		if n > 0 && int(s.level[v]) > back {
			back = int(s.level[v])
			s.clause[1], s.clause[n] = s.clause[n], s.clause[1]
		}
	}
	return back, levels
}

// minimise removes literals from s.clause that are implied by the other literals.
func (s *Solver) minimise() {
	s.minimised = s.minimised[:0]
	keep := 1
	for _, m := range s.clause[1:] {
		if s.reasons[m>>1].kind != guessed && s.implied(m, 0) {
			s.minimised = append(s.minimised, int32(m>>1))
			continue
		}
		s.clause[keep] = m
		keep++
	}
	s.clause = s.clause[:keep]
	for _, v := range s.minimised {
		s.seen[v] = 0
	}
}

// deepest limits the depth of recursion in implied.
const deepest = 12

// implied reports whether a literal of s.clause does not hold because other literals of the clause
// do not.
func (s *Solver) implied(m Lit, depth int) bool {
	if depth == deepest {
		return false
	}
	start := len(s.conflict)
	s.conflict = s.explain(m^1, s.conflict)
	end := len(s.conflict)
	ok := true
	for i := start; i < end && ok; i++ {
		n := s.conflict[i]
		v := n >> 1
		if s.seen[v] == 1 || s.level[v] == 0 {
			continue
		}
		ok = s.reasons[v].kind != guessed && s.implied(n, depth+1)
		if ok {
			s.seen[v] = 1 // known from now on
			s.minimised = append(s.minimised, int32(v))
		}
	}
	s.conflict = s.conflict[:start]
	return ok
}

const (
	// firstLearnt is the number of learned clauses at which half of them are forgotten first.
	firstLearnt = 5000
	// moreLearnt is how much this number grows each time.
	moreLearnt = 500
	// restartUnit is the number of contradictions in the shortest attempt.
	restartUnit = 64
	// alwaysKept is the number of levels up to which a learned clause is never forgotten.
	alwaysKept = 2
	// mostLevels is the largest number of levels that is stored for a clause.
	mostLevels = 63
)

// Solve searches for a model, with a limit that is about steps. A second call continues the
// search.
func (s *Solver) Solve(steps int64) Status {
	if s.lost {
		return s.refute()
	}
	end := s.steps + steps
	for {
		switch status := s.attempt(end); {
		case status == Satisfiable:
			s.backtrack(0)
			return status
		case status == Unsatisfiable:
			return s.refute()
		case s.left > 0:
			return Unknown
		}
		s.backtrack(0)
		if s.learnt > s.most || len(s.clauses) > s.memory {
			s.reduce()
			s.most += moreLearnt
		}
		s.restarts++
		s.left = luby(s.restarts) * restartUnit
	}
}

// attempt searches until it finds a model, proves that there is none, has used the contradictions
// of this attempt, or has reached the step end.
func (s *Solver) attempt(end int64) Status {
	for {
		if !s.propagate() {
			if len(s.levels) == 0 {
				return Unsatisfiable
			}
			back, levels := s.analyse()
			s.learn(s.clause)
			s.backtrack(back)
			if len(s.clause) == 1 {
				s.assign(s.clause[0], reason{})
			} else if index := s.attach(s.clause, levels); index >= 0 {
				s.assign(s.clause[0], reason{byClause, index})
			} else {
				s.assign(s.clause[0], reason{byOne, int32(s.clause[1])})
			}
			s.queue.decay()
			s.left--
			continue
		}
		if s.left <= 0 || s.steps >= end {
			return Unknown
		}
		l := s.guess()
		if l < 0 {
			return Satisfiable
		}
		s.levels = append(s.levels, int32(len(s.trail)))
		s.assign(l, reason{})
	}
}

// guess returns the literal to try next, −1 if all variables have a value.
func (s *Solver) guess() Lit {
	for {
		v := s.queue.pop()
		if v < 0 {
			return -1
		}
		if l := s.phase[v]; s.value[l] == 0 {
			return l
		}
	}
}

// reduce forgets about half of the learned clauses, those with the most levels. It also removes
// clauses and literals that do not matter any more. It must be called at level 0, without guesses.
func (s *Solver) reduce() {
	var count [mostLevels + 1]int
	each := func(f func(index int32)) {
		for index := int32(0); index < int32(len(s.clauses)); index += int32(s.clauses[index]) + 2 {
			f(index)
		}
	}
	each(func(index int32) {
		if n := s.clauses[index+1]; n > 0 {
			count[n]++
		}
	})
	remaining := s.learnt / 2
	limit := Lit(alwaysKept)
	for n := range count {
		remaining -= count[n]
		if remaining < 0 {
			limit = max(limit, Lit(n))
			break
		}
	}
	// Among the clauses with exactly limit levels, the older ones are forgotten.
	spare := count[limit] + remaining
	if limit == alwaysKept {
		spare = count[alwaysKept]
	}
	older := count[limit] - spare
	s.learnFixed()
	old := slices.Clone(s.clauses)
	s.clauses = s.clauses[:0]
	s.learnt = 0
	for l := range s.watches {
		list := s.watches[l]
		keep := 0
		for _, w := range list {
			if w.clause < 0 && s.value[l] == 0 && s.value[w.other] == 0 {
				list[keep] = w
				keep++
			}
		}
		s.watches[l] = list[:keep]
	}
	for index := 0; index < len(old); {
		n := int(old[index])
		levels := old[index+1]
		clause := old[index+2 : index+2+n]
		index += n + 2
		if levels > limit {
			s.replaced(clause, nil)
			continue
		}
		if levels == limit && older > 0 {
			older--
			s.replaced(clause, nil)
			continue
		}
		original := clause
		if s.trace != nil {
			original = slices.Clone(clause)
		}
		clause = s.open(clause)
		if levels > 0 {
			s.replaced(original, clause)
		}
		if clause != nil {
			s.attach(clause, int(levels))
		}
	}
}

// open removes the literals that never hold from a clause. It returns nil if a literal always
// holds.
func (s *Solver) open(clause []Lit) []Lit {
	keep := 0
	for _, l := range clause {
		switch s.value[l] {
		case 1:
			return nil
		case 0:
			clause[keep] = l
			keep++
		}
	}
	return clause[:keep]
}

// luby returns the i-th number of the sequence 1 1 2 1 1 2 4 …, counted from 1.
func luby(i int) int {
	for k := 1; ; k++ {
		switch full := 1<<k - 1; {
		case i == full:
			return 1 << (k - 1)
		case i < full:
			return luby(i - (1<<(k-1) - 1))
		}
	}
}
