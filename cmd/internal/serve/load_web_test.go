package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"fellowship/cmd/internal/door/web/webtest"
)

// surfers are a table of people with browsers: pages that follow the events of the server, and
// forms that are sent in place, as the script does it.
type surfers struct {
	tally
	seats [4]*tab
}

// tab is what one of them has open.
type tab struct {
	*webtest.Browser
	table string // the path of the page
	page  []byte // what the last event has shown
	news  int    // of which so much has happened in the round
	at    time.Time
	went  string // what was gone on from last
	lost  error
	close context.CancelFunc
}

func newSurfers() *surfers {
	p := &surfers{}
	p.changed = sync.NewCond(&p.mu)
	return p
}

var inviting = regexp.MustCompile(`Code to play here: (\S+)`)

// comes enters by a name. The first one makes the table, and the others wait for its code.
func (p *surfers) comes(server *process, n, i int) error {
	p.mu.Lock()
	for i > 0 && p.code == "" && !p.late {
		p.changed.Wait()
	}
	code := p.code
	p.mu.Unlock()
	s := &tab{Browser: webtest.New("http://" + server.web)}
	s.Lang = "en"
	from := net.IPv4(127, 1+byte(i), byte(n>>8), byte(n)) // as of a person with ssh
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: from}, Timeout: time.Minute}
	s.Client().Transport = &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: 2}
	if err := errors.Join(s.Open("/"), s.Press("Join", "name", partyNames[i], "code", code)); err != nil {
		return err
	}
	if i == 0 {
		if err := errors.Join(s.Open("/new"),
			s.Press("Begin", "players", "4", "game", "2:", "deal", fmt.Sprintf("c02p4s%d", n))); err != nil {
			return err
		}
		m := inviting.FindStringSubmatch(s.Text())
		if m == nil {
			return fmt.Errorf("no table: %s", s.Text())
		}
		code = m[1]
	}
	s.table = s.URL.Path
	p.note(func() {
		p.seats[i] = s
		p.code = code
		p.id = strings.TrimPrefix(s.table, "/table/")
	})
	return nil
}

// begins lets all be ready, and set the round up, by loading pages; then all follow the events.
func (p *surfers) begins() error {
	for _, s := range p.seats {
		if err := errors.Join(s.Open(s.table), s.Press("ready")); err != nil {
			return err
		}
	}
	for playing := 0; playing < len(p.seats); {
		playing = 0
		p.mu.Lock()
		late := p.late
		p.mu.Unlock()
		if late {
			return fmt.Errorf("the round has not begun: %s", p.seats[0].Text())
		}
		for _, s := range p.seats {
			if err := s.Open(s.table); err != nil {
				return err
			}
			switch b, waits := s.Next(); {
			case bytes.Contains(s.Body, []byte(`id="trick"`)):
				playing++
			case waits:
				if err := s.Press(b.ID); err != nil {
					return err
				}
				if b.Name == "decide" && s.Status == http.StatusOK {
					p.before++
				}
			}
		}
	}
	for _, s := range p.seats {
		s.InPlace = true
		s.Show(nil) // thousands of pages as trees would cost more than the server
		var ctx context.Context
		ctx, s.close = context.WithCancel(context.Background())
		go p.follows(ctx, s)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.until(func() bool { return !slices.ContainsFunc(p.seats[:], func(s *tab) bool { return s.page == nil }) }) {
		return errors.New("not all see the table")
	}
	return nil
}

var newsNumber = regexp.MustCompile(`<li data-say="n(\d+)"`)

// follows takes the events of a browser, which begins another stream when one has ended.
func (p *surfers) follows(ctx context.Context, s *tab) {
	for ctx.Err() == nil {
		again := false
		err := s.Events(ctx, s.table, func(name string, page []byte) {
			now := time.Now()
			again = name == "again"
			if name != "table" {
				return
			}
			p.note(func() {
				if all := newsNumber.FindAllSubmatch(page, -1); len(all) > 0 {
					s.news, _ = strconv.Atoi(string(all[len(all)-1][1])) // digits only
				}
				s.page = page
				s.at = now
			})
		})
		if !again { // else the packed stream has no end, and needs none
			p.note(func() { s.lost = cmp.Or(err, errors.New("the events have ended")) })
			return
		}
	}
}

// goOnLabel finds what stands on the button that goes on.
var goOnLabel = regexp.MustCompile(`id="goon"[^>]*>[^<]*`)

// until waits for the pages of all. p.mu is held.
func (p *surfers) until(is func() bool) bool {
	return p.waits(is, func() bool {
		return slices.ContainsFunc(p.seats[:], func(s *tab) bool { return s.lost != nil })
	})
}

func (p *surfers) goesOn() (turn int) {
	if !p.until(func() bool {
		turn = -1
		left := true
		for i, s := range p.seats {
			switch {
			case bytes.Contains(s.page, []byte(`id="ready"`)):
				return true // the round is over
			case bytes.Contains(s.page, []byte(`id="goon"`)):
				left = false
				if at := fmt.Sprint(s.news, string(goOnLabel.Find(s.page))); s.went != at {
					s.went = at
					go func() { _ = s.Send(s.table, url.Values{"go": {"1"}}) }()
				}
			case bytes.Contains(s.page, []byte(`data-turn="1"`)):
				turn = i
			}
		}
		return turn >= 0 && left
	}) {
		return -1
	}
	return turn
}

func (p *surfers) decides(i int) bool {
	s := p.seats[i]
	var before [4]int
	for i, s := range p.seats {
		before[i] = s.news
	}
	began := time.Now()
	for asks := true; asks; { // whether the One Ring wins is asked as well (T7)
		page := s.page
		s.Show(page)
		b, ok := s.Next()
		if !ok {
			return false
		}
		action, form := webtest.Form(b)
		s.Show(nil)
		p.mu.Unlock()
		began = time.Now()
		err := s.Send(action, form)
		p.mu.Lock()
		if err != nil || s.Status != http.StatusNoContent {
			return false
		}
		asks = b.Name == "step" && p.until(func() bool { return !bytes.Equal(s.page, page) })
	}
	var last time.Time
	if !p.until(func() bool {
		last = began
		for i, s := range p.seats {
			if s.news == before[i] {
				return false
			}
			if s.at.After(last) {
				last = s.at
			}
		}
		return true
	}) {
		return false
	}
	p.made++
	p.took = append(p.took, last.Sub(began))
	return true
}

func (p *surfers) sees(i int) string {
	if s := p.seats[i]; s != nil {
		s.Show(s.page)
		return fmt.Sprint(s.lost, s.Text())
	}
	return "nothing"
}

func (p *surfers) leaves() {
	for _, s := range p.seats {
		s.close()
		s.Client().CloseIdleConnections()
	}
}
