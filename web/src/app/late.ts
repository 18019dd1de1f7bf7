// What every page has and none needs when it opens: toasts, and the note about a newer client.

export { default as Toasts } from '../ui/Toasts.svelte';
export { default as UpdateBar } from './UpdateBar.svelte';
