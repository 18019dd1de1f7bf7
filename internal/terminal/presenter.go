package terminal

import (
	"errors"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/terminal/present"
)

// errNoPresenter says that a game cannot be shown as text.
var errNoPresenter = errors.New("this game has no board in the terminal")

// presenter shows a view of a game by the game's own presenter.
func presenter(game engine.Game, v engine.View, texts present.Texts, st present.Style) (present.Presenter, error) {
	e, ok := games.FindEntry(game.Name())
	if !ok || e.Present == nil {
		return nil, errNoPresenter
	}
	return e.Present(v, texts, st), nil
}
