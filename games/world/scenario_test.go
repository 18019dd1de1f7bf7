package world_test

import (
	"flag"
	"testing"

	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

var update = flag.Bool("update", false, "rewrite what the transcripts say happened")

func TestScenarios(t *testing.T) {
	epidemictest.Scenarios(t, world.Game, "testdata", *update)
}
