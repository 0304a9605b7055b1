const SHORTEST = 8

/** Whether a new password is long enough; characters are code points, as the service counts them. */
export const isLongEnough = (password: string): boolean => [...password].length >= SHORTEST
