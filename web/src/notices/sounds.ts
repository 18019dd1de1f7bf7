// Three small sounds, made from nothing but waves. A browser lets a page sound only
// after somebody has touched it, so the device is opened as late as that.

import type { Sound } from './calling.ts';

/** A note: when it begins, its pitch at the beginning and at the end, how long and how loud it is. */
interface Note {
	at: number;
	from: number;
	to: number;
	length: number;
	loud: number;
	wave: OscillatorType;
}

const scores: Record<Sound, Note[]> = {
	place: [{ at: 0, from: 520, to: 360, length: 0.07, loud: 0.12, wave: 'triangle' }],
	outbreak: [
		{ at: 0, from: 180, to: 70, length: 0.5, loud: 0.22, wave: 'sine' },
		{ at: 0.04, from: 96, to: 60, length: 0.6, loud: 0.16, wave: 'triangle' },
	],
	turn: [
		{ at: 0, from: 660, to: 660, length: 0.16, loud: 0.12, wave: 'sine' },
		{ at: 0.14, from: 880, to: 880, length: 0.32, loud: 0.12, wave: 'sine' },
	],
};

let device: AudioContext | undefined;

/** Sounds, where the browser lets it. */
export async function sound(which: Sound): Promise<void> {
	try {
		device ??= new AudioContext();
		if (device.state === 'suspended') await device.resume();
		for (const note of scores[which]) play(device, note);
	} catch {
		// A device without sound is as good as one that is turned down.
	}
}

function play(on: AudioContext, { at, from, to, length, loud, wave }: Note): void {
	const start = on.currentTime + at;
	const tone = on.createOscillator();
	const level = on.createGain();
	tone.type = wave;
	tone.frequency.setValueAtTime(from, start);
	tone.frequency.exponentialRampToValueAtTime(to, start + length);
	level.gain.setValueAtTime(0, start);
	level.gain.linearRampToValueAtTime(loud, start + 0.01);
	level.gain.exponentialRampToValueAtTime(0.0001, start + length);
	tone.connect(level).connect(on.destination);
	tone.start(start);
	tone.stop(start + length + 0.02);
}
