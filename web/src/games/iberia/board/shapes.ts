// What is drawn on this board more than once, around its middle, in px of the pieces.

/** A hospital: a gable over a wide front. */
export const house = 'M0-14.5 15.5-3V0H13V12.5H-13V0H-15.5V-3Z';

/** An anchor, for a port. */
export const anchor = 'M0-2V3.8M-3.4.6C-3.2 2.6-1.8 3.8 0 3.8S3.2 2.6 3.4.6M-1.8-.9H1.8M0-2A1 1 0 1 1 .01-2Z';

/** A drop of clean water. */
export const drop = 'M0-12C4-6.6 8-2.6 8 2.6A8 8 0 0 1-8 2.6C-8-2.6-4-6.6 0-12Z';

/** A shield, for the region that the Nurse keeps. */
export const shield = 'M0-10 8.5-6.5V0C8.5 5.2 5 9 0 11-5 9-8.5 5.2-8.5 0V-6.5Z';
