// Looks for a legal move on the page as a person would, in at most two taps. It runs in the page: what is sent is written
// down and answered with a refusal, so that the table stays where it is.

export interface Found {
	move: string;
	/** How many taps it took; 0: it was not found. */
	taps: number;
	/** What was tapped. */
	by: string[];
}

/** Keeps moves from being sent. It runs before the page does. */
export function catchMoves(): void {
	const own = window as unknown as { caught: string | null };
	own.caught = null;
	const ask = window.fetch;
	window.fetch = async (...args) => {
		const request = args[0] instanceof Request ? args[0] : new Request(...args);
		const { pathname } = new URL(request.url);
		if (request.method === 'GET' || !pathname.startsWith('/api/tables/')) return ask(...args);
		const { seat, move } = await request.clone().json();
		own.caught = pathname.endsWith('/moves') ? `${seat} ${move}` : pathname;
		const problem = JSON.stringify({ status: 409, id: 'stale-question', title: 'caught' });
		return new Response(problem, { status: 409, headers: { 'Content-Type': 'application/problem+json' } });
	};
}

/** Reaches a move of a seat. `names`: what its operands are called on the page. `sure`: what confirms. */
export async function reach([seat, move, names, sure]: readonly [
	number,
	string,
	readonly string[],
	string,
]): Promise<Found> {
	const own = window as unknown as { caught: string | null };
	const wanted = `${seat} ${move}`;
	const [word = '', ...operands] = move.split(' ');
	const things =
		'button, [role="button"], [data-map] g[data-city], [data-map] [data-line], [data-map] [data-region]';
	const settle = async () => {
		await new Promise((done) => setTimeout(done, 30));
		await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
	};
	const usable = (e: Element) =>
		e.checkVisibility({ visibilityProperty: true }) &&
		!e.matches(':disabled, [aria-disabled="true"]') &&
		!e.closest('[inert]');
	const seen = () => [...document.querySelectorAll(things)].filter(usable);
	const called = (e: Element) =>
		`${e.tagName.toLowerCase()}[${Object.entries((e as HTMLElement).dataset)
			.map((d) => d.join('='))
			.join(' ')}] “${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 40)}”`;
	/** Leaves everything. A list takes a press soon after it was closed for the press that closed it. */
	const back = async (list = true) => {
		const open = document.querySelector('[popover]:popover-open') !== null;
		for (let n = 0; n < 4; n++) {
			document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
			await settle();
			if (!document.querySelector('[popover]:popover-open, [data-map] ~ * .among')) break;
		}
		if (open && list) await new Promise((done) => setTimeout(done, 420));
		own.caught = null;
	};
	const tap = async (e: Element) => {
		const press = { bubbles: true, cancelable: true, button: 0, isPrimary: true, pointerType: 'mouse' };
		e.dispatchEvent(new PointerEvent('pointerdown', press));
		e.dispatchEvent(new PointerEvent('pointerup', press));
		e.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
		await settle();
	};
	/** How much something looks like what is wanted. */
	const likely = (e: Element): number => {
		const data = { ...(e as HTMLElement).dataset, ...(e.parentElement?.dataset ?? {}) };
		const words = `${e.getAttribute('aria-label') ?? ''} ${e.textContent ?? ''}`.toLowerCase();
		let n = 0;
		if (data.verb === 'undo') return 0;
		if (e.textContent?.trim() === sure) n += 5;
		if (data.verb === word) n += 4;
		else if (data.verb) n += 0.5;
		for (const o of operands) if ([data.city, data.card, data.region, data.line].includes(o)) n += 3;
		if (data.seat !== undefined && operands.includes(data.seat)) n += 2;
		for (const name of names) if (name && words.includes(name.toLowerCase())) n += 1;
		return n;
	};
	const best = (all: Element[], most: number) =>
		all
			.map((e, i) => ({ e, i, n: likely(e) }))
			.filter(({ n }) => n > 0)
			.sort((a, b) => b.n - a.n || a.i - b.i)
			.slice(0, most)
			.map(({ e }) => e);
	/** The same thing again, also where it was drawn anew. */
	const same = (e: Element, name: string) =>
		e.isConnected && usable(e) ? e : seen().find((x) => called(x) === name);

	await back();
	const firsts = best(seen(), 12).map((e) => ({ e, name: called(e) }));
	for (const { e, name } of firsts) {
		const begin = async () => {
			await back(!e.closest('[data-map]'));
			const first = same(e, name);
			if (first) await tap(first);
			return first;
		};
		await back();
		const before = new Set(seen());
		const first = await begin();
		if (own.caught === wanted) return { move, taps: 1, by: [name] };
		if (!first || own.caught) continue;
		// What has come, what is lit, and the same thing once more.
		const further = best(seen(), 60)
			.filter((x) => x === first || !before.has(x) || x.closest('[data-map], [popover], section'))
			.slice(0, 8)
			.concat(first)
			.map((x) => ({ x, called: called(x) }));
		for (const next of further) {
			await begin();
			const there = same(next.x, next.called);
			if (!there || own.caught) continue;
			await tap(there);
			if (own.caught === wanted) return { move, taps: 2, by: [name, next.called] };
		}
	}
	await back();
	return { move, taps: 0, by: firsts.map((f) => f.name) };
}
