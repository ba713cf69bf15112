//go:build !windows

package cli

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/store/natstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// program is the program, run by a test. Its lines on the standard error go to a
// function, if there is one.
type program struct {
	*exec.Cmd
	out, errs bytes.Buffer
	read      chan struct{}
}

func running(t *testing.T, hears func(*program, string), name string, args ...string) *program {
	t.Helper()
	p := &program{Cmd: exec.Command(name, args...), read: make(chan struct{})}
	p.Env = append(os.Environ(), "LC_ALL=C", "GOMAXPROCS=1")
	p.Stdout = &p.out
	errs, err := p.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, p.Start())
	go func() {
		defer close(p.read)
		for lines := bufio.NewScanner(errs); lines.Scan(); {
			p.errs.WriteString(lines.Text() + "\n")
			if hears != nil {
				hears(p, lines.Text())
			}
		}
	}()
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// ends waits for the end of the program, and returns its exit code.
func (p *program) ends() int {
	<-p.read
	_ = p.Wait()
	return p.ProcessState.ExitCode()
}

// shared is a measurement that others help with, through a server of NATS at an address.
type shared struct {
	args []string
	at   string
}

func newShared(t *testing.T) *shared {
	t.Helper()
	atHome(t)
	return &shared{
		at: "nats://known@" + strings.TrimPrefix(natstest.One(t, "authorization: {token: known}"), "nats://"),
		args: []string{
			"difficulty", "--chapter", "9", "--players", "3", "--deals", "24", "--fair", "1", "--fair-by", "fair:0.1", "--campaigns", "6", "--campaign-by", "random", "--json",
		},
	}
}

// alone is what one process measures, once for all tests that measure the same.
func (s *shared) alone(t *testing.T) string {
	t.Helper()
	by := strings.Join(s.args, " ")
	if aloneMeasured[by] == "" {
		code, out, errs := call("", s.args...)
		require.Equal(t, command.ExitOK, code, errs)
		aloneMeasured[by] = out
	}
	return aloneMeasured[by]
}

var aloneMeasured = map[string]string{}

// serves starts the program that has the work, and waits for it.
func (s *shared) serves(t *testing.T) *program {
	t.Helper()
	ready := make(chan struct{}, 1)
	p := running(t, func(_ *program, line string) {
		if strings.Contains(line, "difficulty work") {
			ready <- struct{}{}
		}
	}, "fellowship", append(s.args, "--nats", s.at)...)
	select {
	case <-ready:
	case <-p.read:
		require.Fail(t, "it does not serve", p.errs.String())
	}
	return p
}

// works starts a worker.
func (s *shared) works(t *testing.T, hears func(*program, string)) *program {
	t.Helper()
	return running(t, hears, "fellowship", "difficulty", "work", s.at, "--workers", "1", "--verbose", "--wait", "1m")
}

// TestMeasuredByMany has three workers measure, of which one is killed after every third
// unit; and then the program with the work is killed three times. What comes of it is
// what one process measures, byte for byte.
func TestMeasuredByMany(t *testing.T) {
	s := newShared(t)
	want := s.alone(t)
	server := s.serves(t)
	measured := make(chan *program, 1000)
	hears := func(p *program, line string) {
		if strings.Contains(line, ": measured ") {
			measured <- p
		}
	}
	workers := map[*program]bool{}
	for range 3 {
		workers[s.works(t, hears)] = true
	}
	const everyThird, kills, ends = 3, 5, 3
	units, killed, ended := 0, 0, 0
	for killed < kills || ended < ends {
		p := <-measured
		units++
		switch {
		case units%everyThird != 0:
		case killed < kills && workers[p]:
			require.NoError(t, p.Process.Kill())
			p.ends()
			delete(workers, p)
			workers[s.works(t, hears)] = true
			killed++
		case killed == kills:
			require.NoError(t, server.Process.Kill())
			server.ends()
			require.Empty(t, server.out.String(), "there was work left")
			server = s.serves(t)
			ended++
		}
	}
	require.Equal(t, command.ExitOK, server.ends(), server.errs.String())
	assert.Equal(t, want, server.out.String())
	for p := range workers {
		assert.Equal(t, command.ExitOK, p.ends(), p.errs.String())
		assert.Contains(t, p.errs.String(), "units were measured here")
	}
	// Who asks again gets the same at once, without anybody's help.
	again := s.serves(t)
	require.Equal(t, command.ExitOK, again.ends(), again.errs.String())
	assert.Equal(t, want, again.out.String())
}

// TestMeasurementIsStopped ends the program with the work by a signal: it shows what
// there is, the worker says that it waits, and both go on. A worker can be stopped, too.
func TestMeasurementIsStopped(t *testing.T) {
	s := newShared(t)
	want := s.alone(t)
	server := s.serves(t)
	measured, told := make(chan struct{}, 1000), make(chan struct{}, 1000)
	hears := func(_ *program, line string) {
		switch {
		case strings.Contains(line, ": measured "):
			measured <- struct{}{}
		case strings.Contains(line, "nobody offers work"):
			told <- struct{}{}
		}
	}
	worker := s.works(t, hears)
	for range 5 {
		<-measured
	}
	for len(told) > 0 {
		<-told // it came before the work
	}
	require.NoError(t, server.Process.Signal(os.Interrupt))
	require.Equal(t, command.ExitInterrupted, server.ends(), server.errs.String())
	assert.Contains(t, server.out.String(), `"chapter":9`)
	assert.NotEqual(t, want, server.out.String())
	<-told

	state := filepath.Join(t.TempDir(), "all.state")
	s.args = append(s.args, "--resume", state)
	server = s.serves(t)
	for range 5 {
		<-measured
	}
	require.NoError(t, worker.Process.Signal(syscall.SIGTERM))
	require.Equal(t, command.ExitInterrupted, worker.ends(), worker.errs.String())
	worker = s.works(t, hears)
	require.Equal(t, command.ExitOK, server.ends(), server.errs.String())
	require.Equal(t, command.ExitOK, worker.ends(), worker.errs.String())
	assert.Equal(t, want, server.out.String())
	kept, err := os.ReadFile(state)
	require.NoError(t, err)
	code, out, errs := call("", s.args...)
	require.Equal(t, command.ExitOK, code, errs)
	assert.Equal(t, want, out)
	after, err := os.ReadFile(state)
	require.NoError(t, err)
	assert.Equal(t, string(kept), string(after), "all is in the file of --resume")
}

// TestTwoMeasurements has one worker measure for two programs, of which one uses the queue
// of the other, and takes longer.
func TestTwoMeasurements(t *testing.T) {
	one := newShared(t)
	two := *one
	one.args = slices.Concat(one.args, []string{"--seed", "7"})
	one.args[slices.Index(one.args, "--deals")+1] = "8"
	first := one.serves(t)
	offered := make(chan struct{}, 1)
	second := running(t, func(_ *program, line string) {
		if strings.Contains(line, "The work is in the queue") {
			offered <- struct{}{}
		}
	}, "fellowship", append(two.args, "--nats", two.at)...)
	select {
	case <-offered:
	case <-second.read:
		require.Fail(t, "it offers no work", second.errs.String())
	}
	worker := one.works(t, nil)
	require.Equal(t, command.ExitOK, second.ends(), second.errs.String())
	assert.Equal(t, two.alone(t), second.out.String())
	require.Equal(t, command.ExitOK, first.ends(), first.errs.String())
	assert.Equal(t, one.alone(t), first.out.String())
	assert.Equal(t, command.ExitOK, worker.ends(), worker.errs.String())
}

// TestMeasuringPage runs what stands on the page about measuring over many machines, with
// less to measure. All ways come to the same.
func TestMeasuringPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "measuring.md"))
	require.NoError(t, err)
	atHome(t)
	config := regexp.MustCompile("(?s)```conf\n(.*?)```").FindStringSubmatch(string(text))
	require.NotNil(t, config)
	const at = "the server of NATS" // each time another one: with the same there would be nothing left to do
	page := strings.NewReplacer("--all --fair 100", "--chapter 1 --players 3 --deals 9 --fair 0", "10.0.0.1:4222", at, "32", "3").Replace(string(text))
	var scripts, jobs []string
	for _, b := range regexp.MustCompile("(?s)```(sh|yaml)\n(.*?)```\n").FindAllStringSubmatch(page, -1) {
		if b[1] == "sh" {
			scripts = append(scripts, b[2])
		} else {
			jobs = append(jobs, b[2])
		}
	}
	require.Len(t, scripts, 4, "the work, working, a Slurm array, merging")
	require.Len(t, jobs, 2)
	t.Chdir(t.TempDir())
	here := strings.NewReplacer()
	sh := func(script string) {
		t.Helper()
		script = here.Replace(script)
		p := running(t, nil, "sh", "-c", script)
		require.Equal(t, command.ExitOK, p.ends(), p.errs.String())
	}
	report := func() string {
		t.Helper()
		html, err := os.ReadFile("all.html")
		require.NoError(t, err)
		require.NoError(t, os.Remove("all.html"))
		return string(html)
	}

	var want string
	for i, work := range []string{scripts[1], strings.Join(shown(t, jobs[0]), " ")} {
		address := natstest.Addresses(t, 1)[0]
		natstest.Run(t, strings.NewReplacer("0.0.0.0:4222", address, "/var/lib/nats", t.TempDir()).Replace(config[1]))
		here = strings.NewReplacer(at, address)
		ready := make(chan struct{}, 1)
		server := running(t, func(_ *program, line string) {
			if strings.Contains(line, "difficulty work") {
				ready <- struct{}{}
			}
		}, "sh", "-c", here.Replace(scripts[0]))
		select {
		case <-ready:
		case <-server.read:
		}
		sh(work)
		require.Equal(t, command.ExitOK, server.ends(), server.errs.String())
		if got := report(); i == 0 {
			want = got
		} else {
			assert.Equal(t, want, got)
		}
	}

	t.Setenv("SLURM_CPUS_PER_TASK", "2")
	for _, part := range []string{"1", "2", "3"} {
		t.Setenv("SLURM_ARRAY_TASK_ID", part)
		sh(scripts[2])
	}
	sh(scripts[3])
	assert.Equal(t, want, report())
	parts, err := filepath.Glob("part-*")
	require.NoError(t, err)
	require.Len(t, parts, 6)
	for _, part := range parts {
		require.NoError(t, os.Remove(part))
	}
	for _, index := range []string{"0", "1", "2"} {
		t.Setenv("JOB_COMPLETION_INDEX", index)
		line := shown(t, jobs[1])
		require.Equal(t, []string{"/bin/sh", "-c"}, line[:2])
		sh(line[2])
	}
	sh(scripts[3])
	assert.Equal(t, want, report())
}

// shown is what the container of a job of Kubernetes runs.
func shown(t *testing.T, document string) []string {
	t.Helper()
	var job struct {
		Kind string
		Spec struct {
			Template struct {
				Spec struct{ Containers []struct{ Command []string } }
			}
		}
	}
	require.NoError(t, yaml.Unmarshal([]byte(document), &job))
	require.Equal(t, "Job", job.Kind)
	require.Len(t, job.Spec.Template.Spec.Containers, 1)
	return job.Spec.Template.Spec.Containers[0].Command
}

// TestWhoMayMeasure refuses a worker of another version, with other chapters, or
// without the secret.
func TestWhoMayMeasure(t *testing.T) {
	s := newShared(t)
	server := s.serves(t)
	refused := func(says, name string, more ...string) {
		t.Helper()
		p := running(t, nil, name, append([]string{"difficulty", "work"}, more...)...)
		assert.Equal(t, command.ExitUsage, p.ends())
		assert.Contains(t, p.errs.String(), says)
		assert.NotContains(t, p.errs.String(), "goroutine")
	}
	refused("the work is for version "+command.StateVersion()+", this is version another", "another", s.at)
	_, bare, _ := strings.Cut(s.at, "@")
	refused("does not let us in", "fellowship", "nats://abc@"+bare)
	refused("does not let us in", "fellowship", bare)
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "chapters"), 0o700))
	chapter, err := os.ReadFile(filepath.Join("..", "..", "..", "chapters", "data", "chapters", "c01.yaml"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "chapters", "c01.yaml"), chapter, 0o600))
	refused("with chapters", "fellowship", s.at, "--chapters", dir)
	require.NoError(t, server.Process.Signal(syscall.SIGTERM))
	require.Equal(t, command.ExitInterrupted, server.ends())
	refused("nobody offers work", "fellowship", s.at, "--wait", "1ms")
}

func TestBadWork(t *testing.T) {
	atHome(t)
	for says, args := range map[string][]string{
		"name the server of NATS": {"work"},
		"--workers 0":             {"work", "x", "--workers", "0"},
		"--wait -1s":              {"work", "x", "--wait", "-1s"},
		"go with --nats":          {"--nats-ca", "x"},
		"give it to that":         {"--nats", "nats://x", "--workers", "2"},
		"--nats: ":                {"--nats", "nats://127.0.0.1:1"},
	} {
		code, _, errs := call("", append([]string{"difficulty"}, args...)...)
		assert.Equal(t, command.ExitUsage, code, args)
		assert.Contains(t, errs, says)
	}
}
