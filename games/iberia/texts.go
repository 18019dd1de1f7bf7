//go:build !js

package iberia

import "embed"

// Texts are the rules as players read them: the ledger in rules/, and the texts of cards next to their
// code. Builds for the browser do not include them.
//
//go:embed rules/*.md roles/*.md events/*.md traits/*.md challenges/*.md
var Texts embed.FS
