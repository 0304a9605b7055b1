/** The property that names the write which an event had last; another application leaves it as it is, or out. */
export const OPERATION = 'X-CORKBOARD-OP'
