declare module 'catalogue:*' {
	/** Where the catalogue of that language is. */
	const address: string;
	export default address;
}
