import type { GlanceKit } from '../manifest.ts';
import Strip from './points/RoundStrip.svelte';

const kit: GlanceKit = { Strip };
export default kit;
