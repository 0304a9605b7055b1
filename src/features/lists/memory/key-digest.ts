import { itemKey } from '../../../household/shopping/item-key'

/** What a text is remembered by: SHA-256 of its key, in hex. */
export const keyDigestOf = (text: string): string => digestOfKey(itemKey(text))

export const digestOfKey = (key: string): string => Bun.SHA256.hash(key, 'hex')
