//go:build !js

package world

import "embed"

// Texts are the rules as players read them: the chapters of the ledger in rules/, and the texts of cards
// next to their code. Builds for the browser do not include them.
//
//go:embed rules/*.md roles/*.md events/*.md incidents/*.md bonuses/*.md strains/*.md
var Texts embed.FS
