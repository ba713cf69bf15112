package command

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// wordMeanings explains the words of flags that are not self-explanatory.
var wordMeanings = map[string]string{
	"random": "plays whatever is legal", "greedy": "follows its own goal", "fair": "thinks, and is quick",
	"strong": "thinks longer, and is the best", "open": "sees all cards",
	"draft": "nothing is decided", "setup": "the characters are taken", "play": "before the first card",
	"auto": "as the terminal and NO_COLOR say", "en": "English", "de": "Deutsch",
}

// FlagCompletions returns what a shell completes for a flag: words, numbers of players, chapters,
// folders, or nothing for a number. It is nil for any other flag.
func (o *Root) FlagCompletions(f *pflag.Flag) cobra.CompletionFunc {
	fixed := func(words []string) cobra.CompletionFunc {
		described := slices.Clone(words)
		for i, word := range words {
			if wordMeanings[word] != "" {
				described[i] += "\t" + wordMeanings[word]
			}
		}
		return cobra.FixedCompletions(described, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder)
	}
	switch value := f.Value.(type) {
	case *wordFlag:
		if value.offered != nil {
			return fixed(value.offered)
		}
	case *computersFlag:
		return fixed(value.allowed)
	}
	kind, _ := pflag.UnquoteUsage(f)
	switch {
	case f.Name == "chapter", f.Name == "event", f.Name == "group":
		return o.ChapterCompletions(f.Name)
	case f.Name == "level":
		return fixed([]string{"1\teasy", "2", "3", "4", "5\thard"})
	case f.Name == "computer":
		return fixed(players.Policies)
	case f.Name == "players", f.Name == "humans":
		return fixed([]string{"1", "2", "3", "4"})
	case kind == "folder":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	case f.Name == "campaign":
		return CompleteCampaigns
	case kind != "file":
		return cobra.NoFileCompletions
	}
	return nil
}

// ChapterCompletions returns what a shell completes from the chapters: the chapters, or their
// events or groups.
func (o *Root) ChapterCompletions(flag string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
		lib, err := o.Library()
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		for _, c := range lib.Chapters {
			if flag == "chapter" {
				names = append(names, c.ID+"\t"+c.Title.In(o.Person.Texts().Lang()))
			} else if c.VariantKind() == flag {
				for _, v := range c.Variants() {
					names = append(names, v.ID+"\t"+v.Title.In(o.Person.Texts().Lang()))
				}
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// CompleteDeals completes the beginning of a deal's name up to its number, such as c02p4s. Without
// a beginning, and if no deal begins with it, the argument may be the name of a file.
func (o *Root) CompleteDeals(_ *cobra.Command, _ []string,
	toComplete string,
) (names []cobra.Completion, _ cobra.ShellCompDirective) {
	if toComplete == "" {
		return nil, cobra.ShellCompDirectiveDefault
	}
	lib, err := o.Library()
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, id := range lib.DealIDs(1) {
		stem := strings.TrimSuffix(id.String(), "1")
		if c, err := lib.Chapter(id.Chapter); err == nil && strings.HasPrefix(stem, toComplete) {
			names = append(names, stem+"\t"+c.Title.In(o.Person.Texts().Lang()))
		}
	}
	if len(names) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return names, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveKeepOrder
}

// CompleteDealsOnly is [Root.CompleteDeals] for a command that reads no file.
func (o *Root) CompleteDealsOnly(cmd *cobra.Command, args []string,
	toComplete string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	names, more := o.CompleteDeals(cmd, args, toComplete)
	return names, more | cobra.ShellCompDirectiveNoFileComp
}

// CompleteRounds completes saved games, and what [Root.CompleteDeals] does.
func (o *Root) CompleteRounds(cmd *cobra.Command, args []string,
	toComplete string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	deals, more := o.CompleteDeals(cmd, args, toComplete)
	saved, _ := CompleteSaves(cmd, args, toComplete)
	return append(saved, deals...), more
}

// mostRead limits how many tables are read while somebody waits for a completion.
const mostRead = 50

// CompleteSaves completes the saved games that were played last, with the time.
var CompleteSaves = NameCompletions(func(toComplete string) (names []cobra.Completion) {
	for g := range saves.Default().List().Newest(mostRead, func(table string) bool {
		return strings.HasPrefix(table, toComplete) || strings.HasPrefix(toComplete, table)
	}).Rounds() {
		names = append(names, g.Name+"\tplayed "+g.Modified.Local().Format(book.Minutes))
	}
	return names
})

// CompleteCampaigns completes the campaigns that were played last. Campaigns are the tables whose
// names are not names of games.
var CompleteCampaigns = NameCompletions(func(string) []cobra.Completion {
	return saves.Default().List().Newest(mostRead, func(table string) bool {
		deal, _, _ := strings.Cut(table, "-")
		_, err := chapters.ParseDealID(deal)
		return err != nil
	}).CampaignNames()
})

// NameCompletions completes names that are not on the command line yet. A tab separates a name from
// its description.
func NameCompletions(all func(toComplete string) []cobra.Completion) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, toComplete string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return slices.DeleteFunc(all(toComplete), func(completion cobra.Completion) bool {
			name, _, _ := strings.Cut(completion, "\t")
			return !strings.HasPrefix(name, toComplete) || slices.Contains(args, name)
		}), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}
