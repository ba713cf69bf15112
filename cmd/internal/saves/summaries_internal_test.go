package saves

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMostSummaries checks that the file with the summaries does not grow without end: it has those of the tables that
// were played last.
func TestMostSummaries(t *testing.T) {
	folder := New(filepath.Join(t.TempDir(), "games"))
	folder.KeepSummaries(chapters.Default(), "this program")
	kept := folder.summaries
	long := &campaignSummary{Document: strings.Repeat("x", mostSummaries/10)}
	var tables []*Table
	for n := range 20 {
		table := &Table{Name: fmt.Sprint("shire-", n), dir: folder.dir}
		tables = append(tables, table)
		kept.tables[table.Path()] = &tableSummary{Path: table.Path(), Campaign: long}
	}
	kept.write(kept.text(tables))
	info, err := os.Stat(kept.path)
	require.NoError(t, err)
	assert.LessOrEqual(t, info.Size(), int64(mostSummaries+mostHead))
	kept.tables = nil
	kept.load()
	assert.Len(t, kept.tables, 9)
	assert.Equal(t, long, kept.tables[tables[0].Path()].Campaign)
	assert.NotContains(t, kept.tables, tables[9].Path())
}
