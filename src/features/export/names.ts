/** Letters have up to four bytes, and the name of a file 255. */
const MAX_LENGTH = 60
/** Windows keeps these for devices. */
const RESERVED = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])$/i

/** Gives names to files: of what people have called things, safe on every system and no two alike in any case. */
export function createNames() {
  const taken = new Set<string>()
  return (folder: string, called: string): string => {
    const plain = [...called.normalize('NFC').replace(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')].slice(0, MAX_LENGTH).join('')
    const words = plain.trim().replace(/ +/g, ' ')
    const base = words === '' || RESERVED.test(words) ? `${words}_` : words
    for (let number = 1; ; number += 1) {
      const name = `${folder}/${number === 1 ? base : `${base} ${number}`}`
      // In full: to Apple's file systems ß is SS.
      const key = name.toLowerCase().toUpperCase()
      if (taken.has(key)) continue
      taken.add(key)
      return name
    }
  }
}
