package playing

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/cli/solving"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/entry"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/solver"

	"github.com/spf13/cobra"
)

type enterOptions struct {
	*command.Root
	Plain   bool
	Timeout time.Duration
}

// NewEnter returns the command enter.
func NewEnter(root *command.Root) *cobra.Command {
	opt := &enterOptions{Root: root}
	cmd := &cobra.Command{
		Use:   "enter [FILE]",
		Short: "Enter a deal from a real table and solve it",
		Args:  command.AtMostOneArg,
		RunE:  opt.WithLibrary(opt.run),
	}
	flags := cmd.Flags()
	flags.BoolVar(&opt.Plain, "plain", false, "ask line by line, as for a screen reader")
	command.Number(flags, &opt.Timeout, "timeout", 30*time.Second, "most time to solve it, 0: no limit", command.NotNegative)
	return cmd
}

func (opt *enterOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	file := command.FirstArg(args)
	if file != "" {
		if err := unwritable(file, disk.Vacant(file)); err != nil {
			return err // before anything is typed
		}
	}
	t, out := opt.Texts(), cmd.OutOrStdout()
	pos, file, unwritten, err := opt.taken(cmd, lib, file)
	if err != nil {
		return err
	}
	written := func() error {
		_, err := fmt.Fprintln(out, t.T("entry.written", strictyaml.Visible(file)))
		return err
	}
	play := PlayOptions{Root: opt.Root, Plain: opt.Plain}
	if play.onScreen(cmd.InOrStdin(), out) {
		err := play.stepThrough(cmd, lib, pos, opt.Timeout)
		return errors.Join(err, unwritten, written())
	}
	if err := written(); err != nil {
		return err
	}
	var ended *command.ExitError
	name := file
	if filepath.Base(name) == name {
		name = "./" + name // it is this file, also where it is called like a deal, or -
	}
	limits := command.SearchLimits{Timeout: opt.Timeout, Memory: solver.DefaultMemory >> 20, Workers: 1}
	err = (&solving.SolveOptions{Root: opt.Root, SearchLimits: limits}).Solve(cmd, lib, name)
	if errors.As(err, &ended) && (ended.Code == command.ExitNo || ended.Code == command.ExitUndecided) {
		err = nil // the answer is no error: only solve itself ends with it
	}
	if err != nil {
		return errors.Join(unwritten, err)
	}
	fmt.Fprintln(out, t.T("entry.look", strictyaml.Visible(file)))
	return unwritten
}

// taken is a deal from the real table, typed and kept: in the file of that name, or beside the
// saved games where there is none, or it cannot be written for the reason that is returned.
func (opt *enterOptions) taken(cmd *cobra.Command, lib *chapters.Library, named string) (pos chapters.Position, file string, unwritten, err error) {
	if pos, err = opt.ask(cmd, lib, entry.New(lib, opt.Texts())); err != nil {
		return pos, "", nil, err
	}
	doc, err := pos.YAML()
	if err != nil {
		return pos, "", nil, command.Internal(err)
	}
	if named != "" {
		if unwritten = unwritable(named, writeNew(named, doc)); unwritten == nil {
			return pos, named, nil, nil
		}
	}
	if file, err = keepEntered(doc); err != nil { // what was typed is not lost: it is on the screen
		opt.Window.Close()
		_, lost := cmd.OutOrStdout().Write(doc)
		err = errors.Join(cmp.Or(unwritten, err), lost)
	}
	return pos, file, unwritten, err
}

// ask fills the form in, on the screen where there is one.
func (opt *enterOptions) ask(cmd *cobra.Command, lib *chapters.Library, form *entry.Form) (chapters.Position, error) {
	ctx, in, out := cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout()
	if (&PlayOptions{Plain: opt.Plain}).onScreen(in, out) {
		pos, ok, err := tui.Enter(ctx, form, opt.Screen(cmd, lib))
		if err == nil && !ok {
			err = command.Exit(command.ExitInterrupted)
		}
		return pos, err
	}
	if opt.ASCII {
		out = texts.ASCII(out)
	}
	return entry.Ask(form, opt.Answers(cmd), out)
}

// unwritable says why a position was not written into a file.
func unwritable(file string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return say.Errorf("%s is there already, and is not overwritten", file)
	}
	return say.Errorf("the position cannot be written: %s: %w", file, command.WithoutPath(err))
}

// writeFree writes a new file into a folder beside the saved games, under the first of the
// names, from 1 on, that is free.
func writeFree(folder string, text []byte, name func(n int) string) (file string, err error) {
	dir := disk.State(folder)
	if dir == "" {
		return "", disk.ErrNoHome
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", disk.Classify(err)
	}
	for n := 1; ; n++ {
		file = filepath.Join(dir, name(n))
		if err := writeNew(file, text); !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// writeNew writes a new file, or none.
func writeNew(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return disk.Classify(err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(disk.Classify(err), os.Remove(name))
	}
	return nil
}

// keepEntered keeps a position beside the saved games.
func keepEntered(doc []byte) (file string, err error) {
	file, err = writeFree("entered", doc, func(n int) string { return fmt.Sprintf("table-%d.yaml", n) })
	if err != nil && file != "" {
		err = unwritable(filepath.Base(file), err)
	}
	return file, err
}
