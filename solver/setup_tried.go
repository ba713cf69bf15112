package solver

// triedProblems remembers by their signatures how many nodes problems were searched
// for without a win, unlimited if they are lost, up to so many bytes; then it forgets
// them all, which costs time but never an answer.
type triedProblems struct {
	nodes map[string]int64
	bytes int64
	most  int64
}

// signatureBytes is how many bytes a signature takes beside its text.
const signatureBytes = 80

// wasTried reports whether to search a problem for so many nodes, 0 for as many as it
// takes, would bring nothing new.
func (l *triedProblems) wasTried(signature string, nodes int64) bool {
	if nodes == 0 {
		nodes = unlimited
	}
	return l.nodes[signature] >= nodes
}

func (l *triedProblems) add(signature string, nodes int64) {
	if _, ok := l.nodes[signature]; !ok {
		n := int64(len(signature)) + signatureBytes
		if l.nodes == nil || l.bytes+n > l.most {
			l.nodes = map[string]int64{}
			l.bytes = 0
		}
		l.bytes += n
	}
	l.nodes[signature] = nodes
}
