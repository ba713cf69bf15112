package web

import (
	"net/http"
	"strings"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
)

// The settings that belong to one browser are kept in its cookie, also for somebody whom the server does not know. All
// other settings belong to the person, see [Person].

// deviceCookie is the name of the cookie. Its value has the values of the settings, in the order of the list in package
// settings, with a dot after each but the last.
const deviceCookie = "look"

// earlierOn is the value of a switch in cookies of earlier versions.
const earlierOn = "still"

// deviceSettings returns the settings that the browser of a request keeps. It ignores what is unknown, because a
// browser may send anything.
func deviceSettings(r *http.Request) (device settings.Settings) {
	c, err := r.Cookie(deviceCookie)
	if err != nil {
		return device
	}
	values := strings.Split(c.Value, ".")
	for i, setting := range settings.Offered(settings.BrowserOnServer, true) {
		if i < len(values) && setting.Allows(values[i]) {
			setting.Set(&device, values[i])
		} else if i < len(values) && len(setting.Words) == 0 && values[i] == earlierOn {
			setting.Set(&device, settings.SwitchedOn)
		}
	}
	return device
}

// deviceText returns settings as the cookie has them.
func deviceText(device *settings.Settings) string {
	var values []string
	for _, setting := range settings.Offered(settings.BrowserOnServer, true) {
		values = append(values, setting.Value(device))
	}
	return strings.Join(values, ".")
}

// deviceFields returns the fields of a form for the settings of the browser.
func deviceFields(t *texts.Texts, device *settings.Settings) []choose.Field {
	return choose.DeviceSettings(t, device, settings.BrowserOnServer)
}

// keepDeviceSettings keeps the settings of a form in the browser.
func keepDeviceSettings(w http.ResponseWriter, r *http.Request) {
	var device settings.Settings
	for _, setting := range settings.Offered(settings.BrowserOnServer, true) {
		if value := r.FormValue(setting.Name); setting.Allows(value) {
			setting.Set(&device, value)
		}
	}
	setCookie(w, r, deviceCookie, deviceText(&device))
}
