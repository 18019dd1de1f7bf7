// Package terminal plays and shows games as lines of text: a hot seat for
// people around one keyboard, and a reader of transcripts.
//
// It holds no rules and no texts. What can be done is the list of moves that
// the position gives, what is refused is explained by the rule that the game
// names, and every word comes from a catalogue. A player sees a View and
// nothing else. It refuses to draw chance, to know a network, and to take over
// the screen: lines go in, lines come out, so a pipe plays as well as a person.
package terminal
