declare module 'offline:games' {
	/** The URL of each game's WebAssembly file, by the game's name. */
	const addresses: Record<string, string | undefined>;
	export default addresses;
}
declare module 'offline:exec';
