declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** RFC 8188 with the keys of RFC 8291. */
  export function decrypt(
    body: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; dh: string; authSecret: string },
  ): Buffer
}
