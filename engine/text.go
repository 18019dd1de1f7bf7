package engine

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// appendText appends a string as a JSON string. It is fast for names without special characters, which need
// only quotes.
func appendText(dst []byte, text string) []byte {
	dst = append(dst, '"')
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			dst = appendEscaped(dst, text)
			return append(dst, '"')
		}
	}
	dst = append(dst, text...)
	return append(dst, '"')
}

// appendEscaped appends a string with JSON escapes but without quotes. Printable characters of all languages
// stay unchanged, and a byte that is not valid UTF-8 becomes the replacement character. Hashes depend on this
// form, so it must never change.
func appendEscaped(dst []byte, text string) []byte {
	for _, r := range text { // range yields utf8.RuneError for an invalid byte
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\b':
			dst = append(dst, '\\', 'b')
		case r == '\f':
			dst = append(dst, '\\', 'f')
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r == '\r':
			dst = append(dst, '\\', 'r')
		case r == '\t':
			dst = append(dst, '\\', 't')
		case strconv.IsPrint(r):
			dst = utf8.AppendRune(dst, r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			dst = appendUnit(appendUnit(dst, high), low)
		default:
			dst = appendUnit(dst, r)
		}
	}
	return dst
}

// appendUnit appends the \u escape of a UTF-16 code unit.
func appendUnit(dst []byte, u rune) []byte {
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u', digits[u>>12&15], digits[u>>8&15], digits[u>>4&15], digits[u&15])
}

// readText decodes the content of a JSON string, and reports whether it is valid.
func readText(in []byte) (string, bool) {
	plain := true
	for _, c := range in {
		if c < ' ' {
			return "", false
		}
		plain = plain && c != '\\' && c < utf8.RuneSelf
	}
	if plain {
		return string(in), true
	}
	out := make([]byte, 0, len(in))
	for len(in) > 0 {
		if in[0] != '\\' {
			r, n := utf8.DecodeRune(in)
			out, in = utf8.AppendRune(out, r), in[n:]
			continue
		}
		if len(in) < 2 {
			return "", false
		}
		c := in[1]
		switch c {
		case '"', '\\', '/':
			out, in = append(out, c), in[2:]
		case 'b':
			out, in = append(out, '\b'), in[2:]
		case 'f':
			out, in = append(out, '\f'), in[2:]
		case 'n':
			out, in = append(out, '\n'), in[2:]
		case 'r':
			out, in = append(out, '\r'), in[2:]
		case 't':
			out, in = append(out, '\t'), in[2:]
		default:
			r, ok := readUnit(in)
			if !ok {
				return "", false
			}
			in = in[6:]
			if utf16.IsSurrogate(r) { // half of a surrogate pair, which the other half may follow
				low, _ := readUnit(in)
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					in = in[6:]
				}
			}
			out = utf8.AppendRune(out, r)
		}
	}
	return string(out), true
}

// readUnit decodes the \u escape of a UTF-16 code unit at the start of in.
func readUnit(in []byte) (rune, bool) {
	if len(in) < 6 || in[0] != '\\' || in[1] != 'u' {
		return 0, false
	}
	u := rune(0)
	for _, c := range in[2:6] {
		switch {
		case c-'0' < 10:
			c -= '0'
		case (c|0x20)-'a' < 6:
			c = (c | 0x20) - 'a' + 10
		default:
			return 0, false
		}
		u = u<<4 | rune(c)
	}
	return u, true
}
