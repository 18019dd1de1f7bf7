package bots

import (
	"errors"
	"strconv"
	"strings"

	"theriac/ai"
)

// Named returns the level with a given name, optionally with changes for experiments. For example,
// "expert,rollouts=320,w.out=2" is an expert with 320 rollouts and a weight of 2 for outbreaks.
func Named(name string) (ai.Level, error) {
	parts := strings.Split(name, ",")
	made, ok := settings[parts[0]]
	if !ok {
		return ai.Level{}, errors.New("there is no level " + parts[0] + "; there are novice, steady and expert")
	}
	s, w := made, tuned
	for _, change := range parts[1:] {
		key, text, _ := strings.Cut(change, "=")
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !s.set(key, x) && !w.set(key, x) {
			return ai.Level{}, errors.New("a level has no " + change)
		}
	}
	return ai.Level{Name: name, New: func() ai.Player { return newPlanner(s, w, base) }}, nil
}

// set changes the value with the given name. It reports whether the name is known.
func (s *setting) set(key string, x float64) bool {
	for name, n := range map[string]*int{
		"width": &s.width, "plans": &s.plans, "rollouts": &s.rollouts, "fast": &s.fast, "turns": &s.turns,
		"side": &s.side, "by-net": &s.byNet, "by-idea": &s.byIdea, "blunder": &s.blunder, "most": &s.most,
		"collects": &s.collects, "each": &s.each, "sweeps": &s.sweeps, "scripts": &s.scripts, "mute": &s.mute,
	} {
		if key == name {
			*n = int(x)
			return true
		}
	}
	switch key {
	case "trust":
		s.trust = x
	case "mix":
		s.mix = x
	case "spread":
		s.spread = x
	case "prior":
		s.prior = x
	default:
		return false
	}
	return true
}

// Weights returns the names and values of a level's weights, with all changes applied. The names, such as
// "w.out", can be used with Named.
func Weights(level string) (names []string, values []float64, err error) {
	w := tuned
	for _, change := range strings.Split(level, ",")[1:] {
		key, text, _ := strings.Cut(change, "=")
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			w.set(key, x)
		}
	}
	for i, name := range weightNames {
		names = append(names, "w."+name)
		values = append(values, w.base[i])
	}
	_, err = Named(level)
	return names, values, err
}
