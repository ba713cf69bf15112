package docs

import (
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
)

// typeOf has the type of value that a keyword is about.
var typeOf = map[string]string{
	"minItems": "array", "maxItems": "array", "uniqueItems": "array", "items": "array",
	"minLength": "string", "maxLength": "string", "pattern": "string",
	"additionalProperties": "object", "minProperties": "object", "maxProperties": "object",
}

// TestSchemasAreStrict checks what a strict validator demands, so that every editor and every tool can use the schemas:
// a keyword stands beside the type that it is about, each type is a single one, and a required key is among the
// properties.
func TestSchemasAreStrict(t *testing.T) {
	lib := chapters.Default()
	for name, schema := range map[string]object{
		"character": characterSchema(lib), "chapter": chapterSchema(lib),
		"gift": giftSchema(lib), "position": positionSchema(lib),
	} {
		strict(t, name, schema, "")
	}
}

// strict checks a schema and those inside it. The type is that of the schemas around it that judge the same value.
func strict(t *testing.T, place string, schema any, around string) {
	t.Helper()
	s, ok := schema.(object)
	if !ok {
		return // true or false
	}
	kind := around
	if own, has := s["type"]; has {
		if kind, ok = own.(string); !ok {
			assert.Fail(t, "a list of types", place)
		}
	}
	properties, _ := s["properties"].(object)
	required, _ := s["required"].([]string)
	for _, key := range required {
		assert.Contains(t, properties, key, place)
	}
	for keyword, want := range typeOf {
		if _, has := s[keyword]; has {
			assert.Equal(t, want, kind, "the type beside %s in %s", keyword, place)
		}
	}
	for _, keyword := range []string{"if", "then", "else", "not"} {
		strict(t, place+"/"+keyword, s[keyword], kind)
	}
	for _, keyword := range []string{"anyOf", "allOf"} {
		alternatives, _ := s[keyword].([]any)
		for _, inner := range alternatives {
			strict(t, place+"/"+keyword, inner, kind)
		}
	}
	for _, keyword := range []string{"properties", "definitions"} {
		members, _ := s[keyword].(object)
		for key, inner := range members {
			strict(t, place+"/"+key, inner, "")
		}
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		strict(t, place+"/"+keyword, s[keyword], "")
	}
}
