package prose

import (
	"regexp"
	"strings"
)

// A Rule finds words that have a plainer alternative.
type Rule struct {
	Name   string
	Better string
	// Find matches the words that are not allowed. A finding quotes the first group if that matched, and
	// otherwise the whole match.
	Find *regexp.Regexp
	// Right matches sentences in which the words are correct after all. It may be nil.
	Right *regexp.Regexp
	// Not matches the paths of files in which the words are technical terms. It may be nil.
	Not *regexp.Regexp
}

// aboutGames matches files about games. There each question has a player that it asks, so some words are terms.
var aboutGames = re(`^(?:ai|bots|engine|examples|games|locale)/`)

// forPlayers matches texts for players. In them, indefinite words for people really are about people.
var forPlayers = re(`^games/.*\.(?:md|json)$|^locale/.*\.json$`)

func re(pattern string) *regexp.Regexp { return regexp.MustCompile(pattern) }

// Rules are all rules. Each is applied to one sentence at a time.
var Rules = []Rule{
	{"whoever", "anyone who, the caller, the player", re(`(?i)\b(?:whoever|whomever|whosoever|whosever)\b`), re(`, whoever [a-z]+\b`), nil},
	{"who-starts", "anyone who, players who", re(`^["“(]?Whom?\b[^?]*\.$`), nil, nil},
	{"for-who", "for callers that, for anyone who", re(`(?i)\b(?:for|of|to|by|from|with|at|on|in|against) (?:who|whom)\b`), re(`\?$|\b(?:what|and) (?:for|of|to|from|with) whom\b|\b(?:bet|vote|depends) on who\b`), nil},
	{"is-no", "is not a, has no", re(`(?i)(?:^|\S+ )(?:is|are|was|were|be) no [a-z]\S*`), re(`(?i)\bthere (?:is|are|was|were|be|would be|will be|can be|may be|must be|should be) no |\b(?:is|are|was|were|be) no (?:longer|more|less|fewer|better|worse|one|other|different|larger|smaller|slower|faster|later|earlier|further|need)\b`), nil},
	{"behind", "after, following", re(`(?i)\bbehind\b`), re(`(?i)\bbehind (?:[a-z]+ )?(?:[a-z]+ )?(?:proxy|proxies|balancer|firewall|nat)\b|\b(?:fall|falls|fell|fallen|falling|lag|lags|lagging|left|leaves|leave|leaving|seconds|entries|far|points|moves|stay|stays|stayed) behind\b|\b(?:parasite|germ|reason|idea) behind\b`), nil},
	{"beside", "next to, besides, apart from, with", re(`(?i)\bbeside\b`), nil, nil},
	{"lies", "is, is stored, is kept", re(`(?i)\b(?:lie|lies|lain|lying|lay)\b`), re(`(?i)\blay(?:s|ing)? (?:[a-z]+ ){0,4}(?:out|tracks?|rails?|cards?|down)\b|\blay (?:one|it|X|as many|the one)\b`), nil},
	{"anew", "again", re(`(?i)\banew\b`), nil, nil},
	{"all-the-same", "anyway, still", re(`(?i)\ball the same\b`), nil, nil},
	{"in-vain", "for nothing, without effect", re(`(?i)\bin vain\b`), nil, nil},
	{"mend", "fix, repair", re(`(?i)\bmend(?:s|ed|ing)?\b`), nil, nil},
	{"where-if", "if, when", re(`(?i)(?:^|[,;:(–—] ?|\b(?:and|or|but|only|except|even|also|it|them|so|not|done|in) )(where (?:it|that|there|they|a|an|the|one|nobody|somebody|none|no|nothing|something|this|these|those|its|all|both|each|any|only|such|we|you|he|two|several|many|another|either)\b)`), re(`\b(?:[a-z:]+) where (?:(?:it|its|they|their|the|a|an|one) (?:[a-z’']+ ){0,2}?(?:is|existed|are|goes|go|begins?|belongs?|ends?|leads?|does|cannot be)\b)`), nil},
	{"says-that", "reports whether, returns, tells", re(`(?i)\b(?:say|says|said|saying) (?:that|whether|why|how|which|what|who|where|when|if)\b`), re(`(?i)\b(?:players?|you|he|she|they|everyone) (?:may |can |must |need not |has to |have to )?say `), nil},
	{"one-has", "you, the player, the caller", re(`(?i)(?:(?:^|[,;:(–—] ?|\b(?:if|when|where|what|as|and|how|than|but|because|before|after|while|whether|until|since|so|or|who|though) )(one (?:has|may|can|must|could|might|wants|needs|knows|sees|gets|should|would|cannot)\b)|\b(?:one’s own|one's own|oneself)\b)`), re(`(?i)\bno one\b`), nil},
	{"somebody", "a user, no node, anyone", re(`(?i)\b(?:somebody|nobody|anybody)\b`), nil, forPlayers},
	{"whereof", "whose, how, by which", re(`(?i)\b(?:of which|what for|thereby|herein|wherein|whereby|whereof|thereof|therein|thereto|thereupon|hereby)\b`), re(`(?i)\b(?:each|one|two|some|none|most|many|all|half) of which\b`), nil},
	{"comes-to", "is, amounts to", re(`(?i)\b(?:comes|came|coming) to (?:\d|the same|nothing|about|at most|more|less|what)`), nil, nil},
	{"stands", "is", re(`(?i)\b(?:stands|stood|stand)\b`), re(`(?i)\b(?:stand|stands|stood) (?:for|in for|by|out|up|on its own)\b|\bstand-ins?\b|\b(?:you|I) stand\b|\b(?:pawns?|players?|hospitals?|stations?)\b`), nil},
	{"private-words", "server, service, session, KV store, task", re(`(?i)\b(?:house|houses|desk|desks|shelf|shelves|chore|chores)\b`), re(`(?i)\bhouse rules?\b`), nil},
	{"is-asked", "an active verb", re(`(?i)\b(?:is|are|was|were|be|been|being|gets|get) asked\b`), nil, aboutGames},
	{"is-told", "an active verb", re(`(?i)\b(?:seen to|looked at|(?:is|are|was|were|be|been|being|gets|get) told)\b`), re(`(?i)\btold apart\b|\blooked at (?:the|its|their) (?:top|cards?|roles?)\b`), nil},
	{"for-good", "permanently, gradually", re(`(?i)\b(?:for good|by and by)\b`), re(`(?i)\bfor good (?:reason|measure)\b`), nil},
	{"at-once", "immediately, together", re(`(?i)\bat once\b`), re(`(?i)\b(?:all|both|several|two|three|open) at once\b`), nil},
	{"nothing-but", "only, except", re(`(?i)\b(?:nothing but|save for|put down to|in the midst of)\b`), re(`^Save for `), nil},
	{"so-that-chain", "two sentences", re(`(?i)\bso that\b.*\bso that\b`), nil, nil},
	{"things", "the noun itself", re(`(?i)\bthings?\b`), nil, nil},
}

// longest is the maximum number of words in a sentence, and widest the maximum number of characters in a line
// of prose.
const longest, widest = 30, 120

// longestFrench is the maximum number of words in a French sentence, because French needs a fifth more words.
const longestFrench = 36

var abbreviation = re(`(?i)(?:^|[\s(])(?:e\.g|i\.e|vs|etc|cf|no|st|approx|[A-WYZa-wyz])\.$`)

// sentences splits a paragraph into sentences.
func sentences(text string) []string {
	var list []string
	start := 0
	for i, r := range text {
		if r != '.' && r != '!' && r != '?' {
			continue
		}
		end := i + 1
		for end < len(text) && strings.ContainsRune(`"')`, rune(text[end])) {
			end++
		}
		if strings.HasPrefix(text[end:], "”") || strings.HasPrefix(text[end:], "’") {
			end += len("”")
		}
		if end < len(text) && text[end] != ' ' {
			continue
		}
		if r == '.' && abbreviation.MatchString(text[start:i+1]) {
			continue
		}
		if one := strings.TrimSpace(text[start:min(end, len(text))]); one != "" {
			list = append(list, one)
		}
		start = min(end, len(text))
	}
	if one := strings.TrimSpace(text[start:]); one != "" {
		list = append(list, one)
	}
	return list
}

var word = re(`[\p{L}\p{N}]`)

// words returns the number of words in a sentence.
func words(sentence string) int {
	n := 0
	for _, field := range strings.Fields(sentence) {
		if word.MatchString(field) {
			n++
		}
	}
	return n
}
