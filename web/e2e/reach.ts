// Searches the page for a legal move as a person would, with at most two taps. The code runs in the page.
// The page's requests are recorded but fail, so that the table stays in its position.

export interface Found {
	move: string;
	/** How many taps the move took; 0 if it was not found. */
	taps: number;
	/** The names of the tapped elements. */
	by: string[];
}

/** Keeps the page from sending moves. It runs before any code of the page. */
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

/**
 * Tries to find a move of a seat on the page. `names` are the names of its operands on the page, `sure` is
 * the text of the confirmation.
 */
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
	/**
	 * Closes everything that is open. A list ignores presses for a moment after a press has closed another
	 * list.
	 */
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
	/** Returns how well an element fits the wanted move. */
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
	/** Finds an element again, even if the page has replaced it since. */
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
		// For the second tap, the candidates are new elements, highlighted ones, and the first element once
		// more.
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
