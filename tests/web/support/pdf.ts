import { inflateSync } from 'node:zlib'

/** What a page of a PDF of Chromium's says: its size in points, and its text without line breaks. */
export interface PdfPage {
  width: number
  height: number
  text: string
}

/** Reads a document as Chromium writes it: plain objects, glyphs by number with a map to letters for each font. */
export function readPdf(data: Buffer): PdfPage[] {
  const source = data.toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id, body] of source.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)\nendobj/g)) objects.set(id!, body!)
  const object = (id: string | undefined) => objects.get(id ?? '') ?? ''
  const stream = (id: string | undefined) => {
    const found = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(object(id))?.[1] ?? ''
    return object(id).includes('/FlateDecode') ? inflateSync(Buffer.from(found, 'latin1')).toString('latin1') : found
  }
  const reference = (body: string, name: string) => new RegExp(`/${name}\\s+(\\d+) 0 R`).exec(body)?.[1]
  const pages = [...objects.values()].filter((body) => /\/Type\s*\/Page\b/.test(body))
  return pages.map((body) => {
    const [, width = '', height = ''] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)/.exec(body) ?? []
    const fonts = new Map(
      [...body.matchAll(/\/(F\d+)\s+(\d+) 0 R/g)].map(([, name, id]) => [
        name!,
        lettersOf(stream(reference(object(id), 'ToUnicode'))),
      ]),
    )
    return { width: Number(width), height: Number(height), text: textOf(stream(reference(body, 'Contents')), fonts) }
  })
}

interface Letters {
  /** The digits of one glyph: fonts drawn as shapes have a byte, others two. */
  glyphs: RegExp
  of: Map<number, string>
}

/** Of a CMap: `<0003> <0020>` and `<0010> <0019> <0030>`. */
function lettersOf(map: string): Letters {
  const letters = new Map<number, string>()
  const letter = (hex: string, ahead = 0) => String.fromCharCode(Number.parseInt(hex, 16) + ahead)
  for (const [, block] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph, to] of block!.matchAll(/<(\w+)>\s*<(\w+)>/g)) {
      letters.set(Number.parseInt(glyph!, 16), (to!.match(/.{4}/g) ?? []).map((hex) => letter(hex)).join(''))
    }
  }
  for (const [, block] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from, to, start] of block!.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const first = Number.parseInt(from!, 16)
      const last = Number.parseInt(to!, 16)
      for (let glyph = first; glyph <= last; glyph++) letters.set(glyph, letter(start!, glyph - first))
    }
  }
  return { glyphs: /<00>\s*<FF>/.test(map) ? /../g : /.{4}/g, of: letters }
}

function textOf(content: string, fonts: ReadonlyMap<string, Letters>): string {
  let letters: Letters | undefined
  let text = ''
  for (const [, font, hex] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\da-fA-F]+)>(?=[^<>]*T[jJ])/g)) {
    if (font !== undefined) letters = fonts.get(font)
    else
      for (const glyph of hex!.match(letters?.glyphs ?? /./g) ?? [])
        text += letters?.of.get(Number.parseInt(glyph, 16)) ?? ''
  }
  return text
}
