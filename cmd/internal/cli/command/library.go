package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/saves"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// loadLibrary loads the files that come with the program and those of a folder
// of the user's own, if one is named.
func loadLibrary(dir string) (*chapters.Library, error) {
	if dir == "" {
		return chapters.Default(), nil
	}
	if err := checkFolder(dir); err != nil {
		return nil, err
	}
	lib, err := chapters.Load(os.DirFS(dir))
	if err != nil {
		return nil, PlaceErrors(err, dir)
	}
	return lib, nil
}

// CompletesFlag returns what a shell offers for a flag: words, numbers of players, what is in the
// chapters, folders, or nothing for a number. It is nil for any other flag.
func (o *Root) CompletesFlag(f *pflag.Flag) cobra.CompletionFunc {
	fixed := func(words []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	}
	switch of := f.Value.(type) {
	case *word:
		if of.offered != nil {
			return fixed(of.offered)
		}
	case *computersFlag:
		return fixed(of.allowed)
	}
	kind, _ := pflag.UnquoteUsage(f)
	switch {
	case f.Name == "chapter", f.Name == "event", f.Name == "group":
		return o.Completes(f.Name)
	case f.Name == "level":
		return fixed([]string{"1", "2", "3", "4", "5"})
	case f.Name == "players", f.Name == "humans":
		return fixed([]string{"1", "2", "3", "4"})
	case kind == "folder":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	case kind != "file" && !strings.HasPrefix(f.Value.Type(), "string"):
		return cobra.NoFileCompletions
	}
	return nil
}

// Completes returns what a shell offers of the chapters: those themselves, or the events or groups
// that they have.
func (o *Root) Completes(flag string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
		lib, err := o.Library()
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		for _, c := range lib.Chapters {
			if flag == "chapter" {
				names = append(names, c.ID+"\t"+c.Title.In(o.Texts().Lang()))
			} else if c.VariantKind() == flag {
				for _, v := range c.Variants() {
					names = append(names, v.ID+"\t"+v.Title.In(o.Texts().Lang()))
				}
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// CompleteDeals offers the shell the beginnings of the names of deals that go on from what is typed,
// such as c02p4s, which the number of the deal ends. The first argument alone is a deal; where
// nothing is typed yet, and where no deal begins so, it may be the name of a file.
func (o *Root) CompleteDeals(_ *cobra.Command, args []string, toComplete string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
	lib, err := o.Library()
	if err != nil || len(args) > 0 || toComplete == "" {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, id := range lib.Deals(1) {
		stem := strings.TrimSuffix(id.String(), "1")
		if c, err := lib.Chapter(id.Chapter); err == nil && strings.HasPrefix(stem, toComplete) {
			names = append(names, stem+"\t"+c.Title.In(o.Texts().Lang()))
		}
	}
	if len(names) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return names, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveKeepOrder
}

// CompleteRounds offers the shell the saved games, and what [Root.CompleteDeals] does.
func (o *Root) CompleteRounds(cmd *cobra.Command, args []string, toComplete string) ([]cobra.Completion, cobra.ShellCompDirective) {
	deals, more := o.CompleteDeals(cmd, args, toComplete)
	if len(args) > 0 {
		return deals, more
	}
	saved, _ := CompletesNames(saves.Default().List().Names)(cmd, args, toComplete)
	return append(saved, deals...), more
}

// CompletesNames offers the shell the names that are not on the line yet.
func CompletesNames(all func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, toComplete string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return slices.DeleteFunc(all(), func(name string) bool {
			return !strings.HasPrefix(name, toComplete) || slices.Contains(args, name)
		}), cobra.ShellCompDirectiveNoFileComp
	}
}

// checkFolder complains about a folder without anything to load, which would
// otherwise be ignored without a word.
func checkFolder(dir string) error {
	if info, err := os.Stat(dir); err != nil {
		return fmt.Errorf("--chapters %s: %w", dir, disk.WithoutPath(err))
	} else if !info.IsDir() {
		return fmt.Errorf("--chapters %s is not a folder; name the one that holds the folders %s", dir, strings.Join(characters.Folders, ", "))
	}
	if _, err := os.ReadDir(dir); err != nil {
		return fmt.Errorf("--chapters %s: %w", dir, disk.WithoutPath(err))
	}
	if files := strictyaml.ReadFiles(os.DirFS(dir), characters.Folders...); len(files) > 0 {
		return nil
	}
	return fmt.Errorf("--chapters %s: there are no .yaml files in its folders %s", dir, strings.Join(characters.Folders, ", "))
}

// PlaceErrors completes the names of files inside a folder in their errors, so
// that an editor finds them.
func PlaceErrors(err error, dir string) error {
	eachError(err, func(e *strictyaml.Error) {
		file := filepath.Join(dir, filepath.FromSlash(e.File))
		if _, missing := os.Lstat(file); missing == nil {
			e.File = file
		}
	})
	return err
}

// eachError calls f for every error of a type that err holds, but not for those that one
// of them holds itself.
func eachError[E error](err error, f func(E)) {
	switch e := err.(type) { //nolint:errorlint // this walks the tree itself
	case E:
		f(e)
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			eachError(inner, f)
		}
	case interface{ Unwrap() error }:
		eachError(e.Unwrap(), f)
	}
}
