package session

import (
	"context"

	"fellowship/chapters"
)

// Step lets the computer make one decision if it is its turn; ok is false when
// it is not. When the context is done first it returns that error.
func (s *Session) Step(ctx context.Context) (d chapters.Decision, ok bool, err error) {
	thought := s.Think()
	if thought == nil {
		return chapters.Decision{}, false, nil
	}
	if d, _, err = thought.Decide(ctx); err != nil {
		return chapters.Decision{}, false, err
	}
	if err := s.Follow(thought, d); err != nil {
		return chapters.Decision{}, false, err
	}
	return d, true, nil
}

// Next is [Place.Due] after the decisions for which nobody is asked. If one cannot be written,
// the person is asked.
func (p *Place) Next() Moment {
	for d, ok := p.Forced(); ok && p.Decide(d) == nil; d, ok = p.Forced() {
	}
	return p.Due()
}
