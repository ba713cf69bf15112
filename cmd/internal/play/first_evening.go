package play

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// firstEvening is the [SoloMode] of the first evening, which has a single small round.
type firstEvening struct {
	round     chapters.Record
	tryPrefix string
}

// Evening returns the first evening, whose small round the person may play any number of times. The keys of its
// suggestions begin with tryPrefix, see [Advice].
func Evening(lib *chapters.Library, tryPrefix string) (SoloMode, error) {
	round, err := lesson.Round(lib)
	return firstEvening{round, tryPrefix}, err
}

// Next does nothing, because the evening has only one round.
func (e firstEvening) Next() {}

func (e firstEvening) record() chapters.Record { return e.round }

func (firstEvening) state() SoloState { return SoloState{} }

func (firstEvening) keepState(func(SoloState) error) {}

func (e firstEvening) roundOptions(_ *table.Home, t *texts.Texts) RoundOptions {
	return RoundOptions{
		Lesson:     true,
		Advice:     &Advice{Coach: true, TryPrefix: e.tryPrefix},
		Unsaved:    true,
		Next:       lesson.Next,
		ResultText: func() string { return t.T("lesson.after") },
	}
}
