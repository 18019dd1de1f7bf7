package main

import (
	"strings"
	"testing"

	"theriac/engine"
	"theriac/internal/shape/shapetest"
)

// For each map game, viewShape declares exactly the fields that the view's Code method writes. A field that one
// game does not use is declared by another.
func TestViewsAsDescribed(t *testing.T) {
	var unused []string
	for _, m := range maps() {
		for _, name := range shapetest.Members(viewShape(m.Ruleset), map[string]bool{}) {
			unused = append(unused, name[strings.IndexByte(name, '.')+1:])
		}
	}
	for _, m := range maps() {
		t.Run(m.Game, func(t *testing.T) {
			var views, chances []func(*engine.Coder)
			for _, set := range m.Variants() {
				s, err := m.New(engine.Header{Game: m.Game, Revision: m.Revision(), Settings: set, Seed: engine.NumberedSeed(1)})
				if err != nil {
					t.Fatal(err)
				}
				v := s.View(engine.SeatsOf(0))
				views = append(views, v.Code)
				chances = append(chances, v.(engine.OddsView).Chances)
			}
			shapetest.Described(t, viewShape(m.Ruleset), unused, views...)
			shapetest.Described(t, chanceShape(m.Ruleset), nil, chances...)
		})
	}
}
