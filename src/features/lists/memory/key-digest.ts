import { itemKey } from '../../../household/shopping/item-key'
import { sha256Hex } from '../../../platform/crypto/sha256'

/** What a text is remembered by: SHA-256 of its key, in hex. */
export const keyDigestOf = (text: string): string => digestOfKey(itemKey(text))

export const digestOfKey = (key: string): string => sha256Hex(key)
