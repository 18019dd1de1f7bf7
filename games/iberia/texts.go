//go:build !js

package iberia

import "embed"

// Texts are the rules as players read them: the ledger in rules/, and the texts of a card
// beside it. No browser gets them with the rules of play.
//
//go:embed rules/*.md roles/*.md events/*.md traits/*.md challenges/*.md
var Texts embed.FS
