package home

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
)

// atHome returns a person at home with folders of their own, whose rounds a stage shows.
func atHome(t *testing.T, stage Stage) *Home {
	t.Helper()
	for _, folder := range []string{"XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(folder, t.TempDir())
	}
	return &Home{
		Person:  &Person{Settings: func() settings.Settings { return settings.Settings{Lang: "en"} }},
		Library: chapters.Default(), Saves: saves.Default(), Ctx: t.Context(),
		Stage: stage, Computer: []string{"random"},
	}
}
