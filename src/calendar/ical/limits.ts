/** The most that is read of an object; one beyond these was made to exhaust memory, stack or time. */

/** Content lines, empty ones counted: hundreds of overrides with a hundred guests each. */
export const MOST_LINES = 40_000

/** Content lines with their folds: four megabytes of attachment in lines of 52 octets, where RFC 5545 folds at 75. */
export const MOST_PHYSICAL_LINES = 80_000

/** Real objects nest four deep; the stack holds more than this. */
export const DEEPEST_NESTING = 50

/** Two thousand events with two alarms each. */
export const MOST_COMPONENTS = 6000

/** Of one property; no standard has a dozen. */
export const MOST_PARAMS = 100

/** Characters of a TEXT value; no form takes more than a few thousand. */
export const LONGEST_TEXT = 100_000
