import type { DrawingName } from './drawings'

/** Words of a list's name, English and German, and what fits them; the first that fits counts. */
const FITTING: readonly (readonly [RegExp, DrawingName])[] = [
  [/birthday|present|gift|wish|christmas|geburtstag|geschenk|wunsch|weihnacht|advent/, 'gift'],
  [/part(y|ies)|wedding|bbq|barbecue|feier|hochzeit|grill|silvester/, 'party'],
  [/pack|trip|travel|holiday|vacation|camp|suitcase|koffer|urlaub|reise|ferien/, 'travel'],
  [/clean|chore|laundry|putz|haushalt|wäsche|aufräum/, 'cleaning'],
  [/pharmac|medic|doctor|drugstore|health|apothe|drogerie|arzt|gesundheit|dm\b|rossmann/, 'health'],
  [/hardware|diy|repair|tool|renovat|baumarkt|handwerk|reparatur|obi\b/, 'work'],
  [/garden|plant|flower|garten|pflanz|blume|balkon/, 'garden'],
  [/recipe|meal|dinner|menu|cook|rezept|essen|kochen|speise/, 'meal'],
  [/grocer|shopping|supermarket|market|food|einkauf|lebensmittel|supermarkt|markt|rewe|edeka|aldi|lidl/, 'basket'],
  [/school|homework|study|schule|hausaufgabe|kita|kindergarten/, 'school'],
  [/book|read|library|buch|bücher|lesen|bücherei/, 'book'],
  [/film|movie|series|watch|serie|kino/, 'film'],
  [/baby|diaper|nappy|windel/, 'baby'],
  [/\b(pets?|dogs?|cats?|vet)\b|hund|katze|tierarzt|haustier/, 'pet'],
  [/\bcars?\b|garage|\bauto|werkstatt/, 'car'],
  [/sport|training|fitness|club|verein/, 'sport'],
  [/cloth|shoes|kleid|schuhe/, 'clothes'],
  [/idea|dream|bucket|idee|träume/, 'idea'],
  [/house|home|flat|haus|wohnung|zuhause/, 'home'],
]

/** What fits the name of a list; null for nothing in particular. */
export function fittingDrawing(name: string): DrawingName | null {
  const folded = name.toLowerCase()
  return FITTING.find(([words]) => words.test(folded))?.[1] ?? null
}
