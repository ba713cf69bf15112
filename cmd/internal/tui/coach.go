package tui

// coaching is the coach's line for the decision that is due, empty where it has
// nothing to say or is switched off.
func (m *Model) coaching() string {
	if !m.coach || m.phase != choosing || m.leaving || m.peek {
		return ""
	}
	return m.Texts.Coach(&m.view)
}

// toggleCoach switches the coach off and on.
func (m *Model) toggleCoach() {
	if m.coach = !m.coach; m.coach {
		m.note = m.T("coach.on")
	} else {
		m.note = m.T("coach.off", keyName(m.keys.coach))
	}
}
