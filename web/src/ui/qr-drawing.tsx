import { encode } from 'uqr'
import type { QrCodeProps } from './qr'

/** Cameras need so many light modules around the code (ISO/IEC 18004, 6.3.8). */
const QUIET_ZONE = 4

export default function QrDrawing({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <path d={data.map(row).join('')} />
    </svg>
  )
}

/** A line of modules: a rectangle for each run of dark ones. */
function row(modules: boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < modules.length; x++) {
    if (!modules[x]) continue
    const from = x
    while (modules[x + 1]) x++
    path += `M${from} ${y}h${x - from + 1}v1H${from}z`
  }
  return path
}
