package command

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"

	"github.com/spf13/cobra"
)

// InLine adds the line of a stream to an error, unless the error names a line itself.
func InLine(line int, err error) error {
	if err == nil || line == 0 {
		return err
	}
	return fmt.Errorf("line %d: %w", line, err)
}

// NameOf returns the name of a document for messages.
func NameOf(e *chapters.Document) string {
	switch {
	case e.Record.ID != "":
		return hindsight.ShownID(e.Record.ID)
	case e.Line > 0:
		return fmt.Sprintf("line %d", e.Line)
	}
	return "the position"
}

// errorAnswer is the JSON object that answers a bad document.
type errorAnswer struct {
	ID    any    `json:"id"`
	Error string `json:"error"`
}

// ReportBad answers a document that cannot be read: with an object in a JSON stream, else with a
// message.
func ReportBad(cmd *cobra.Command, asJSON bool, e *chapters.Document, err error) error {
	if asJSON {
		return WriteJSON(cmd.OutOrStdout(), errorAnswer{hindsight.JSONID(&e.Record.Position), err.Error()})
	}
	if e.Record.ID != "" {
		err = fmt.Errorf("%s: %w", hindsight.ShownID(e.Record.ID), err)
	}
	Note(cmd.ErrOrStderr(), "%s", Shown(err))
	return nil
}

// Shown returns the text of an error in which paths are safe to print: a file may have any name.
func Shown(err error) string { return visible(err, err.Error()) }

// ShownIn is [Shown] in a language.
func ShownIn(t *texts.Texts, err error) string { return visible(err, t.Tell(err)) }

func visible(err error, text string) string {
	eachError(err, func(e *fs.PathError) { text = strings.ReplaceAll(text, e.Path, strictyaml.Visible(e.Path)) })
	return text
}

// WriteJSON writes one object on a line of its own, in one call, so that a
// reader at the other end of a pipe has it at once.
func WriteJSON(w io.Writer, v any) error {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return say.Internal(err)
	}
	_, err := io.WriteString(w, strictyaml.EscapeJSON(b.String()))
	return err
}

// Answer writes the result of a command: objects in JSON, one a line, or a page for people.
func (o *Root) Answer(cmd *cobra.Command, objects func() []any, p func() page.Page) error {
	if !o.JSON {
		return o.Console.Print(cmd.OutOrStdout(), p())
	}
	for _, v := range objects() {
		if err := WriteJSON(cmd.OutOrStdout(), v); err != nil {
			return err
		}
	}
	return nil
}
