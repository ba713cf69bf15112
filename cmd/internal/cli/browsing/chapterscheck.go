package browsing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/cli/measuring"
	"fellowship/cmd/internal/files"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/difficulty"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
)

func newChaptersCheckCmd(opt *chaptersOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Check files of chapters, characters, riders and gifts",
		Args:  command.Takes(1, command.AnyNumber, "name the files to check\nsee: %s --help"),
		RunE:  opt.WithLibrary(opt.check),
	}
	cmd.Flags().BoolVar(&opt.Play, "play", false, "play rounds of the chapters, and look for what is off")
	return cmd
}

// dataFile is a file to check.
type dataFile struct {
	name string
	kind string // one of DataFolders
	data []byte
	// chapter is what a chapter's file describes.
	chapter *chapters.Chapter
	err     error
}

// shown is the file's name for people: in a folder it may be called anything.
func (f *dataFile) shown() string { return strictyaml.Visible(f.name) }

// id is what characters, riders and gifts are called by: the file's name.
func (f *dataFile) id() string {
	return strings.TrimSuffix(filepath.Base(f.name), ".yaml")
}

// checkAnswer is what was found in one file, in JSON.
type checkAnswer struct {
	File   string   `json:"file"`
	OK     bool     `json:"ok"`
	Errors []string `json:"errors"`
	// Rounds is how many were played, with --play, and Notes what may be off.
	Rounds int      `json:"rounds,omitempty"`
	Notes  []string `json:"notes,omitempty"`
}

func (opt *chaptersOptions) check(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	list, with, err := checkFiles(cmd.Context(), lib, args)
	if err != nil {
		return err
	}
	bad, t := false, opt.Texts()
	for i := range list {
		if cmd.Context().Err() != nil {
			return context.Canceled
		}
		f := &list[i]
		rounds := 0
		var notes []say.Text
		if opt.Play && f.err == nil && f.chapter != nil {
			var err error
			if rounds, err = playChapter(cmd.Context(), with, f.chapter); errors.Is(err, context.Canceled) {
				return err
			} else if err != nil {
				f.err = say.Errorf("%s: %w", f.shown(), err)
			} else if notes, err = judgeChapter(cmd.Context(), with, f); err != nil {
				return err
			}
		}
		bad = bad || f.err != nil
		switch {
		case opt.JSON:
			a := checkAnswer{File: f.name, OK: f.err == nil, Errors: []string{}, Rounds: rounds}
			for _, note := range notes {
				a.Notes = append(a.Notes, note.String())
			}
			if f.err != nil {
				a.Errors = strings.Split(command.Tells(texts.New(texts.Default), f.err), "\n")
			}
			if err := command.WriteJSON(cmd.OutOrStdout(), a); err != nil {
				return err
			}
		case f.err != nil:
			fmt.Fprintln(cmd.ErrOrStderr(), command.Tells(t, f.err))
		default:
			said := t.Sprintf("%s: ok", f.shown())
			if rounds > 0 {
				said = t.Sprintf("%s: ok, rounds played: %d", f.shown(), rounds)
			}
			if _, err := fmt.Fprintln(cmd.OutOrStdout(), said); err != nil {
				return err
			}
		}
		if !opt.JSON {
			for _, note := range notes {
				fmt.Fprintln(cmd.ErrOrStderr(), t.Sprintf("%s: note: %s", f.shown(), note))
			}
		}
	}
	if bad {
		return command.Exit(command.ExitUsage)
	}
	return nil
}

// checkFiles reads the files and folders named and checks them together, so
// that a chapter may name a character of another file: characters, riders and
// gifts first, then chapters. It returns the files, and a library with what they
// describe. The error is about all of them: there are too many, or the context has
// ended.
func checkFiles(ctx context.Context, lib *chapters.Library, names []string) ([]dataFile, *chapters.Library, error) {
	var list []dataFile
	bytes := 0
	for _, name := range names {
		found := expand(ctx, name)
		for i := range found {
			bytes += len(found[i].data)
		}
		list = append(list, found...)
		switch {
		case ctx.Err() != nil:
			return nil, nil, context.Canceled
		case len(list) > len(command.DataFolders)*characters.MaxFiles || bytes > characters.MaxBytes:
			return nil, nil, say.Errorf("%s: %w: all files together may have %d bytes", name, characters.ErrLimit, characters.MaxBytes)
		}
	}
	box := &characters.Box{Characters: maps.Clone(lib.Characters), Riders: maps.Clone(lib.Riders), Gifts: maps.Clone(lib.Gifts)}
	ids := slices.Collect(maps.Keys(box.Characters))
	for i := range list {
		if list[i].kind == "characters" {
			ids = append(ids, list[i].id())
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	for i := range list {
		f := &list[i]
		if f.err != nil || f.kind == "chapters" {
			continue
		}
		if ctx.Err() != nil {
			return nil, nil, context.Canceled
		}
		if f.kind == "gifts" {
			gift, err := characters.ParseGift(filepath.ToSlash(f.name), f.data, ids)
			if f.err = err; err == nil || box.Gifts[f.id()] == nil {
				box.Gifts[f.id()] = gift // a chapter that names it is not to blame for mistakes
			}
			continue
		}
		c, err := characters.Parse(filepath.ToSlash(f.name), f.data, ids)
		f.err = err
		switch {
		case err != nil:
			// A chapter that names it is not to blame for that.
			into := box.Characters
			if f.kind == "riders" {
				into = box.Riders
			}
			if into[f.id()] == nil {
				into[f.id()] = &characters.Character{ID: f.id(), Goal: func(characters.Binding) characters.Formula { return characters.Formula{Op: characters.All} }, Playable: true}
			}
		case f.kind == "riders":
			box.Riders[c.ID] = c
		default:
			box.Characters[c.ID] = c
		}
	}
	numbered := map[string]string{} // the files by the number of their chapter
	with := &chapters.Library{Box: box}
	for i := range list {
		f := &list[i]
		if f.err != nil || f.kind != "chapters" {
			continue
		}
		if ctx.Err() != nil {
			return nil, nil, context.Canceled
		}
		c, err := with.ParseChapter(filepath.ToSlash(f.name), f.data)
		f.err = err
		if err != nil {
			continue
		}
		if other, there := numbered[c.ID]; there {
			f.err = say.Errorf("%s: chapter %s is also in %s: give one of them another number", f.shown(), c.ID, other)
		}
		numbered[c.ID] = f.shown()
		if f.err == nil {
			f.chapter = c
			with.Chapters = append(with.Chapters, c)
		}
	}
	return list, with, nil
}

// playedSeeds is how many rounds of each event, group and number of players
// --play plays.
const playedSeeds = 5

// playChapter plays rounds of a chapter by chance, and returns how many.
func playChapter(ctx context.Context, lib *chapters.Library, c *chapters.Chapter) (int, error) {
	rounds := 0
	for seed := range uint64(playedSeeds) {
		for _, id := range lib.Deals(seed + 1) {
			if id.Chapter != c.ID {
				continue
			}
			if ctx.Err() != nil {
				return rounds, context.Canceled
			}
			err := command.Guard(func() error {
				_, g, err := measuring.Simulate(ctx, lib, players.Random{}, id, players.Names[0])
				if err != nil {
					return err
				}
				return ended(g)
			})
			switch {
			case ctx.Err() != nil:
				return rounds, context.Canceled
			case err != nil:
				return rounds, say.Errorf("deal %s: %w", id, err)
			}
			rounds++
		}
	}
	return rounds, nil
}

// ended reports what a round lacks that was played to its end.
func ended(g *chapters.Game) error {
	if !g.Over() || g.Result() == chapters.Undecided {
		return say.Errorf("the round did not come to its end (T10): it is %s", g.Result())
	}
	for _, goal := range g.Statuses() {
		if goal.Status == characters.Open || goal.Status == characters.Met {
			return say.Errorf("seat %d: the goal of %s%s is %s at the end (S12)", goal.Seat, goal.Character, goal.Rider, goal.Status)
		}
	}
	return nil
}

// judgeChapter looks for what is off with a chapter. What is sure is a mistake of
// the file, the rest it returns.
func judgeChapter(ctx context.Context, lib *chapters.Library, f *dataFile) (notes []say.Text, err error) {
	var found []difficulty.Finding
	err = command.Guard(func() error {
		var err error
		found, err = difficulty.Check(ctx, lib, f.chapter)
		return err
	})
	switch {
	case ctx.Err() != nil:
		return nil, context.Canceled
	case err != nil:
		return nil, command.Internal(say.Errorf("%s: %w", f.shown(), err))
	}
	var sure []error
	for _, at := range found {
		if at.Sure {
			sure = append(sure, say.Errorf("%s: %s", f.shown(), at.Text))
		} else {
			notes = append(notes, at.Text)
		}
	}
	f.err = errors.Join(sure...)
	return notes, nil
}

// expand reads a file, or the files that --chapters would load from a folder.
func expand(ctx context.Context, name string) []dataFile {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return []dataFile{{name: name, err: say.Errorf("%s: %w", name, command.WithoutPath(err))}}
	case !info.IsDir():
		data, err := files.Read(ctx, name, strictyaml.MaxDocument)
		return []dataFile{newDataFile(name, data, err)}
	}
	var list []dataFile
	fsys := characters.Limited(os.DirFS(name))
	kinds := command.DataFolders
	if base := filepath.Base(name); slices.Contains(kinds, base) {
		if inner, err := characters.Files(fsys, base); err == nil && len(inner) == 0 {
			kinds = []string{"."} // the folder itself was named
		}
	}
	for _, kind := range kinds {
		found, err := characters.Files(fsys, kind)
		if err != nil {
			list = append(list, dataFile{name: name, err: command.PlaceErrors(err, name)})
		}
		for _, f := range found {
			data, err := fs.ReadFile(fsys, f)
			list = append(list, newDataFile(filepath.Join(name, filepath.FromSlash(f)), data, command.PlaceErrors(err, name)))
		}
	}
	if len(list) == 0 {
		return []dataFile{{name: name, err: say.Errorf("%s: there are no .yaml files in its folders %s", name, strings.Join(command.DataFolders, ", "))}}
	}
	return list
}

// newDataFile finds out what a file is that was read.
func newDataFile(name string, data []byte, err error) dataFile {
	f := dataFile{name: name, data: data, err: err}
	abs, err := filepath.Abs(name)
	if f.err = cmp.Or(f.err, err); f.err != nil {
		return f
	}
	if folder := filepath.Base(filepath.Dir(abs)); slices.Contains(command.DataFolders, folder) {
		f.kind = folder
		return f
	}
	f.kind = kindByKeys(name, data)
	return f
}

// kindByKeys tells a chapter or a gift from a character by its keys.
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
