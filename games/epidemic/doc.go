// Package epidemic is the kernel of the map games. It holds the board graph, the cubes and the two decks.
// It runs the turn as a list of stages, and handles outbreaks, questions, events, consent, and
// what each seat may know.
//
// # From a box to a position
//
//   - A [Box] is data: a board, roles, events, verbs, the stages of a turn, options
//     and some numbers. A game such as games/world is a box and little else.
//   - A [Ruleset] is a compiled box, in which every name has a number. It implements
//     [engine.Game].
//   - [Rules] are a ruleset with the options of one table, made by Compile.
//   - A [State] is a position, filled by Deal. Its exported half, [Public], is what
//     everyone knows. The other half is not exported, and a [View] copies from it
//     only what its seats have seen.
//
// # What a card contributes
//
// A [Role] or an [Event] consists only of numbers (CureWith: 4), verbs and reactions. A [Verb] is one kind of
// move: which question it answers, what it needs, how its legal moves are listed, and what it does. Its needs
// are rules, in order. The first one that is not met is the reason why a move is not legal.
//
// # How a move is played
//
// Play looks the verb up and calls it. Then the turn continues through its stages until a seat has to be
// asked. Everything that is pending is in the position, as a stack of frames, one for each open question.
// If events can be played between two steps, the seats that could play one are asked first.
//
// Modules that change the rules (the laboratory, teams, solo play, …) have files with their own prefix:
// lab_, team_, solo_, and so on.
//
// The package deliberately knows no particular game: it names no city, role, event or challenge. It
// contains no text that players read, and it keeps nothing pending outside the position.
package epidemic
