package browsing

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/solver/difficulty"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

func newChaptersCheckCmd(opt *chaptersOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Check files of chapters, characters, riders and gifts",
		Args:  command.ArgCount(1, command.AnyNumber, "name the files to check\nsee: %s --help"),
		RunE:  opt.WithLibrary(opt.check),
	}
	cmd.Flags().BoolVar(&opt.Play, "play", false, "also play rounds of the chapters to find faults")
	return opt.WithJSON(cmd, "write one JSON object per file")
}

// shown returns a file's name that is safe to print: a file in a folder may have any name.
func shown(f *strictyaml.File) string { return strictyaml.Visible(f.Name) }

// checkAnswer is the result for one file, in JSON.
type checkAnswer struct {
	Schema int      `json:"schema"`
	File   string   `json:"file"`
	OK     bool     `json:"ok"`
	Errors []string `json:"errors"`
	// Rounds is the number of rounds that --play has played.
	Rounds int `json:"rounds,omitempty"`
	// Notes are remarks about what may be unintended.
	Notes []string `json:"notes,omitempty"`
}

func (opt *chaptersOptions) check(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	list, merged, err := checkFiles(cmd.Context(), lib, args)
	if err != nil {
		return err
	}
	code := command.ExitOK
	// A chapter would be played with the program's own version of what is invalid, which tells nothing about the files.
	areValid := !slices.ContainsFunc(list, func(f strictyaml.File) bool { return f.Err != nil })
	for i := range list {
		if cmd.Context().Err() != nil {
			return context.Canceled
		}
		f := &list[i]
		a := checkAnswer{Schema: 1, File: f.Name, Errors: []string{}}
		found := slices.IndexFunc(merged.Chapters, func(c *chapters.Chapter) bool {
			return bytes.Equal(c.Source(), f.Data)
		})
		isPlayable := opt.Play && f.Err == nil && found >= 0
		if isPlayable && !areValid {
			a.Notes = append(a.Notes, "no rounds were played, because other files are invalid")
		}
		if isPlayable && areValid {
			progress := command.NewProgress(cmd.ErrOrStderr(), "steps")
			progress.Prefix = shown(f) + ": "
			err := progress.While(func() error {
				return a.play(cmd.Context(), merged, merged.Chapters[found], f, progress.Tell)
			})
			if err != nil {
				return err
			}
		}
		a.OK = f.Err == nil
		if !a.OK {
			a.Errors = strings.Split(command.Shown(f.Err), "\n")
			code = command.ExitUsage
		}
		if opt.JSON {
			err = command.WriteJSON(cmd.OutOrStdout(), a)
		} else {
			err = a.write(cmd, shown(f))
		}
		if err != nil {
			return err
		}
	}
	return command.Exit(code)
}

// write prints the result for people.
func (a *checkAnswer) write(cmd *cobra.Command, name string) (err error) {
	switch {
	case !a.OK:
		fmt.Fprintln(cmd.ErrOrStderr(), strings.Join(a.Errors, "\n"))
	case a.Rounds > 0:
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: ok, rounds played: %d\n", name, a.Rounds)
	default:
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: ok\n", name)
	}
	for _, note := range a.Notes {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: note: %s\n", name, note)
	}
	return err
}

// checkFiles reads the named files and folders and checks them together, so that a chapter may name
// a character of another file. A folder is checked beside the chapters that come with the program, as
// --chapters loads them; a file that stands alone may describe one of these chapters anew. checkFiles
// returns the files, those of the program that are wrong beside them, and a library with what all
// describe. The error concerns all of them: there are too many, or the context has ended.
func checkFiles(ctx context.Context, lib *chapters.Library,
	names []string,
) ([]strictyaml.File, *chapters.Library, error) {
	var list, ours []strictyaml.File
	size := 0
	for _, name := range names {
		found := expand(ctx, name)
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			ours = chapters.OurChapters(found)
		}
		for i := range found {
			size += len(found[i].Data)
		}
		list = append(list, found...)
		if len(list) > len(characters.Folders)*strictyaml.MaxFiles || size > strictyaml.MaxBytes {
			return nil, nil, fmt.Errorf("%s: %w: all files together may have %d bytes",
				name, strictyaml.ErrLimit, strictyaml.MaxBytes)
		}
	}
	merged := &chapters.Library{Box: &characters.Box{
		Characters: maps.Clone(lib.Characters),
		Riders:     maps.Clone(lib.Riders),
		Gifts:      maps.Clone(lib.Gifts),
	}}
	if ctx.Err() != nil {
		return nil, nil, context.Canceled
	}
	all := slices.Concat(ours, list)
	merged.Add(all)
	if ctx.Err() != nil {
		return nil, nil, context.Canceled
	}
	spoiled := slices.DeleteFunc(all[:len(ours)], func(f strictyaml.File) bool { return f.Err == nil })
	return slices.Concat(all[len(ours):], spoiled), merged, nil
}

// playedSeeds is the number of rounds that --play plays of each event, group and table size.
const playedSeeds = 5

// play plays random rounds of a chapter, and then looks for goals and rules that may be unintended.
// A fault of the file is added to its errors.
func (a *checkAnswer) play(ctx context.Context, lib *chapters.Library, c *chapters.Chapter, f *strictyaml.File,
	tellProgress func(done, total int),
) error {
	for seed := range uint64(playedSeeds) {
		for _, id := range lib.DealIDs(seed + 1) {
			if id.Chapter != c.ID {
				continue
			}
			err := say.Guard(func() error {
				pos, err := lib.Deal(id)
				if err != nil {
					return err
				}
				g, err := lib.NewGame(pos)
				if err != nil {
					return err
				}
				return players.Play(ctx, g, id.Seed, players.Random{})
			})
			switch {
			case ctx.Err() != nil:
				return context.Canceled
			case err != nil:
				f.Err = fmt.Errorf("%s: deal %s: %w", shown(f), id, err)
				return nil
			}
			a.Rounds++
		}
	}
	found, err := difficulty.Check(ctx, lib, c, tellProgress)
	switch {
	case ctx.Err() != nil:
		return context.Canceled
	case err != nil:
		return say.Internal(fmt.Errorf("%s: %w", shown(f), err))
	}
	for _, finding := range found {
		if finding.Sure {
			f.Err = errors.Join(f.Err, fmt.Errorf("%s: %s", shown(f), finding.Text))
		} else {
			a.Notes = append(a.Notes, finding.Text)
		}
	}
	return nil
}

// expand reads a file, or the files that --chapters would load from a folder.
func expand(ctx context.Context, name string) []strictyaml.File {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return []strictyaml.File{{Name: name, Err: fmt.Errorf("%s: %w", name, disk.WithoutPath(err))}}
	case !info.IsDir() && looksLikeOurs(name) && path.Ext(name) != ".yaml":
		return []strictyaml.File{notRead(name, true)}
	case !info.IsDir():
		data, err := disk.Read(ctx, name, strictyaml.MaxDocument)
		return []strictyaml.File{checked(name, strictyaml.File{Data: data, Err: err})}
	}
	folders := characters.Folders
	found := strictyaml.ReadFiles(os.DirFS(name), folders...)
	if len(found) == 0 && slices.Contains(folders, filepath.Base(name)) {
		folders = []string{"."} // the folder itself was named
		found = strictyaml.ReadFiles(os.DirFS(name), folders...)
	}
	unreadFiles := unread(ctx, name, folders)
	if len(found) == 0 {
		missing := strictyaml.File{
			Name: name,
			Err: fmt.Errorf("%s: there are no .yaml files in its folders %s", name,
				strings.Join(characters.Folders, ", ")),
		}
		return append([]strictyaml.File{missing}, unreadFiles...)
	}
	for i := range found {
		found[i].Err = command.PlaceErrors(found[i].Err, name)
		found[i] = checked(filepath.Join(name, filepath.FromSlash(found[i].Name)), found[i])
	}
	return append(found, unreadFiles...)
}

// unread returns the YAML files below a folder that --chapters does not read, because of the ending
// of their names or because they are not in one of the right folders.
func unread(ctx context.Context, dir string, folders []string) (list []strictyaml.File) {
	remaining := len(characters.Folders) * strictyaml.MaxFiles
	_ = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		remaining--
		switch {
		case remaining < 0 || ctx.Err() != nil:
			return fs.SkipAll
		case err != nil || name == dir:
			return nil //nolint:nilerr // --chapters reads nothing there either
		case e.IsDir() && strings.HasPrefix(e.Name(), "."):
			return fs.SkipDir
		case e.IsDir() || !looksLikeOurs(name):
			return nil
		}
		placed := slices.ContainsFunc(folders, func(folder string) bool {
			return sameFolder(filepath.Dir(name), filepath.Join(dir, folder))
		})
		if !placed || path.Ext(name) != ".yaml" {
			list = append(list, notRead(name, placed))
		}
		return nil
	})
	return list
}

// notRead returns a YAML file that is not read, with the reason: its name or its place.
func notRead(name string, placed bool) strictyaml.File {
	f := strictyaml.File{Name: filepath.ToSlash(name)}
	var reasons []string
	if path.Ext(name) != ".yaml" {
		reasons = append(reasons, "its name has to end in .yaml")
	}
	if !placed {
		folder := filepath.Base(filepath.Dir(name))
		reasons = append(reasons,
			"it has to be right in a folder "+strings.Join(characters.Folders, ", ")+
				strictyaml.DidYouMean(folder, characters.Folders))
	}
	f.Err = fmt.Errorf("%s: not read: %s", shown(&f), strings.Join(reasons, ", and "))
	return f
}

// sameFolder reports whether two names lead to one folder: some systems do not distinguish Chapters
// from chapters.
func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// looksLikeOurs reports whether a file's name has a common ending of YAML files.
func looksLikeOurs(name string) bool {
	ending := strings.ToLower(path.Ext(name))
	return ending == ".yaml" || ending == ".yml"
}

// checked gives a file the name under which the user named it, and finds out what it describes.
func checked(name string, f strictyaml.File) strictyaml.File {
	f.Name = filepath.ToSlash(name)
	abs, err := filepath.Abs(name)
	f.Err = cmp.Or(f.Err, err)
	if f.Err != nil {
		return f
	}
	f.Folder = filepath.Base(filepath.Dir(abs))
	if !slices.Contains(characters.Folders, f.Folder) {
		f.Folder = kindByKeys(name, f.Data)
	}
	return f
}

// kindByKeys finds out by its keys whether a file describes a chapter, a gift or a character.
func kindByKeys(name string, data []byte) string {
	_, root := strictyaml.Parse(name, data)
	if root.IsMap() {
		for _, e := range root.Entries() {
			switch e.Key.Text() {
			case "chapter", "characters", "title":
				return "chapters"
			case "effect":
				return "gifts"
			}
		}
	}
	return "characters"
}
