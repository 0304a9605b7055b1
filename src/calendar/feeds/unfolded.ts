/** Lines of a feed without their folds (RFC 5545 3.1); some writers put an empty line into a fold. */
export const unfolded = (text: string): string => text.replace(/\n+[ \t]/g, '')
