/** SHA-256 in hexadecimal; of a text's UTF-8. */
export const sha256Hex = (data: string | Uint8Array): string => Bun.CryptoHasher.hash('sha256', data, 'hex')
