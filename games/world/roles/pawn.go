package roles

import "theriac/engine"

// pawnOf returns the seat whose pawn a move names.
func pawnOf(m engine.Move) engine.Seat { return engine.Seat(m.Arg[0]) }
