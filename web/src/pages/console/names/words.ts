/** Returns the words of a list that has one on each line, without empty lines and repeated words. */
export function wordsIn(text: string): string[] {
	return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
}
