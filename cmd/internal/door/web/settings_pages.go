package web

import (
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
)

// settingsPages are the form of the settings, and what keeps them.
type settingsPages struct {
	request *request
	t       *texts.Texts
}

func newSettingsPages(q *request) settingsPages {
	return settingsPages{request: q, t: q.frame.Texts}
}

// fields returns the fields of the settings that belong to the person.
func (h settingsPages) fields(now *settings.Settings) []choose.Field {
	return choose.Settings(h.t, now, h.request.client())
}

// show shows the form of the settings.
func (h settingsPages) show() {
	now := h.request.person().CurrentSettings()
	p := &formPage{
		sheet: h.request.newSheet("/", h.t.T("lobby.settings")), Fan: fan(h.t)[:3],
		Fields: append(deviceFields(h.t, &h.request.frame.Device), h.fields(&now)...),
	}
	if h.request.value("kept") != "" {
		p.Note = h.t.T("web.kept")
	}
	h.request.send("settings", p)
}

// keep stores the settings of that form. It refuses a form without any of the fields.
func (h settingsPages) keep() {
	now := h.request.person().CurrentSettings()
	if !h.request.hasAny(h.fields(&now)) {
		h.request.refuseForm()
		return
	}
	if err := h.request.person().ChangeSettings(func(set *settings.Settings) {
		h.request.fill(h.fields(set))
	}); err != nil {
		h.request.sendError(err)
		return
	}
	keepDeviceSettings(h.request.w, h.request.r)
	h.request.redirect("/settings?kept=yes")
}
