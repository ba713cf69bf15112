package sat

// queue orders the variables by how much they had to do with the latest
// contradictions: a heap.
type queue struct {
	heap      []int32
	positions []int32 // of each variable: its place in the heap, −1 if it is not there
	score     []float64
	step      float64
}

// fade is how much less an older contradiction counts than the next one.
const fade = 0.95

func (q *queue) emptied() queue {
	return queue{heap: q.heap[:0], positions: q.positions[:0], score: q.score[:0], step: 1}
}

// add makes a new variable known.
func (q *queue) add(v int32) {
	q.positions = append(q.positions, -1)
	q.score = append(q.score, 0)
	q.push(v)
}

// push puts a variable into the heap if it is not there.
func (q *queue) push(v int32) {
	if q.positions[v] >= 0 {
		return
	}
	q.heap = append(q.heap, v)
	q.positions[v] = int32(len(q.heap) - 1)
	q.up(len(q.heap) - 1)
}

// pop takes the first variable out, −1 if there is none.
func (q *queue) pop() int32 {
	if len(q.heap) == 0 {
		return -1
	}
	v := q.heap[0]
	n := len(q.heap) - 1
	q.positions[v] = -1
	last := q.heap[n]
	q.heap = q.heap[:n]
	if n > 0 {
		q.heap[0] = last
		q.positions[last] = 0
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
	if q.positions[v] >= 0 {
		q.up(int(q.positions[v]))
	}
}

// decay makes the next contradiction count for more. It divides, because a product
// may be joined with the sum that follows and so differ between machines.
func (q *queue) decay() { q.step /= fade }

// precedes orders the heap: by score, then by number.
func (q *queue) precedes(a, b int32) bool {
	return q.score[a] > q.score[b] || q.score[a] == q.score[b] && a < b
}

func (q *queue) up(i int) {
	v := q.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !q.precedes(v, q.heap[parent]) {
			break
		}
		q.heap[i] = q.heap[parent]
		q.positions[q.heap[i]] = int32(i)
		i = parent
	}
	q.heap[i] = v
	q.positions[v] = int32(i)
}

func (q *queue) down(i int) {
	v := q.heap[i]
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			break
		}
		if child+1 < len(q.heap) && q.precedes(q.heap[child+1], q.heap[child]) {
			child++
		}
		if !q.precedes(q.heap[child], v) {
			break
		}
		q.heap[i] = q.heap[child]
		q.positions[q.heap[i]] = int32(i)
		i = child
	}
	q.heap[i] = v
	q.positions[v] = int32(i)
}
