// Plays short synthesised sounds: pieces being put down, the player's turn, and nine cues for major events.
// Each lasts less than 1.2 s. Sounds never overlap: a new sound stops the one before. Browsers
// allow sound only after the person has touched the page, so the audio device is opened only then.

import type { Sound } from './calling.ts';

/** Cues for events at a table. */
export type Cue = 'epidemic' | 'infect' | 'shuffle' | 'wave' | 'cure' | 'event' | 'draw' | 'won' | 'lost';

/**
 * A note: its start, its pitch at the beginning and at the end, its length and its loudness. Without a wave,
 * it is noise.
 */
interface Note {
	at: number;
	from: number;
	to?: number;
	length: number;
	loud: number;
	wave?: OscillatorType;
}

/** The overall volume, in decibels. */
const master = -18;
/** The duration of a note's attack, in seconds. */
const attack = 0.006;

const note = (
	at: number,
	from: number,
	length: number,
	loud = 0.8,
	wave?: OscillatorType,
	to?: number,
): Note => ({
	at,
	from,
	to,
	length,
	loud,
	wave,
});
const tones = (wave: OscillatorType, step: number, length: number, ...pitches: number[]) =>
	pitches.map((pitch, i) => note(i * step, pitch, length, 0.8, wave));
/** Returns notes of noise around a pitch, such as a knock on wood or a riffle of paper. */
const noises = (pitch: number, step: number, length: number, n: number) =>
	Array.from({ length: n }, (_, i) => note(i * step, pitch, length, 0.9));

const scores: Record<Sound | Cue, Note[]> = {
	place: [note(0, 520, 0.07, 0.95, 'triangle', 360)],
	outbreak: [note(0, 180, 0.5, 1.7, 'sine', 70), note(0.04, 96, 0.6, 1.2, 'triangle', 60)],
	sit: [...noises(420, 0.12, 0.07, 2), note(0.26, 587, 0.25, 0.6, 'sine')],
	turn: tones('sine', 0.14, 0.3, 660, 880),
	epidemic: [note(0, 110, 0.5, 1.5, 'sine', 55), ...tones('triangle', 0.18, 0.4, 220, 262)],
	infect: noises(900, 0.11, 0.08, 3),
	shuffle: noises(3200, 0.05, 0.05, 9),
	wave: [note(0, 160, 0.42, 1.5, 'sine', 80)],
	cure: [note(0, 1760, 0.5, 0.5, 'sine'), ...tones('triangle', 0.16, 0.6, 523, 880)],
	event: tones('sine', 0.16, 0.5, 784, 1047),
	draw: noises(2400, 0.16, 0.06, 2),
	won: tones('sine', 0.16, 0.6, 523, 659, 784, 1047),
	lost: [note(0, 196, 1.1, 1, 'triangle', 190), note(0.1, 131, 1.1, 1, 'sine', 126)],
};

let device: { on: AudioContext; out: GainNode } | undefined;
/** Ends the sound that is playing. */
let hush: () => void = () => {};

/**
 * How many open tables play their own cues. While there is one, the notices play no sounds for the same
 * events.
 */
let staged = 0;
/** Declares that a table plays its own cues, until the returned function is called. */
export function stage(): () => void {
	staged++;
	return () => {
		staged--;
	};
}
export const isStaged = (): boolean => staged > 0;

/**
 * Plays a cue, if the browser allows it and the person has touched the page. Each `step` lowers the cue by a
 * tone.
 */
export async function sound(which: Sound | Cue, step = 0): Promise<void> {
	if (!navigator.userActivation?.hasBeenActive) return;
	try {
		device ??= open();
		const { on, out } = device;
		if (on.state === 'suspended') await on.resume();
		hush();
		const level = on.createGain();
		level.connect(out);
		hush = () => level.disconnect();
		const low = 2 ** (-step / 6);
		for (const n of scores[which]) play(on, level, n, low);
	} catch {
		// A device without audio counts as muted.
	}
}

function open() {
	const on = new AudioContext();
	const out = on.createGain();
	out.gain.value = 10 ** (master / 20);
	out.connect(on.destination);
	return { on, out };
}

function play(
	on: AudioContext,
	out: AudioNode,
	{ at, from, to, length, loud, wave }: Note,
	low: number,
): void {
	const start = on.currentTime + at;
	const level = on.createGain();
	level.gain.setValueAtTime(0, start);
	level.gain.linearRampToValueAtTime(loud, start + attack);
	level.gain.exponentialRampToValueAtTime(0.0001, start + length);
	const source = wave
		? tone(on, wave, from * low, (to ?? from) * low, start, length)
		: noise(on, from, length, level);
	if (wave) source.connect(level);
	level.connect(out);
	source.start(start);
	source.stop(start + length + 0.02);
}

function tone(
	on: AudioContext,
	wave: OscillatorType,
	from: number,
	to: number,
	start: number,
	length: number,
) {
	const source = on.createOscillator();
	source.type = wave;
	source.frequency.setValueAtTime(from, start);
	source.frequency.exponentialRampToValueAtTime(to, start + length);
	return source;
}

/** Plays noise that is filtered around a pitch. */
function noise(on: AudioContext, pitch: number, length: number, level: AudioNode) {
	const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * length), on.sampleRate);
	const data = buffer.getChannelData(0);
	for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
	const source = on.createBufferSource();
	source.buffer = buffer;
	const band = on.createBiquadFilter();
	band.type = 'bandpass';
	band.frequency.value = pitch;
	source.connect(band).connect(level);
	return source;
}
