// Package terminal plays and shows games as lines of text. People can share a keyboard to play, and can replay
// transcripts.
//
// It contains no rules or texts. The legal moves come from the position, the game names the rule that forbids a
// move, and every word comes from a catalogue. A player sees only what their view contains.
//
// It deliberately draws no random numbers, does not use the network, and does not control the whole screen. It
// reads and writes lines, so it also works with pipes.
package terminal
