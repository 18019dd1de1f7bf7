declare module 'catalogues' {
	/** The languages, English first, each with the address of its texts. */
	export const languages: (import('../languages.ts').Language & { file: string })[];
}
