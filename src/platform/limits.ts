/**
 * What forms and files may hold; lengths are in characters (code points). The web client imports this file by value: it
 * imports nothing itself.
 */

export const MAX_NAME_LENGTH = 256
export const MAX_USERNAME_LENGTH = 128
export const MIN_PASSWORD_LENGTH = 8
/** Sign-in takes no longer one. */
export const MAX_PASSWORD_LENGTH = 1000
export const MAX_DEVICE_NAME_LENGTH = 128

export const MAX_BIRTHDAY_NAME_LENGTH = 255
export const MAX_DISPLAY_NAME_LENGTH = 64
/** With blanks and hyphens that people type along. */
export const MAX_PAIRING_CODE_LENGTH = 64
/** How long a code is good. */
export const PAIRING_CODE_SECONDS = 600

export const MAX_LIST_NAME_LENGTH = 255
export const MAX_ITEM_LENGTH = 500
/** The name of a drawing, or an emoji. */
export const MAX_ICON_LENGTH = 32
/** Items that are added together. */
export const MAX_ITEMS_AT_ONCE = 200
/** Items that a request can name. */
export const MAX_NAMED_ITEMS = 5_000
export const MAX_SECTION_LENGTH = 64
export const MAX_SECTIONS = 200
export const MAX_AMOUNT_LENGTH = 64
/** Of an item that comes again. */
export const MAX_REPEAT_INTERVAL = 99
export const MAX_DAYS_AFTER = 999

/** A calendar account. */
export const MAX_EMAIL_LENGTH = 256
export const MAX_ACCOUNT_NAME_LENGTH = 256
export const MAX_APP_PASSWORD_LENGTH = 500
export const MAX_SERVER_URL_LENGTH = 1024

/** The wizard's configuration. */
export const MAX_ISSUER_LENGTH = 1024
export const MAX_CLIENT_ID_LENGTH = 256
export const MAX_VAPID_KEY_LENGTH = 512
export const MAX_EXTERNAL_URL_LENGTH = 512

export const MAX_CALENDAR_NAME_LENGTH = 255
/** A calendar file that is brought in. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
/** The address of a feed. */
export const MAX_SUBSCRIPTION_URL_LENGTH = 2048

/** What a UID's column holds; a longer one of a feed is replaced. */
export const MAX_UID_LENGTH = 512
export const MAX_EVENT_TITLE_LENGTH = 255
export const MAX_EVENT_TEXT_LENGTH = 2000
/** A sentence that is to become an event. */
export const MAX_SENTENCE_LENGTH = 500
/** Words that events are searched for. */
export const MAX_QUERY_LENGTH = 200

export const MAX_TOKEN_NAME_LENGTH = 100
export const MAX_FEED_NAME_LENGTH = 255
