declare module 'catalogues' {
	/** The languages, English first, each with the URL of its catalogue. */
	export const languages: (import('../languages.ts').Language & { file: string })[];
}

declare module 'catalogues/console' {
	/** The URL of the console's texts, by language. */
	export const files: Record<string, string>;
}
