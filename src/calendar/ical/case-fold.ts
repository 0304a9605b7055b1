/** A text as its spellings in all cases share it: lower case alone keeps `Strauß` and `STRAUSS` apart (Unicode, 5.18). */
export const foldCase = (text: string): string => text.toLowerCase().replace(/ß/g, 'ss')
