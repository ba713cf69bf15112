package command

import (
	"time"

	"golang.org/x/sys/windows"
)

// processorTime returns how long the program has had a processor.
func processorTime() time.Duration {
	var began, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &began, &ended, &kernel, &user); err != nil {
		return 0
	}
	const unit = 100 * time.Nanosecond
	return (time.Duration(kernel.HighDateTime)<<32 + time.Duration(kernel.LowDateTime) +
		time.Duration(user.HighDateTime)<<32 + time.Duration(user.LowDateTime)) * unit
}
