// The search of the documentation. It finds every section that contains all the words, and lists those with the words
// in the heading first. The index is loaded when a reader begins to search.
(() => {
	const box = document.getElementById('search');
	const input = box.querySelector('input');
	const found = document.getElementById('found');
	// Searching for a letter without its accent also finds the letter with the accent.
	const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
	let index;
	const load = () =>
		(index ??= fetch('/docs/search.json')
			.then((answer) => answer.json())
			.then((all) => all.map((s) => ({ ...s, head: fold(`${s.p} ${s.h}`), all: fold(`${s.p} ${s.h} ${s.t}`) })))
			.catch(() => {
				index = undefined;
				return [];
			}));
	const link = (s, words) => {
		const a = document.createElement('a');
		a.href = s.u;
		a.textContent = s.h;
		const small = document.createElement('small');
		const at = Math.max(0, fold(s.t).indexOf(words[0]) - 40);
		small.textContent = `${s.p === s.h ? '' : `${s.p}: `}${at ? '…' : ''}${s.t.slice(at, at + 120)}`;
		a.append(small);
		return a;
	};
	async function search() {
		const words = fold(input.value).split(/\s+/).filter(Boolean);
		if (words.join('').length < 2) return found.replaceChildren();
		const asked = input.value;
		const all = await load();
		if (asked !== input.value) return;
		const lang = document.documentElement.lang;
		const mine = (s) => s.l === lang;
		const rank = (s) => (words.every((w) => s.head.includes(w)) ? 0 : 2) + (mine(s) ? 0 : 1);
		const hits = all.filter((s) => words.every((w) => s.all.includes(w)));
		hits.sort((a, b) => rank(a) - rank(b));
		if (hits.length) return found.replaceChildren(...hits.slice(0, 20).map((s) => link(s, words)));
		const none = document.createElement('p');
		none.textContent = box.dataset.none;
		found.replaceChildren(none);
	}
	const toc = document.querySelector('.toc');
	if (toc && matchMedia('(min-width: 56rem)').matches) toc.open = true;
	box.hidden = false;
	input.addEventListener('focus', load);
	input.addEventListener('input', search);
	box.addEventListener('keydown', (e) => {
		if (e.key === 'Escape') {
			found.replaceChildren();
			input.focus();
		}
	});
	document.addEventListener('click', (e) => {
		if (!box.contains(e.target)) found.replaceChildren();
	});
})();
