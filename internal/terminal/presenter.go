package terminal

import (
	"errors"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/terminal/present"
)

// errNoPresenter means that a game has no presenter, so the terminal cannot show it.
var errNoPresenter = errors.New("this game has no board in the terminal")

// presenter returns the game's presenter for a view.
func presenter(game engine.Game, v engine.View, texts present.Texts, st present.Style) (present.Presenter, error) {
	e, ok := games.FindEntry(game.Name())
	if !ok || e.Present == nil {
		return nil, errNoPresenter
	}
	return e.Present(v, texts, st), nil
}
