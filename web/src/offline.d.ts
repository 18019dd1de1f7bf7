declare module 'offline:games' {
	/** Where the file of each game is, by its name. */
	const addresses: Record<string, string | undefined>;
	export default addresses;
}
declare module 'offline:exec';
