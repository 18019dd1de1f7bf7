package main

import (
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

// The kernel knows more than any one game uses. What of it a game can tell and
// show follows from its moves and its box; tests hold it against many games.

// has says whether a game has a move.
func has(t *epidemic.Table, verb string) bool {
	return slices.ContainsFunc(t.Verbs(), func(v *epidemic.Verb) bool { return v.Name == verb })
}

// overflows says whether stations can overflow in some way to play the game.
func overflows(t *epidemic.Table) bool {
	return slices.ContainsFunc(t.Challenges, func(c *epidemic.Challenge) bool { return c.Overflow })
}

// echoes says whether some disease of the game can place cubes beside its own.
func echoes(t *epidemic.Table) bool {
	return slices.ContainsFunc(t.Traits, func(x *epidemic.Trait) bool { return x.Echoes != nil })
}

// toldBy is, for facts that not every game tells, a move without which they are
// not told.
var toldBy = map[string]string{
	"actions-added":     "one-more-day",
	"arranged":          "put",
	"arranged-as":       "put",
	"card-recovered":    "second-chance",
	"cube-walked":       "walk",
	"event-removed":     "store",
	"event-replayed":    "seamless-plan",
	"event-stored":      "store",
	"infection-removed": "resilient-population",
	"infection-skipped": "one-quiet-night",
	"looked":            "put",
	"looked-at":         "put",
	"overflowed":        "overflow",
	"reach-chosen":      "reach-next",
	"restacked":         "lay",
	"restacked-as":      "lay",
	"shield-placed":     "shield",
	"studied":           "lay",
	"studied-card":      "lay",
	"token-spent":       "pay-token",
	"tokens-freed":      "walk",
	"tokens-placed":     "purify",
	"track-laid":        "rail",
}

// tells says whether anything in a game tells a fact.
func tells(t *epidemic.Table, fact string) bool {
	switch fact {
	case "card-drawn-hidden":
		return !t.OpenHands
	case "challenge":
		return len(t.Challenges) > 0
	case "eradicated":
		return !t.Lasting
	case "events-drawn":
		return t.Numbers.Events != [len(t.Numbers.Events)]uint8{}
	case "trait-in-play":
		return len(t.Traits) > 0
	}
	verb, some := toldBy[fact]
	return !some || has(t, verb)
}

// facts are those that a game tells.
func facts(t *epidemic.Table) []engine.Word {
	return slices.DeleteFunc(slices.Clone(t.Vocabulary().Facts), func(w engine.Word) bool { return !tells(t, w.Name) })
}

// played are the moves that a seat can make, without those that only ask
// questions.
func played(t *epidemic.Table) []engine.Word {
	var words []engine.Word
	for i, v := range t.Verbs() {
		if len(v.Steps) > 0 || t.EventOf(v) != "" {
			words = append(words, t.Vocabulary().Verbs[i])
		}
	}
	return words
}

// askedBy is, for questions that not every game asks, a move without which they
// are not asked: the one that answers or the one that asks.
var askedBy = map[engine.Step]string{
	epidemic.StepSteer:   "dispatch",
	epidemic.StepOrder:   "put",
	epidemic.StepRequest: "hand",
	epidemic.StepStart:   "start",
	epidemic.StepRegion:  "in",
	epidemic.StepCube:    "remove",
	epidemic.StepLine:    "line",
	epidemic.StepPawn:    "bring",
	epidemic.StepTheirs:  "pick",
	epidemic.StepDeck:    "lay",
	epidemic.StepWalk:    "walk",
	epidemic.StepFree:    "stay",
	epidemic.StepReplay:  "seamless-plan",
}

// asks says whether anything in a game asks a question.
func asks(t *epidemic.Table, step engine.Step) bool {
	verb, some := askedBy[step]
	return !some || has(t, verb)
}

// steps are the questions of a game, in the kernel's order.
func steps(t *epidemic.Table) []string {
	var names []string
	for i, name := range t.Vocabulary().Steps {
		if asks(t, engine.Step(i)) {
			names = append(names, name)
		}
	}
	return names
}
