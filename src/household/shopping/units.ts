import { itemKey } from './item-key'

/**
 * Spellings of one unit stand on one line, singular/plural where a sum needs the plural. `Btl` is German, like `Fl` and
 * `Bd`: containers have no short form in English here.
 */
const SPELLINGS = `
x × stück stk stck st piece/pieces pc/pcs
g gr gramm gram/grams
kg kilo/kilos kilogramm kilogram/kilograms
mg milligramm milligram/milligrams
l liter litre/litres liters ltr
ml milliliter millilitre/millilitres milliliters
cl zentiliter
dl deziliter
m meter metre/metres meters
cm zentimeter centimetre/centimetres centimeters
oz ounce/ounces
fl oz
lb/lbs pound/pounds
pfund pfd
pint/pints pt
quart/quarts qt
gallon/gallons gal
cup/cups
tbsp/tbsps tablespoon/tablespoons
tsp/tsps teaspoon/teaspoons
el esslöffel
tl teelöffel
Tasse/Tassen
Prise/Prisen
msp messerspitze/messerspitzen
Handvoll
handful/handfuls
pinch/pinches
dash/dashes
Schuss
Spritzer
Tropfen
pack/packs pk pkg pkgs packet/packets package/packages pkt Packung/Packungen Pckg Pck Pkg Paket/Pakete
Päckchen
sixpack/sixpacks
can/cans
tin/tins
Dose/Dosen
jar/jars
Glas/Gläser
bottle/bottles
Flasche/Flaschen Fl
box/boxes
Schachtel/Schachteln
Karton/Kartons
carton/cartons
crate/crates
case/cases
Kasten/Kästen
Kiste/Kisten
bag/bags
Beutel Btl
Tüte/Tüten
Sack/Säcke
Netz/Netze
net/nets
Becher
tub/tubs
pot/pots
tray/trays
punnet/punnets
Schale/Schalen
Tube/Tuben tubes
Rolle/Rollen
roll/rolls
bunch/bunches
Bund Bd
head/heads
Kopf/Köpfe
Knolle/Knollen
clove/cloves
Zehe/Zehen
stalk/stalks
stick/sticks
Stange/Stangen
sprig/sprigs
Zweig/Zweige
Blatt/Blätter
slice/slices
Scheibe/Scheiben
loaf/loaves
Laib/Laibe
bar/bars
Tafel/Tafeln
block/blocks
ball/balls
Kugel/Kugeln
Würfel
Portion/Portionen portions
pair/pairs
Paar
dozen/dozens Dutzend
`

interface Unit {
  /** The same for all spellings of a unit; empty for pieces, which need no unit. */
  name: string
  plural: string | null
}

/**
 * The units of such lines, by the keys of their spellings.
 * @throws Error for a spelling of two units
 */
export function readUnits(lines: string): Map<string, Unit> {
  const units = new Map<string, Unit>()
  const add = (spelling: string, unit: Unit) => {
    const { name } = units.getOrInsert(itemKey(spelling), unit)
    if (name !== unit.name) throw new Error(`${spelling} is a spelling of two units`)
  }
  for (const line of lines.trim().split('\n')) {
    const spellings = line === 'fl oz' ? [line] : line.split(' ')
    const [first] = spellings[0]!.split('/')
    const name = first === 'x' ? '' : itemKey(first!)
    for (const spelling of spellings) {
      const [one, plural = null] = spelling.split('/') as [string, string?]
      add(one, { name, plural })
      if (plural !== null) add(plural, { name, plural: null })
    }
  }
  return units
}

const UNITS = readUnits(SPELLINGS)

/** The unit that a word means, with or without the dot of an abbreviation; undefined for any other word. */
export const unitOf = (word: string): Unit | undefined => UNITS.get(itemKey(word).replaceAll('.', ''))

/** What all spellings of a unit share; other words stand for themselves. */
export const unitName = (written: string): string => unitOf(written)?.name ?? itemKey(written)

export const isDozen = (word: string): boolean => unitOf(word)?.name === 'dozen'

/** The unit as it is written of more than one. */
export const pluralOf = (written: string): string => unitOf(written)?.plural ?? written
