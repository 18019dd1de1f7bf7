// Package epidemic is the kernel of the map games: the board graph, the cubes,
// the two decks, the turn as a list of stages, outbreaks, questions and their
// windows, consent, and what each seat may know.
//
// A game hands it a Box: a board, roles, events, a turn and some numbers. A
// role, an event or a challenge contributes numbers, verbs and reactions, and
// nothing else.
//
// It refuses to know a city, a role, an event or a challenge by name, to write
// a text that a player reads, and to keep anything pending outside the position.
package epidemic
