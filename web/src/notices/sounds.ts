// Small sounds, made from nothing but waves and noise: what is put down, whose turn it is, and nine cues for moments.
// Each is shorter than 1.2 s, and never two sound at once: a graver one ends the other. A browser lets a page sound only
// after somebody has touched it, so the device is opened as late as that.

import type { Sound } from './calling.ts';

/** Cues for what happens at a table. */
export type Cue = 'epidemic' | 'infect' | 'shuffle' | 'wave' | 'cure' | 'event' | 'draw' | 'won' | 'lost';

/** A note: when it begins, its pitch at the beginning and at the end, how long and how loud it is. Without a wave: noise. */
interface Note {
	at: number;
	from: number;
	to?: number;
	length: number;
	loud: number;
	wave?: OscillatorType;
}

/** All together, in decibels. */
const master = -18;
/** How fast a note comes, in seconds. */
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
/** A knock on wood, a riffle of paper: noise round a pitch. */
const noises = (pitch: number, step: number, length: number, n: number) =>
	Array.from({ length: n }, (_, i) => note(i * step, pitch, length, 0.9));

const scores: Record<Sound | Cue, Note[]> = {
	place: [note(0, 520, 0.07, 0.95, 'triangle', 360)],
	outbreak: [note(0, 180, 0.5, 1.7, 'sine', 70), note(0.04, 96, 0.6, 1.2, 'triangle', 60)],
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
/** Ends what is sounding. */
let hush: () => void = () => {};

/** Tables that give their own cues; what they show need not sound a second time. */
let staged = 0;
/** Says that moments of a table sound by themselves, until what it returns is called. */
export function stage(): () => void {
	staged++;
	return () => {
		staged--;
	};
}
export const isStaged = (): boolean => staged > 0;

/** Sounds, where the browser lets it and somebody has touched the page. Each `step` down is a tone lower. */
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
		// A device without sound is as good as one that is turned down.
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

/** Noise that lets through what lies round a pitch. */
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
