// Package turns shares the processors of a server among everything that computes for long: the computer players at the
// tables, and the questions that people ask.
//
// There are two kinds of workers. The moves of computer players have workers of their own, so they never wait for a
// question. Questions come from people, and any number of them may come from one. So a question is admitted first, with
// [Queue.Ask]: each person and each address may have a few at a time, and for one more the answer is at once to try
// again. Then the question takes as many turns as it needs. A turn goes to the address that has computed for the
// shortest time, and there to such a person, so nobody waits for all questions of somebody else.
//
// All doors use the same queue.
package turns

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"fellowship/characters/say"

	"golang.org/x/sync/semaphore"
)

// ErrMany means that a question was not answered, because the person, the address or everybody together asks too much
// now. It has a text in every language.
var ErrMany = say.New("the server is busy: try again in a moment")

// Class is a class of questions.
type Class int

// The classes of questions.
const (
	// Quick is a question in a round that is being played, whose answer takes a moment: a hint, or a move of a puzzle.
	Quick Class = iota
	// Look is a question about one decision of a finished round. It waits for no search of class Long.
	Look
	// Long is a question whose searches take many seconds: whether a round of a real table can be won.
	Long

	classes
)

// Asker identifies the person who asks a question.
type Asker struct {
	// Person is the ID of the person.
	Person string
	// Address is the network from which they come. Without one only the limits of the person apply.
	Address string
}

// Limits bound the questions of one class. A question counts from [Queue.Ask] to [Question.End].
type Limits struct {
	// PerPerson is the number of questions of one person at a time.
	PerPerson int
	// PerAddress is the number of questions from one address at a time.
	PerAddress int
	// Most is the number of all questions at a time.
	Most int
	// Wait is the longest time for which a question waits for one turn.
	Wait time.Duration
}

// usualLimits are the limits of a server. A person may have two questions, because a page that is loaded again asks
// before the server has noticed that the first one is not awaited any more. From one address six people ask at once
// who sit around a real table, and a class of a school plays puzzles and looks through rounds.
var usualLimits = [classes]Limits{
	Quick: {PerPerson: 2, PerAddress: 32, Most: 128, Wait: 10 * time.Second},
	Look:  {PerPerson: 2, PerAddress: 32, Most: 128, Wait: 20 * time.Second},
	Long:  {PerPerson: 2, PerAddress: 8, Most: 32, Wait: 30 * time.Second},
}

// Queue hands out the turns. Its methods may be called from several goroutines.
type Queue struct {
	// Refused counts the questions that were not admitted, and the turns that did not come in time.
	Refused atomic.Int64

	// players limits the computer players that think at the same time.
	players *semaphore.Weighted
	limits  [classes]Limits
	// now is the clock.
	now func() time.Time

	mu sync.Mutex
	// open are the questions that were admitted and have not ended, by their class.
	open [classes]openQuestions
	// brief are the workers for the classes Quick and Look.
	brief workers
	// long are the workers for the class Long.
	long workers
}

// playersPerWorker is the number of computer players for which there is one worker for brief questions, and one for
// long questions. There is at least one of each.
const playersPerWorker = 4

// New returns a queue for a number of computer players that think at the same time, at least 1.
func New(players int) *Queue {
	workersEach := max(players/playersPerWorker, 1)
	return &Queue{
		players: semaphore.NewWeighted(int64(max(players, 1))),
		limits:  usualLimits,
		now:     time.Now,
		brief:   workers{free: workersEach},
		long:    workers{free: workersEach},
	}
}

// Play runs a computation for the move of a computer player when its turn has come. It waits only for other moves. If
// the context ends first, Play returns the context's error.
func (q *Queue) Play(ctx context.Context, do func() error) error {
	if err := q.players.Acquire(ctx, 1); err != nil {
		return err
	}
	defer q.players.Release(1)
	return do()
}

// Ask admits a question. It never waits: the error is [ErrMany] if there are too many questions of the person, of their
// address, or of all. The caller must call End.
func (q *Queue) Ask(asker Asker, class Class) (*Question, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	address := asker.Address
	if address == "" {
		address = "person " + asker.Person
	}
	open := &q.open[class]
	if !open.hasRoom(asker.Person, address, &q.limits[class]) {
		q.Refused.Add(1)
		return nil, ErrMany
	}
	return &Question{
		queue:   q,
		class:   class,
		address: open.addresses.join(address),
		person:  open.people.join(asker.Person),
	}, nil
}

// Once admits a question that takes a single turn, and runs it, see [Queue.Ask] and [Question.Turn].
func (q *Queue) Once(ctx context.Context, asker Asker, class Class, do func() error) error {
	question, err := q.Ask(asker, class)
	if err != nil {
		return err
	}
	defer question.End()
	return question.Turn(ctx, do)
}

// workersFor returns the workers for a class; q.mu is held.
func (q *Queue) workersFor(class Class) *workers {
	if class == Long {
		return &q.long
	}
	return &q.brief
}

// openQuestions are the questions of one class that have not ended.
type openQuestions struct {
	people, addresses shares
}

// hasRoom reports whether a person at an address may ask another question.
func (open *openQuestions) hasRoom(person, address string, limits *Limits) bool {
	return open.people.count(person) < limits.PerPerson &&
		open.addresses.count(address) < limits.PerAddress &&
		open.people.total < limits.Most
}

// shares say who takes part in a class: people, or addresses.
type shares struct {
	byName map[string]*share
	// total is the number of questions of all shares.
	total int
}

// share is one person, or one address, that has questions now.
type share struct {
	name string
	// questions is the number of its questions.
	questions int
	// used is how long its questions have computed. A new share begins with the smallest value of the others, and not
	// at 0, so that nobody gains by coming again and again.
	used time.Duration
}

// count returns the number of questions of a share.
func (s *shares) count(name string) int {
	if found := s.byName[name]; found != nil {
		return found.questions
	}
	return 0
}

// join counts another question of a share, and returns the share.
func (s *shares) join(name string) *share {
	joined := s.byName[name]
	if joined == nil {
		joined = &share{name: name, used: s.least()}
		if s.byName == nil {
			s.byName = map[string]*share{}
		}
		s.byName[name] = joined
	}
	joined.questions++
	s.total++
	return joined
}

// least returns the smallest time that a share has used, 0 without shares.
func (s *shares) least() time.Duration {
	least := time.Duration(-1)
	for _, other := range s.byName {
		if least < 0 || other.used < least {
			least = other.used
		}
	}
	return max(least, 0)
}

// leave gives back what join has counted.
func (s *shares) leave(left *share) {
	left.questions--
	s.total--
	if left.questions == 0 {
		delete(s.byName, left.name)
	}
}
