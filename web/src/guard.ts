/** Milliseconds after what is pressed has changed in which nothing acts: the press was meant for before. */
export const guardTime = 400;
