// Pages of the server itself, which most players never open. They load together, except the console, which is
// larger.

export { default as HostPage } from './about/HostPage.svelte';
export { default as Doors } from './doors/Doors.svelte';

export const loadConsole = async () => (await import('./console/Console.svelte')).default;
