package locale

import (
	"strings"
	"testing"
)

func TestMessages(t *testing.T) {
	catalogues := map[string]*Catalogue{"en": catalogue(t, "en"), "fr": catalogue(t, "fr")}
	cubes := "{city}: {n, plural, one {# cube} other {# cubes}}"
	for _, c := range []struct {
		lang, text string
		values     map[string]any
		want       string
	}{
		{"en", cubes, map[string]any{"city": "Paris", "n": 0}, "Paris: 0 cubes"},
		{"en", cubes, map[string]any{"city": "Paris", "n": 1}, "Paris: 1 cube"},
		{"en", cubes, map[string]any{"city": "Paris", "n": 2}, "Paris: 2 cubes"},
		{"fr", cubes, map[string]any{"city": "Paris", "n": 0}, "Paris: 0 cube"},
		{"fr", cubes, map[string]any{"city": "Paris", "n": "2"}, "Paris: 2 cubes"},
		{"en", "{who, select, medic {a doctor} other {{who}}}", map[string]any{"who": "medic"}, "a doctor"},
		{"en", "{who, select, medic {a doctor} other {{who}}}", map[string]any{"who": "pilot"}, "pilot"},
		{"en", "{n, plural, one {x} other {{who, select, other {# of {who}}}}}", map[string]any{"n": 5, "who": "us"}, "5 of us"},
		{"en", "no. #{n}", map[string]any{"n": 5}, "no. #5"},
		{"en", "to {city}", nil, "to {city}"},
		{"fr", "Éclosion {city:at}.", map[string]any{"city": "Paris"}, "Éclosion à Paris."},
		{"fr", "Éclosion {city:at}.", map[string]any{"city": "Le Caire"}, "Éclosion au Caire."},
		{"fr", "{seat:the} donne {seat2:to}", map[string]any{"seat": "Médecin", "seat2": "Répartiteur"}, "Le Médecin donne au Répartiteur"},
		{"fr", "{seat:the} donne {seat2:to}", map[string]any{"seat": "Scientifique", "seat2": "anna"}, "La Scientifique donne à anna"},
		{"fr", "{city:from} {city2:at}", map[string]any{"city": "Alger", "city2": "Le Caire"}, "D’Alger au Caire"},
		{"fr", "{seat:to} de jouer", map[string]any{"seat": "anna"}, "À anna de jouer"},
		{"fr", "{seat:to} de jouer", map[string]any{"seat": "Chercheur"}, "Au Chercheur de jouer"},
		{"fr", "un vol {city:from}", map[string]any{"city": "Paris"}, "un vol de Paris"},
		{"fr", "le rôle {role:from}", map[string]any{"role": "Infirmière"}, "le rôle de l’Infirmière"},
		{"fr", "{n, plural, one {# cube {disease:masculine}} other {# cubes {disease:masculines}}}", map[string]any{"n": 2, "disease": "noire"}, "2 cubes noirs"},
		{"fr", "des cartes {disease:feminines}", map[string]any{"disease": "inconnue"}, "des cartes inconnue"},
		{"en", "{disease:feminines} cards", map[string]any{"disease": "black"}, "black cards"},
		{"en", "{seat:the} meets {seat2:the}", map[string]any{"seat": "anna", "seat2": "Medic"}, "anna meets the Medic"},
	} {
		m, err := parseMessage(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var b strings.Builder
		m.write(&b, catalogues[c.lang], c.values, "")
		if b.String() != c.want {
			t.Errorf("%s: %s %v is %q, not %q", c.lang, c.text, c.values, b.String(), c.want)
		}
	}
}

func TestBrokenMessages(t *testing.T) {
	for _, text := range []string{
		"{", "}", "{}", "{city", "a } b", "{n, plural}", "{n, plural, one {x}}", "{n, plural, other {x}",
		"{n, plural, other {x", "{n, date, other {x}}", "{n, plural, {x}}", "{n, plural, several {x} other {y}}", "don't",
	} {
		if _, err := parseMessage(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
