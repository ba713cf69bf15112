package command

import (
	"fmt"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/visit/home"

	"github.com/spf13/cobra"
)

// BenchID names the deal of a set with that number. Where a chapter is played
// with events or groups the deals go round through them, the first deal with the
// first one.
func BenchID(c *chapters.Chapter, players int, seed uint64) chapters.DealID {
	letters := c.Letters()
	return chapters.DealID{Chapter: c.ID, Variant: letters[(seed-1)%uint64(len(letters))], Players: players, Seed: seed}
}

// DealFlags name a deal: chapter, players and number, or its short name.
type DealFlags struct {
	Chapter string
	Players int
	Seed    uint64
	Event   string
	Group   string

	begins bool
}

// Add adds the flags to a command.
func (f *DealFlags) Add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Chapter, "chapter", "", "the chapter's `number`, or road")
	AddPlayers(cmd.Flags(), &f.Players, 4, "number of players, 1 to 4")
	Number(cmd.Flags(), &f.Seed, "seed", 0, "the deal's `number`", NotNegative)
	cmd.Flags().StringVar(&f.Event, "event", "", "`event` of chapter 14")
	cmd.Flags().StringVar(&f.Group, "group", "", "`group` of chapter 18")
}

// OrAny is for a command that begins with no more said: the deal is of chapter 1, and any.
func (f *DealFlags) OrAny(cmd *cobra.Command) {
	cmd.Flags().Lookup("chapter").Usage += " (default 1)"
	cmd.Flags().Lookup("seed").Usage += " (default any)"
	f.begins = true
}

// begin sets the flags of a command that begins with no more said.
func (f *DealFlags) begin(cmd *cobra.Command) error {
	for flag, value := range map[string]string{"chapter": "1", "seed": strconv.FormatUint(home.AnySeed(), 10)} {
		if !cmd.Flags().Changed(flag) {
			if err := cmd.Flags().Set(flag, value); err != nil {
				return say.Internal(err)
			}
		}
	}
	return nil
}

// ID returns the deal that the argument or the flags name. A name says everything, save that
// of a chapter with events or groups it may leave to the flag which one.
func (f *DealFlags) ID(cmd *cobra.Command, lib *chapters.Library, name string) (id chapters.DealID, err error) {
	given := cmd.Flags().Changed
	if name == "" && f.begins {
		if err := f.begin(cmd); err != nil {
			return id, err
		}
	}
	if name != "" {
		id, err = chapters.ParseDealID(name)
	} else {
		id = chapters.DealID{Chapter: TrimZeros(f.Chapter), Players: f.Players, Seed: f.Seed}
	}
	missing := func(flag string) error {
		return fmt.Errorf("--%s is missing; or give the name of a deal, such as c02p4s7\nsee: %s --help", flag, cmd.CommandPath())
	}
	if name == "" && !given("chapter") {
		return id, missing("chapter")
	}
	chapter, unknown := lib.Chapter(id.Chapter)
	if name == "" {
		switch {
		case unknown != nil:
			return id, unknown
		case !given("seed"):
			return id, missing("seed")
		}
		id.Variant, err = f.variant(cmd, chapter)
		return id, err
	}
	open := ""
	if err == nil && unknown == nil && id.Variant == "" {
		open = chapter.VariantKind()
	}
	for _, flag := range []string{"chapter", "players", "seed", "event", "group"} {
		if given(flag) && flag != open {
			return id, fmt.Errorf("the name %s says everything; leave out --%s", name, flag)
		}
	}
	if open != "" && given(open) {
		id.Variant, err = f.variant(cmd, chapter)
	}
	return id, err
}

// variant returns the letter of the event or group that the flags name, empty
// for a chapter that has none. Where they name none the seed says which: that of
// the deals of bench.
func (f *DealFlags) variant(cmd *cobra.Command, chapter *chapters.Chapter) (string, error) {
	kind := chapter.VariantKind()
	value := map[string]string{"event": f.Event, "group": f.Group}
	for _, flag := range []string{"event", "group"} {
		if cmd.Flags().Changed(flag) && flag != kind {
			return "", fmt.Errorf("--%s %s: chapter %s has no %s", flag, value[flag], chapter.ID, flag+"s")
		}
	}
	switch v := chapter.Variant(TrimZeros(value[kind])); {
	case kind == "":
		return "", nil
	case !cmd.Flags().Changed(kind):
		return BenchID(chapter, f.Players, f.Seed).Variant, nil
	case v == nil:
		var there []string
		for _, v := range chapter.Variants() {
			there = append(there, v.ID)
		}
		return "", fmt.Errorf("--%s %s: chapter %s has no such %s; there are %s",
			kind, value[kind], chapter.ID, kind, strings.Join(there, ", "))
	default:
		return v.Letter(), nil
	}
}
