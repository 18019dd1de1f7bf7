// Package epidemic is the kernel of the map games: the board graph, the cubes,
// the two decks, the turn as a list of stages, outbreaks, questions and their
// windows, consent, and what each seat may know.
//
// # From a box to a position
//
//   - A [Box] is data: a board, roles, events, verbs, the stages of a turn, options
//     and some numbers. A game such as games/world is a box and little else.
//   - A [Ruleset] is a box with everything numbered; it is the [engine.Game].
//   - [Rules] are a ruleset with the options of one table, made by Compile.
//   - A [State] is a position, filled by Deal. [Public] is the half that everybody
//     knows; the fields of the other half are not exported, and a [View] takes from
//     it what its seats have seen.
//
// # What a card contributes
//
// A [Role] or an [Event] contributes numbers (CureWith: 4), verbs and reactions, and
// nothing else. A [Verb] is one kind of move: when it is asked for, what it needs, how
// it is listed, and what it does. Its needs are rules in order; the first that does
// not hold is the reason why the move is refused.
//
// # How a move is played
//
// Play looks the verb up and lets it act. Then the turn goes on through its stages
// until somebody has to be asked: everything that is pending is in the position, as a
// stack of frames, one for each open question. Where events may be played between
// two steps, a window opens, and the seats that could play one are asked first.
//
// Ways to play that change the rules (the laboratory, teams, playing alone, …) have
// files with a prefix of their own: lab_, team_, solo_, and so on.
//
// The package refuses to know a city, a role, an event or a challenge by name, to
// write a text that a player reads, and to keep anything pending outside the position.
package epidemic
