// Package epidemic is the kernel of the map games: the board graph, the cubes,
// the two decks, the turn as a list of stages, outbreaks, questions and their
// windows, consent, and what each seat may know.
//
// A game hands it a Box: a board, roles, events, a turn and some numbers. A
// role, an event or a challenge contributes numbers, verbs and reactions, and
// nothing else.
//
// The kernel knows no city, no role, no event and no challenge by name, writes
// no text that a player reads, and keeps nothing pending outside the position.
package epidemic
