package cli

import (
	"strings"

	"fellowship/chapters"
	"fellowship/tricks/say"

	"github.com/spf13/cobra"
)

// dealFlags name a deal: chapter, players and number, or its short name.
type dealFlags struct {
	Chapter string
	Players int
	Seed    uint64
	Event   string
	Group   string
}

func (f *dealFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Chapter, "chapter", "", "the chapter's `number`, or road")
	addPlayers(cmd.Flags(), &f.Players, 4, "number of players, 1 to 4")
	cmd.Flags().Uint64Var(&f.Seed, "seed", 0, "the deal's `number`")
	cmd.Flags().StringVar(&f.Event, "event", "", "`event` of chapter 14")
	cmd.Flags().StringVar(&f.Group, "group", "", "`group` of chapter 18")
}

// id returns the deal that the argument or the flags name.
func (f *dealFlags) id(cmd *cobra.Command, lib *chapters.Library, arg string) (chapters.DealID, error) {
	flags := cmd.Flags()
	if arg != "" {
		return f.named(cmd, lib, arg)
	}
	id := chapters.DealID{Chapter: trimZeros(f.Chapter), Players: f.Players, Seed: f.Seed}
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
func (f *dealFlags) named(cmd *cobra.Command, lib *chapters.Library, name string) (chapters.DealID, error) {
	id, err := chapters.ParseDealID(name)
	open := ""
	if c, unknown := lib.Chapter(id.Chapter); err == nil && unknown == nil && id.Variant == "" {
		open = c.VariantKind()
	}
	for _, flag := range []string{"chapter", "players", "seed", "event", "group"} {
		switch {
		case !cmd.Flags().Changed(flag):
		case flag != open:
			return chapters.DealID{}, say.Errorf("the name %s says everything; leave --%s away", name, flag)
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
func (f *dealFlags) variant(cmd *cobra.Command, chapter *chapters.Chapter) (string, error) {
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
			letter = benchID(chapter, f.Players, f.Seed).Variant
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

type dealOptions struct {
	*rootOptions
	dealFlags
	JSON bool
}

func newDealCmd(root *rootOptions) *cobra.Command {
	opt := &dealOptions{rootOptions: root}
	cmd := &cobra.Command{
		Use:   "deal [DEAL]",
		Short: "Deal a round and print it",
		Long: `Deal a round and print it as a position document: everybody's cards, the lost
card, and the order of every pile, before the characters are chosen.

The same chapter, number of players and seed give the same deal for ever. Its
short name, such as c02p4s7, says all three: chapter 2, 4 players, number 7. In
chapters 14 and 18 it says the event (doors, tomb, long-dark, bridge) or the
group (1, 2), too: c14bp4s7 is on the Bridge, c181p4s7 for the first group.
Without --event or --group the seeds go round through them, 1 with the first.
roadp4s7 is a deal of the Road; characters, rider and gift are drawn as well.`,
		Example: `  fellowship deal --chapter 2 --players 4 --seed 7
  fellowship deal --chapter 14 --event bridge --seed 7
  fellowship deal c02p4s7 --json
  fellowship deal c02p4s7 | fellowship solve -`,
		Args: atMostOneArg,
		RunE: opt.withLibrary(opt.run),
	}
	opt.add(cmd)
	cmd.Flags().BoolVar(&opt.JSON, "json", false, "write the document as JSON on one line")
	return cmd
}

func (opt *dealOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	id, err := opt.id(cmd, lib, firstArg(args))
	if err != nil {
		return err
	}
	pos, err := lib.Deal(id)
	if err != nil {
		return err
	}
	if opt.JSON {
		return writeJSON(cmd.OutOrStdout(), pos)
	}
	text, err := pos.YAML()
	if err != nil {
		return internal(err)
	}
	_, err = cmd.OutOrStdout().Write(text)
	return err
}
