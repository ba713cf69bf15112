package linebyline

import (
	"context"
	"fmt"

	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/visit/home"
)

// askMissing asks for whatever a choice lacks.
func (s *Stage) askMissing(ctx context.Context, setup *choose.Setup, choice campaign.Choice) error {
	given := map[string]bool{
		"after":   choice.AfterLoss != "",
		"variant": choice.Event+choice.Group != "",
		"norider": choice.WithoutRider,
	}
	for _, name := range []string{"after", "variant", "norider"} { // each may depend on the one before
		for _, f := range setup.ModeFields() {
			if f.Name != name || given[name] || len(f.Options) < 2 {
				continue
			}
			question := f.Label + ":"
			list := []string{}
			if name == "after" {
				question = s.home.Person.Texts().T("campaign.ask.after")
			}
			for _, o := range f.Options {
				list = append(list, o.Label)
			}
			i, err := s.askByNumber(ctx, question, list)
			if err != nil {
				return err
			}
			f.Set(f.Options[i].Value)
		}
	}
	return nil
}

// askByNumber asks line by line for one entry of a list, and returns its index.
func (s *Stage) askByNumber(ctx context.Context, question string, list []string) (int, error) {
	answers := s.console.Lines(ctx)
	for {
		s.console.PrintLine(question)
		for i, line := range list {
			s.console.PrintLine(fmt.Sprintf("  %d  %s", i+1, line))
		}
		fmt.Fprint(s.console.Out, s.home.Person.Texts().T("campaign.ask.number", len(list)))
		answer, err := answers.Next()
		for i := range list {
			if answer == fmt.Sprint(i+1) {
				return i, nil
			}
		}
		switch {
		case err != nil:
			return 0, say.Errorf("nothing was chosen: %w", err)
		case answer == "q" || answer == "quit":
			return 0, home.ErrNothingChosen
		}
	}
}
