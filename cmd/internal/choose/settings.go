package choose

import (
	"slices"

	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
)

// Settings returns the fields that change a person's settings in a client.
func Settings(t *texts.Texts, now *settings.Settings, client settings.Client) []Field {
	return settingFields(t, now, settings.Offered(client, false))
}

// DeviceSettings returns the fields that change the settings of one browser.
func DeviceSettings(t *texts.Texts, now *settings.Settings, client settings.Client) []Field {
	return settingFields(t, now, settings.Offered(client, true))
}

// settingFields returns a field for each setting.
func settingFields(t *texts.Texts, now *settings.Settings, list []settings.Setting) (all []Field) {
	for _, s := range list {
		options := wordOptions(t, s.Words)
		value := s.Value(now)
		if len(s.Words) == 0 {
			options = []words.Choice{
				{Value: settings.SwitchedOff, Label: t.T("lobby.off")},
				{Value: settings.SwitchedOn, Label: t.T("lobby.on")},
			}
		} else {
			value = knownWord(t, &s, value)
		}
		field := NewField(s.Name, t.T(s.LabelKey), value, func(v string) { s.Set(now, v) }, options...)
		field.Switch = len(s.Words) == 0
		field.Letter = s.Letter
		all = append(all, field)
	}
	return all
}

// knownWord returns the value of a setting if it is one of the setting's words. Otherwise it returns the default if
// that is a word, the language of the texts if that is a word, and last the first word.
func knownWord(t *texts.Texts, s *settings.Setting, value string) string {
	for _, candidate := range []string{value, s.Default, t.Lang()} {
		if slices.ContainsFunc(s.Words, func(w settings.Word) bool { return w.Value == candidate }) {
			return candidate
		}
	}
	return s.Words[0].Value
}

// wordOptions returns the options of a choice between words.
func wordOptions(t *texts.Texts, list []settings.Word) (options []words.Choice) {
	for _, word := range list {
		spoken := t
		if word.Lang != "" {
			spoken = texts.New(word.Lang)
		}
		options = append(options, words.Choice{Value: word.Value, Label: spoken.T(word.LabelKey)})
	}
	return options
}
