package main

import (
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

// The kernel defines more verbs, facts and questions than any single game uses. The functions in this file find
// out from a game's verbs and cards which ones it uses. Tests compare the result with many games.

// has reports whether a game has a verb.
func has(t *epidemic.Ruleset, verb string) bool {
	return slices.ContainsFunc(t.Verbs(), func(v *epidemic.Verb) bool { return v.Name == verb })
}

// overflows reports whether stations can overflow in some mode of a game.
func overflows(t *epidemic.Ruleset) bool {
	return slices.ContainsFunc(t.Challenges, func(c *epidemic.Challenge) bool { return c.Overflow })
}

// echoes reports whether some disease of a game also places cubes in other cities when it infects a
// city.
func echoes(t *epidemic.Ruleset) bool {
	return slices.ContainsFunc(t.Traits, func(x *epidemic.Trait) bool { return x.Echoes != nil })
}

// plays reports whether some mode of a game includes the given modes.
func plays(t *epidemic.Ruleset, mode epidemic.Mode) bool {
	return slices.ContainsFunc(t.Modes, func(o epidemic.ModeOption) bool { return o.Mode.Has(mode) })
}

// anyRole and anyEvent report whether some role or event of a game meets a condition.
func anyRole(t *epidemic.Ruleset, is func(*epidemic.Role) bool) bool {
	return slices.ContainsFunc(t.Roles, is)
}

func anyEvent(t *epidemic.Ruleset, is func(*epidemic.Event) bool) bool {
	return slices.ContainsFunc(t.Events, is)
}

// lasts reports whether some event of a game stays in force after it is played. answersCures reports whether
// some event can be played after a cure. samples reports whether some role card can hold cubes.
func lasts(t *epidemic.Ruleset) bool {
	return anyEvent(t, func(e *epidemic.Event) bool { return e.Lasts != epidemic.AtOnce })
}

func answersCures(t *epidemic.Ruleset) bool {
	return anyEvent(t, func(e *epidemic.Event) bool { return e.AfterCure })
}

func samples(t *epidemic.Ruleset) bool {
	return anyRole(t, func(r *epidemic.Role) bool { return r.KeepsSamples })
}

// toldIn maps each fact that occurs only in certain modes to such a mode.
var toldIn = map[string]epidemic.Mode{
	"awarded":          epidemic.TeamMode,
	"base-placed":      epidemic.TeamMode,
	"bonus-prestige":   epidemic.TeamMode,
	"bonuses-drawn":    epidemic.TeamMode,
	"cubes-lost":       epidemic.StrainMode,
	"discarded-first":  epidemic.SoloMode,
	"disease-returned": epidemic.StrainMode,
	"first-team":       epidemic.TeamMode,
	"incident":         epidemic.MutationMode,
	"incidents-added":  epidemic.MutationMode,
	"infections-added": epidemic.MutationMode,
	"more-infection":   epidemic.StrainMode,
	"mutant-gone":      epidemic.MutationMode,
	"no-effect":        epidemic.StrainMode, // the mutant disease is needed, too
	"objective-dealt":  epidemic.TeamMode,
	"objective-kept":   epidemic.TeamMode,
	"objective-shown":  epidemic.TeamMode,
	"offer-dealt":      epidemic.TeamMode,
	"prestige":         epidemic.TeamMode,
	"prestige-total":   epidemic.TeamMode,
	"relief-began":     epidemic.SoloMode,
	"rested":           epidemic.SoloMode,
	"role-offered":     epidemic.TeamMode,
	"role-picked":      epidemic.TeamMode,
	"role-removed":     epidemic.SoloMode,
	"station-prestige": epidemic.TeamMode,
	"strain-drawn":     epidemic.StrainMode,
	"strain-ended":     epidemic.StrainMode,
	"strain-in-force":  epidemic.StrainMode,
	"strain-named":     epidemic.StrainMode,
	"strains-dealt":    epidemic.StrainMode,
	"team-chose":       epidemic.TeamMode,
}

// toldBy maps facts that occur only in some games to a verb. A game that lacks the verb cannot have the fact.
var toldBy = map[string]string{
	"arranged":           "put",
	"arranged-as":        "put",
	"card-told":          "tell",
	"characterised":      "characterise",
	"circles-filled":     "fill",
	"cube-walked":        "walk",
	"cubes-carried":      "separate",
	"cubes-grown":        "grow",
	"cubes-returned":     "separate",
	"event-removed":      "store",
	"event-replayed":     "seamless-plan",
	"event-stored":       "store",
	"growth-short":       "grow",
	"hand-kept":          "keep",
	"hands-asked":        "ask-hands",
	"infection-removed":  "resilient-population",
	"infection-skipped":  "one-quiet-night",
	"lab-action-free":    "free-lab",
	"looked":             "put",
	"looked-at":          "put",
	"overflowed":         "overflow",
	"reach-chosen":       "reach-next",
	"research-discarded": "characterise",
	"restacked":          "lay",
	"restacked-as":       "lay",
	"role-taken":         "become",
	"sample-taken":       "sample",
	"sequence-discarded": "sequence",
	"sequence-drawn":     "sequence",
	"sequence-placed":    "sequence",
	"sequences-shuffled": "sequence",
	"shield-placed":      "shield",
	"studied":            "lay",
	"studied-card":       "lay",
	"tested":             "test",
	"token-spent":        "pay-token",
	"tokens-freed":       "walk",
	"tokens-placed":      "purify",
	"track-laid":         "rail",
}

// tells reports whether a fact can occur in a game.
func tells(t *epidemic.Ruleset, fact string) bool {
	switch fact {
	case "event-in-force", "event-ended":
		return lasts(t)
	case "sampled", "samples-returned":
		return samples(t)
	case "card-shown":
		return anyRole(t, func(r *epidemic.Role) bool { return r.ShowsFlight })
	case "card-drawn-hidden":
		return !t.OpenHands
	case "challenge":
		return len(t.Challenges) > 0 || plays(t, epidemic.TeamMode)
	case "eradicated":
		return !t.Lasting
	case "events-drawn":
		return t.Numbers.Events != [len(t.Numbers.Events)]uint8{}
	case "trait-in-play":
		return len(t.Traits) > 0
	}
	if mode, some := toldIn[fact]; some {
		return plays(t, mode)
	}
	verb, some := toldBy[fact]
	return !some || has(t, verb)
}

// facts returns the facts that can occur in a game.
func facts(t *epidemic.Ruleset) []engine.Word {
	return slices.DeleteFunc(slices.Clone(t.Vocabulary().Facts), func(w engine.Word) bool { return !tells(t, w.Name) })
}

// played returns the verbs of a game that a seat can choose. It leaves out verbs that the kernel
// uses only for questions.
func played(t *epidemic.Ruleset) []engine.Word {
	var words []engine.Word
	for i, v := range t.Verbs() {
		if len(v.Questions) > 0 || t.EventOf(v) != "" {
			words = append(words, t.Vocabulary().Verbs[i])
		}
	}
	return words
}

// askedBy maps questions that occur only in some games to a verb that asks or answers them. A game that lacks
// the verb cannot ask the question.
var askedBy = map[engine.QuestionKind]string{
	epidemic.QuestionSteer:              "dispatch",
	epidemic.QuestionOrderInfectionDeck: "put",
	epidemic.QuestionRequest:            "hand",
	epidemic.QuestionTell:               "tell",
	epidemic.QuestionStart:              "start",
	epidemic.QuestionRegion:             "in",
	epidemic.QuestionCube:               "remove",
	epidemic.QuestionLine:               "line",
	epidemic.QuestionPawn:               "bring",
	epidemic.QuestionTheirs:             "pick",
	epidemic.QuestionOrderPlayerDeck:    "lay",
	epidemic.QuestionWalk:               "walk",
	epidemic.QuestionFree:               "stay",
	epidemic.QuestionReplay:             "seamless-plan",
	epidemic.QuestionLab:                "free-lab",
	epidemic.QuestionSlot:               "slot",
	epidemic.QuestionDish:               "sample",
	epidemic.QuestionRole:               "become",
	epidemic.QuestionDisease:            "name",
	epidemic.QuestionSolo:               "rest",
	epidemic.QuestionRoles:              "assign",
	epidemic.QuestionBase:               "base",
	epidemic.QuestionFilling:            "fill-with",
	epidemic.QuestionWho:                "for",
}

// asks reports whether a game can ask a question.
func asks(t *epidemic.Ruleset, question engine.QuestionKind) bool {
	verb, some := askedBy[question]
	return !some || has(t, verb)
}

// steps returns the names of the questions that a game can ask, in the kernel's order.
func steps(t *epidemic.Ruleset) []string {
	var names []string
	for i, name := range t.Vocabulary().Questions {
		if asks(t, engine.QuestionKind(i)) {
			names = append(names, name)
		}
	}
	return names
}
