/** Its multiples, modulo 1, spread evenly, however many they are. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

/** A number from 0 to below 1 for an id, so that what is done for many ids is not done for all at the same moment. */
export const spreadOf = (id: number): number => (id * GOLDEN_RATIO) % 1
