/** The most that is read of an object; one beyond these was made to exhaust memory, stack or time. */

/** Content lines, empty ones counted: hundreds of overrides with a hundred guests each. */
export const MAX_LINES = 40_000

/** Content lines with their folds: four megabytes of attachment in lines of 52 octets, where RFC 5545 folds at 75. */
export const MAX_PHYSICAL_LINES = 80_000

/** Real objects nest four deep; the stack holds more than this. */
export const MAX_NESTING = 50

/** Two thousand events with two alarms each. */
export const MAX_COMPONENTS = 6000

/** Of one property; no standard has a dozen. */
export const MAX_PARAMS = 100

/** Characters of a TEXT value; no form takes more than a few thousand. */
export const MAX_TEXT_LENGTH = 100_000
