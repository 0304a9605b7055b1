import { lazyExtra } from './lazy'

const Drawing = lazyExtra(() => import('./qr-drawing'))

export interface QrCodeProps {
  /** What a camera reads: an address, at most about 2,000 bytes. */
  text: string
  /** What it is, for those who do not see it. */
  label: string
}

/** A code for a camera, black on white in every theme; its place is kept while the encoder is loading. */
export const QrCode = (props: QrCodeProps) => (
  <div class="qr">
    <Drawing {...props} />
  </div>
)
