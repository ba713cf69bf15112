package command

import (
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"

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
}

// Add adds the flags to a command.
func (f *DealFlags) Add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Chapter, "chapter", "", "the chapter's `number`, or road")
	AddPlayers(cmd.Flags(), &f.Players, 4, "number of players, 1 to 4")
	cmd.Flags().Uint64Var(&f.Seed, "seed", 0, "the deal's `number`")
	cmd.Flags().StringVar(&f.Event, "event", "", "`event` of chapter 14")
	cmd.Flags().StringVar(&f.Group, "group", "", "`group` of chapter 18")
}

// ID returns the deal that the argument or the flags name.
func (f *DealFlags) ID(cmd *cobra.Command, lib *chapters.Library, arg string) (chapters.DealID, error) {
	flags := cmd.Flags()
	if arg != "" {
		return f.named(cmd, lib, arg)
	}
	id := chapters.DealID{Chapter: TrimZeros(f.Chapter), Players: f.Players, Seed: f.Seed}
	missing := func(name string) error {
		return say.Errorf("--%s is missing; or give the name of a deal, such as c02p4s7\nsee: %s --help", name, cmd.CommandPath())
	}
	if !flags.Changed("chapter") {
		return chapters.DealID{}, missing("chapter")
	}
	chapter, err := lib.Chapter(id.Chapter)
	if err != nil {
		return chapters.DealID{}, err
	}
	if !flags.Changed("seed") {
		return chapters.DealID{}, missing("seed")
	}
	id.Variant, err = f.variant(cmd, chapter)
	return id, err
}

// named returns the deal of that name. It says everything, save that of a chapter
// with events or groups it may leave to the flag which one.
func (f *DealFlags) named(cmd *cobra.Command, lib *chapters.Library, name string) (chapters.DealID, error) {
	id, err := chapters.ParseDealID(name)
	open := ""
	if c, unknown := lib.Chapter(id.Chapter); err == nil && unknown == nil && id.Variant == "" {
		open = c.VariantKind()
	}
	for _, flag := range []string{"chapter", "players", "seed", "event", "group"} {
		switch {
		case !cmd.Flags().Changed(flag):
		case flag != open:
			return chapters.DealID{}, say.Errorf("the name %s says everything; leave out --%s", name, flag)
		default:
			c, err := lib.Chapter(id.Chapter)
			if err != nil {
				return chapters.DealID{}, err
			}
			if id.Variant, err = f.variant(cmd, c); err != nil {
				return chapters.DealID{}, err
			}
		}
	}
	return id, err
}

// variant returns the letter of the event or group that the flags name, empty
// for a chapter that has none. Where they name none the seed says which: that of
// the deals of bench.
func (f *DealFlags) variant(cmd *cobra.Command, chapter *chapters.Chapter) (string, error) {
	needed := chapter.VariantKind()
	letter := ""
	for _, flag := range []struct {
		kind, value string
		many        say.Word
	}{{"event", f.Event, "events"}, {"group", f.Group, "groups"}} {
		given := cmd.Flags().Changed(flag.kind)
		switch v := chapter.Variant(flag.value); {
		case given && flag.kind != needed:
			return "", say.Errorf("--%s %s: chapter %s has no %s", flag.kind, flag.value, chapter.ID, flag.many)
		case flag.kind != needed:
		case !given:
			letter = BenchID(chapter, f.Players, f.Seed).Variant
		case v == nil:
			return "", say.Errorf("--%s %s: chapter %s has no such %s; there are %s",
				flag.kind, flag.value, chapter.ID, say.Word(flag.kind), variantNames(chapter))
		default:
			letter = v.Letter()
		}
	}
	return letter, nil
}

// variantNames lists the events or groups of a chapter.
func variantNames(chapter *chapters.Chapter) string {
	var out []string
	for _, v := range chapter.Variants() {
		out = append(out, v.ID)
	}
	return strings.Join(out, ", ")
}
