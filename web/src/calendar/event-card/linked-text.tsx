import { piecesOf } from './links'

/** Plain text, in which addresses and numbers can be followed. */
export function LinkedText({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) => {
    if (piece.kind === 'text') return piece.text
    const elsewhere = piece.kind === 'web' ? { target: '_blank', rel: 'noopener noreferrer' } : {}
    return (
      <a key={index} href={piece.href} {...elsewhere}>
        {piece.text}
      </a>
    )
  })
}
