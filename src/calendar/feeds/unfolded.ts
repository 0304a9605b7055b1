/**
 * Lines of a feed without their folds (RFC 5545 3.1); some writers put an empty line into a fold. A run of empty lines is
 * looked at from its beginning alone: from each of them it would cost the square of its length.
 */
export const unfolded = (text: string): string => text.replace(/(?<!\n)\n+[ \t]/g, '')
