import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import { objectives } from '../../../../gen/world-more.json';
import Objective from './Objective.svelte';

it('shows each deed of an objective by a picture of its own', () => {
	for (const { id } of objectives) {
		const { body } = render(Objective, { props: { id, small: true } });
		const pictures = body
			.split('class="score')
			.slice(1)
			.map((score) => score.slice(0, score.indexOf('class="what')).replace(/<!--.*?-->/g, ''));
		expect(pictures.length).toBeGreaterThan(1);
		expect(new Set(pictures).size, id).toBe(pictures.length);
	}
});
