package sat

// queue orders the variables by how much they had to do with the latest
// contradictions: a heap.
type queue struct {
	heap  []int32
	at    []int32 // of each variable: its place in the heap, −1 if it is not there
	score []float64
	step  float64
}

// fade is how much less an older contradiction counts than the next one.
const fade = 0.95

func (q *queue) emptied() queue {
	return queue{heap: q.heap[:0], at: q.at[:0], score: q.score[:0], step: 1}
}

// add makes a new variable known.
func (q *queue) add(v int32) {
	q.at = append(q.at, -1)
	q.score = append(q.score, 0)
	q.push(v)
}

// push puts a variable into the heap if it is not there.
func (q *queue) push(v int32) {
	if q.at[v] >= 0 {
		return
	}
	q.heap = append(q.heap, v)
	q.at[v] = int32(len(q.heap) - 1)
	q.up(len(q.heap) - 1)
}

// pop takes the first variable out, −1 if there is none.
func (q *queue) pop() int32 {
	if len(q.heap) == 0 {
		return -1
	}
	v := q.heap[0]
	n := len(q.heap) - 1
	q.at[v] = -1
	last := q.heap[n]
	q.heap = q.heap[:n]
	if n > 0 {
		q.heap[0] = last
		q.at[last] = 0
		q.down(0)
	}
	return v
}

// bump raises a variable that had to do with a contradiction.
func (q *queue) bump(v int32) {
	q.score[v] += q.step
	if q.score[v] > 1e100 {
		for i := range q.score {
			q.score[i] /= 1e100
		}
		q.step /= 1e100
	}
	if q.at[v] >= 0 {
		q.up(int(q.at[v]))
	}
}

// decay makes the next contradiction count for more. It divides, because a product
// may be joined with the sum that follows and so differ between machines.
func (q *queue) decay() { q.step /= fade }

// before orders the heap: by score, then by number.
func (q *queue) before(a, b int32) bool {
	return q.score[a] > q.score[b] || q.score[a] == q.score[b] && a < b
}

func (q *queue) up(i int) {
	v := q.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !q.before(v, q.heap[parent]) {
			break
		}
		q.heap[i] = q.heap[parent]
		q.at[q.heap[i]] = int32(i)
		i = parent
	}
	q.heap[i] = v
	q.at[v] = int32(i)
}

func (q *queue) down(i int) {
	v := q.heap[i]
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			break
		}
		if child+1 < len(q.heap) && q.before(q.heap[child+1], q.heap[child]) {
			child++
		}
		if !q.before(q.heap[child], v) {
			break
		}
		q.heap[i] = q.heap[child]
		q.at[q.heap[i]] = int32(i)
		i = child
	}
	q.heap[i] = v
	q.at[v] = int32(i)
}
