//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// stopsWithin is how long a program may take to stop. The system does not stop one that nobody
// could let go on, such as the only one in its window.
const stopsWithin = time.Second / 2

// stop stops the program, with the others of its line in the shell, and returns when it goes on.
func (s *stopping) stop() {
	s.isStopping.Store(true)
	defer s.isStopping.Store(false)
	_ = syscall.Kill(0, syscall.SIGTSTP)
	select {
	case <-s.resumed:
	case <-time.After(stopsWithin):
	}
}

// watch draws the program anew each time that it goes on after somebody else has stopped it, until
// end is called.
func (s *stopping) watch(p *tea.Program) (end func()) {
	continued, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(continued, syscall.SIGCONT)
	go func() {
		for {
			select {
			case <-done:
				return
			case <-continued:
			}
			if s.isStopping.CompareAndSwap(true, false) {
				s.resumed <- struct{}{}
			} else {
				p.Send(suspend{func() {}})
			}
		}
	}()
	return func() {
		signal.Stop(continued)
		close(done)
	}
}
