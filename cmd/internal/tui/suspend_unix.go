//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// stopTimeout is how long stopping may take. The system does not stop a program that nobody could continue,
// such as the only one in its window.
const stopTimeout = time.Second / 2

// stop stops the process group, like ctrl-Z in a shell, and returns when the program continues.
func (s *suspender) stop() {
	s.isStopping.Store(true)
	defer s.isStopping.Store(false)
	_ = syscall.Kill(0, syscall.SIGTSTP)
	select {
	case <-s.resumed:
	case <-time.After(stopTimeout):
	}
}

// watch redraws the program each time it continues after another process has stopped it, until end is called.
func (s *suspender) watch(p *tea.Program) (end func()) {
	continued := make(chan os.Signal, 1)
	done := make(chan struct{})
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
