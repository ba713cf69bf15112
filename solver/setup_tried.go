package solver

// triedProblems remembers problems that were searched without a win. When its memory is full it forgets all
// of them, which costs time but never an answer.
type triedProblems struct {
	// nodes is how many nodes each problem was searched for, by its signature. It is unlimited if the problem
	// is lost.
	nodes map[string]int64
	// bytes is about how much memory the problems take.
	bytes int64
	// most is the limit of bytes.
	most int64
}

// signatureBytes is how many bytes an entry takes in addition to the text of its signature.
const signatureBytes = 80

// wasTried reports whether a problem was already searched for at least as many nodes, so that another search
// would find nothing new. If nodes is 0, the search would have no limit.
func (l *triedProblems) wasTried(signature string, nodes int64) bool {
	if nodes == 0 {
		nodes = unlimited
	}
	return l.nodes[signature] >= nodes
}

// add remembers that a problem was searched without a win for a number of nodes, unlimited if it is lost.
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
