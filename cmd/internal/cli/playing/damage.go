package playing

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/visit/home"
)

// damageLines says what is wrong with a file, in English as all that commands print about files.
func damageLines(lib *chapters.Library, d *saves.Damage) []string {
	said := book.SayDamage(texts.New(texts.Default), lib, d)
	return said.Lines(true)
}

// reportDamages says what is wrong with files, once each.
func reportDamages(w io.Writer, lib *chapters.Library, all []*saves.Damage) {
	for _, d := range all {
		command.Note(w, "%s", strings.Join(damageLines(lib, d), "\n  "))
	}
}

// explainDamage adds to an error about a damaged file what can be read of it, and what the person can do.
func explainDamage(lib *chapters.Library, err error) error {
	var d *saves.Damage
	if !errors.As(err, &d) {
		return err
	}
	said := book.SayDamage(texts.New(texts.Default), lib, d)
	return fmt.Errorf("%w\n%s", err, strings.Join(said.Details(true), "\n"))
}

// canAsk reports whether a person is there who can be asked.
func (v *visit) canAsk() bool { return v.console.IsInteractive() }

// runDamaged asks whether a game whose file is damaged goes on from what can be read, and then plays it. err is why it
// cannot be played as it is, which is returned if nothing can be done or nobody is there.
func (v *visit) runDamaged(err error, play func() error) error {
	var d *saves.Damage
	if !errors.As(err, &d) || !d.CanRepair() || !v.canAsk() {
		return explainDamage(v.home.Library, err)
	}
	return v.runTyping(func(typist home.Typist) error {
		repaired, err := v.home.OfferRepair(typist, d)
		if err != nil || !repaired {
			return err
		}
		return play()
	})
}
