//go:build !js

package world

import "embed"

// Texts are the rules as players read them: the chapters of the ledger in rules/, and those of
// a card beside it. No browser gets them with the rules of play.
//
//go:embed rules/*.md roles/*.md events/*.md incidents/*.md bonuses/*.md strains/*.md
var Texts embed.FS
