package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"

	"theriac/games/iberia"
	"theriac/games/world"
)

func TestWorldData(t *testing.T) {
	text, err := gameText(world.Game)
	if err != nil {
		t.Fatal(err)
	}
	var d gameData
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Cities) != 48 || len(d.Links) != 93 || len(d.Numbers.Rate) != 7 || d.Numbers.Full != 3 {
		t.Errorf("%d cities, %d links, %+v", len(d.Cities), len(d.Links), d.Numbers)
	}
	if v := d.Verbs["drive"]; v.Cost != 1 || !slices.Equal(v.Args, []string{"city"}) || v.Rule != "action/drive" || !slices.Contains(v.Steps, "action") {
		t.Errorf("drive %+v", v)
	}
	if v := d.Verbs["airlift"]; v.Event != "airlift" || v.Cost != 0 {
		t.Errorf("airlift %+v", v)
	}
	for name, want := range map[string]string{"drive": "", "direct": "target", "charter": "here", "special-flight": "operand", "cure": "several"} {
		if got := d.Verbs[name].Spends; got != want {
			t.Errorf("%s spends %q, not %q", name, got, want)
		}
	}
	for _, r := range d.Roles {
		if (r.CureWith == 4) != (r.ID == "scientist") || slices.Contains(r.Free, "build") != (r.ID == "operations-expert") {
			t.Errorf("role %+v", r)
		}
	}
	if v := d.Verbs["pass"]; !v.Standing {
		t.Errorf("pass %+v", v)
	}
}

func TestMoreData(t *testing.T) {
	text, err := expansionText(world.Game)
	if err != nil {
		t.Fatal(err)
	}
	var d expansionData
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if g := world.Game; len(d.Sequences) != len(g.Sequences) || len(d.Strains) != len(g.Strains) ||
		len(d.Objectives) != len(g.Objectives) || len(d.Awards) == 0 || len(d.Mutations) != len(g.MutantCards) {
		t.Errorf("%d sequences, %d strains, %d objectives, %d awards", len(d.Sequences), len(d.Strains), len(d.Objectives), len(d.Awards))
	}
	if len(d.Box.Diseases) != 1 || d.Box.Diseases[0].ID != "purple" {
		t.Errorf("%v", d.Box.Diseases)
	}
	for id, want := range map[string]eventData{
		"borrowed-time": {Set: "brink"}, "private-grant-1": {Set: "lab", Class: "bonus", Kept: 1},
	} {
		if got := d.Box.EventCards[id]; got.Set != want.Set || got.Class != want.Class || got.Kept != want.Kept {
			t.Errorf("%s %+v", id, got)
		}
	}
	if _, particular := d.Box.EventCards["airlift"]; particular {
		t.Error("every deck has an airlift")
	}
	for award := range d.Honours {
		if !slices.Contains(d.Awards, award) {
			t.Errorf("no award %s", award)
		}
	}
	if d.Numbers.CureInLab != 3 || d.Numbers.AloneDiscard[4] != 8 || d.Numbers.TeamDraws != 1 || d.Numbers.CureOfSix != 4 {
		t.Errorf("%+v", d.Numbers)
	}
	if expands(iberia.Game) {
		t.Error("there is one way to play on the other map")
	}
}

func TestIberiaData(t *testing.T) {
	text, err := gameText(iberia.Game)
	if err != nil {
		t.Fatal(err)
	}
	var d gameData
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Cities) != 48 || len(d.Links) != 81 || len(d.Dotted) != 6 || len(d.Regions) != 34 || len(d.Ports) != 19 || d.Start != "" {
		t.Errorf("%d cities, %d links, %d dotted, %d regions, %d ports, start %q",
			len(d.Cities), len(d.Links), len(d.Dotted), len(d.Regions), len(d.Ports), d.Start)
	}
	for _, l := range d.Dotted {
		if !slices.Contains(d.Links, l) {
			t.Errorf("%v is dotted and no link", l)
		}
		if slices.Contains(lines(iberia.Game), l[0]+"/"+l[1]) {
			t.Errorf("%v is dotted and can carry a track", l)
		}
	}
	for _, c := range d.Cities {
		if c.Founded == 0 || c.Population != 0 {
			t.Errorf("%+v", c)
		}
		if !slices.ContainsFunc(d.Regions, func(r regionData) bool { return slices.Contains(r.Cities, c.ID) }) && c.ID != "palma-de-mallorca" {
			t.Errorf("%s borders on no region", c.ID)
		}
	}
	if len(d.Traits) != 4 || !slices.Equal(d.Challenges, []string{"rush"}) || d.Numbers.Tracks != 20 || d.Numbers.Tokens != 14 {
		t.Errorf("%v, %v, %+v", d.Traits, d.Challenges, d.Numbers)
	}
	if slices.Contains(d.Steps, "move-pawn") || !slices.Contains(d.Steps, "choose-region") || !slices.Contains(d.Stages, "patients") {
		t.Errorf("%v, %v", d.Steps, d.Stages)
	}
	if v := d.Verbs["drive"]; !slices.Equal(v.Steps, []string{"action", "free-move"}) {
		t.Errorf("drive %+v", v)
	}
	if _, ok := d.Facts["eradicated"]; ok {
		t.Error("nothing is eradicated in this game")
	}
}

// A game's data is split into two files, and every role, event and verb is in exactly one of them. It is in the
// first file if it can occur at a table without an expansion, and otherwise in the expansions' file.
func TestEveryCardIsWrittenOnce(t *testing.T) {
	base, box := splitData(world.Game, dataOf(world.Game))
	first, further := 0, 0
	check := func(id, set string, inBase, inBox bool) {
		if inBase == inBox || inBox != (set != "") {
			t.Errorf("%s of the set %q is in the first file: %v; in that of the expansions: %v", id, set, inBase, inBox)
		}
		if set == "" {
			first++
		} else {
			further++
		}
	}
	for _, r := range world.Game.Roles {
		is := func(d roleData) bool { return d.ID == r.ID }
		check(r.ID, r.Set, slices.ContainsFunc(base.Roles, is), slices.ContainsFunc(box.Roles, is))
	}
	for _, e := range world.Game.Events {
		check(e.ID, e.Set, slices.Contains(base.Events, e.ID), slices.Contains(box.Events, e.ID))
		if _, particular := box.EventCards[e.ID]; e.Set != "" && !particular {
			t.Errorf("nothing is said of the card %s", e.ID)
		}
	}
	for _, v := range world.Game.Verbs() {
		_, inBase := base.Verbs[v.Name]
		if _, inBox := box.Verbs[v.Name]; inBase == inBox {
			t.Errorf("%s is written %v", v.Name, inBase)
		}
	}
	if first == 0 || further == 0 {
		t.Errorf("%d cards of every table and %d of expansions were looked at", first, further)
	}
}

// The files of the game world contain nothing that occurs only in other games.
func TestWorldHasOnlyItsOwn(t *testing.T) {
	text, err := gameText(world.Game)
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, viewType(world.Game)...)
	for _, word := range []string{"region", "token", "track", "port", "trait", "founded", "shield", "dotted", "free-move"} {
		if regexp.MustCompile(`['"]` + word + `s?['"]|\t` + word + `s?\??:`).Match(text) {
			t.Errorf("the world's files mention %q", word)
		}
	}
}

// The generated files are up to date. `make generated` checks this too.
func TestWritten(t *testing.T) {
	t.Chdir("../..")
	if _, err := os.Stat("go.mod"); err != nil {
		t.Fatal(err)
	}
	if err := run(true); err != nil {
		t.Error(err)
	}
}
