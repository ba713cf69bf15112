package command

import (
	"fmt"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/visit/home"

	"github.com/spf13/cobra"
)

// BenchID returns the deal with a number in a set of deals. In a chapter that is played with events
// or groups the deals take turns with them, beginning with the first.
func BenchID(c *chapters.Chapter, players int, seed uint64) chapters.DealID {
	letters := c.Letters()
	variant := letters[(seed-1)%uint64(len(letters))]
	return chapters.DealID{Chapter: c.ID, Variant: variant, Players: players, Seed: seed}
}

// DealFlags choose a deal by its chapter, table size and number, or by its short name.
type DealFlags struct {
	Chapter string
	Players int
	Seed    uint64
	Event   string
	Group   string

	// hasDefaults reports whether no flag is needed, see [DealFlags.OrAny].
	hasDefaults bool
	// first chooses the first event or group by default.
	first bool
}

// DealFlagNames are the names of the flags.
var DealFlagNames = []string{"chapter", "players", "seed", "event", "group"}

// Add adds the flags to a command.
func (f *DealFlags) Add(cmd *cobra.Command) {
	AddChapter(cmd.Flags(), &f.Chapter)
	AddPlayers(cmd.Flags(), &f.Players, 4)
	Number(cmd.Flags(), &f.Seed, "seed", 0, "the deal's `number`", NotNegative)
	cmd.Flags().StringVar(&f.Event, "event", "", "`event` of chapter 14")
	addNumbered(cmd.Flags(), &f.Group, "group", "`group` of chapter 18")
}

// OrAny is for a command that needs no arguments: without flags the deal is any deal of chapter 1.
// If no event or group is named, first chooses the first one; otherwise the number chooses it, as
// in bench.
func (f *DealFlags) OrAny(cmd *cobra.Command, first bool) {
	cmd.Flags().Lookup("chapter").Usage += " (default 1)"
	cmd.Flags().Lookup("seed").Usage += " (default any)"
	f.hasDefaults = true
	f.first = first
}

// ID returns the deal that the flags or a name choose. A name says everything, but for a chapter
// with events or groups it may leave that choice to a flag.
func (f *DealFlags) ID(cmd *cobra.Command, lib *chapters.Library, name string) (id chapters.DealID, err error) {
	given := cmd.Flags().Changed
	missing := func(flag string) bool { return name == "" && !f.hasDefaults && !given(flag) }
	id = chapters.DealID{Chapter: f.Chapter, Players: f.Players, Seed: f.Seed}
	if name != "" {
		if id, err = chapters.ParseDealID(name); err != nil {
			return id, err
		}
	} else if f.hasDefaults {
		if !given("chapter") {
			id.Chapter = lib.Chapters[0].ID
		}
		if !given("seed") {
			id.Seed = home.AnySeed()
		}
	}
	chapter, err := lib.Chapter(id.Chapter)
	openFlag := "" // the flag for what the name leaves open: event or group
	if err == nil && id.Variant == "" {
		openFlag = chapter.VariantKind()
	}
	for _, flag := range DealFlagNames {
		switch {
		case name != "" && given(flag) && flag != openFlag:
			return id, fmt.Errorf("the name %s is complete: omit --%s", name, flag)
		case (flag == "chapter" || err == nil && flag == "seed") && missing(flag):
			return id, fmt.Errorf("--%s is required, or the name of a deal such as c02p4s7\nsee: %s --help",
				flag, cmd.CommandPath())
		}
	}
	if err != nil {
		return id, err
	}
	switch v, err := chapter.Named(f.Event, f.Group); {
	case err != nil:
		return id, err
	case v != nil:
		id.Variant = v.Letter()
	case name == "" && !f.first:
		id.Variant = BenchID(chapter, id.Players, id.Seed).Variant
	}
	setup := choose.Setup{
		Library: lib,
		Mode:    choose.OneRound,
		Chapter: id.Chapter,
		Variant: id.Variant,
		Players: id.Players,
	}
	if name != "" {
		setup.Deal = id.String()
	}
	return setup.ID(id.Seed)
}
