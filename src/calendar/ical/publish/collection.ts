import { eachContentLine } from '../content-lines'
import { foldedLines } from '../lines'
import { parseLine } from '../parse'
import { type Zone, zoneOf } from '../zone'
import { ObjectZones } from '../zone/resolve'
import { vtimezoneLines } from '../zone/write'

/** A component as its unfolded lines. */
interface Block {
  name: string
  lines: string[]
}

const UNDEFINING = { name: '', properties: [], components: [] }
/** Each brings a definition along; an orderly calendar has a few. */
const MAX_UNDEFINED = 500

/**
 * Joins objects in one calendar (RFC 5545 3.4) for another calendar to take in whole: what stands in them stays as it is.
 * Zones are defined once, also those that no object defines; where two objects mean different zones by one name, the later
 * one is renamed.
 */
export class Collection {
  /** By the name that is written: what it means, and its lines. */
  private readonly defined = new Map<string, { meaning: string; lines: string[] }>()

  /** How zones are called that their objects do not define, by how those call them. */
  private readonly undefinedNames = new Map<string, string>()

  /** @param fromYear the year of the earliest event */
  constructor(
    private readonly fromYear: number,
    private readonly household: Zone,
  ) {}

  /** The components of an object but its zones, folded; '' for a text without any. @throws IcalError */
  add(text: string): string {
    const blocks = blocksOf(text)
    const names = new Map(blocks.filter(isZone).flatMap((block) => this.define(block)))
    const written = blocks.filter((block) => !isZone(block)).flatMap(({ lines }) => lines)
    return foldedLines(written.map((line) => renamed(line, (tzid) => names.get(tzid) ?? this.understood(tzid))))
  }

  /** Every zone that the objects name, folded. */
  definitions(): string {
    return foldedLines([...this.defined.values()].flatMap(({ lines }) => lines))
  }

  /** How a zone of an object is called now, by how the object calls it. */
  private define({ lines }: Block): [string, string][] {
    const tzid = lines.map(parseLine).find((property) => property?.name === 'TZID')?.value
    return tzid === undefined ? [] : [[tzid, this.called(tzid, lines)]]
  }

  /** How a zone is called now that an object names without defining it, and that is what it is taken for here. */
  private understood(tzid: string): string {
    if (this.undefinedNames.size >= MAX_UNDEFINED) return tzid
    return this.undefinedNames.getOrInsertComputed(tzid, () => {
      const zone = new ObjectZones(UNDEFINING, this.household).resolve(tzid)
      return this.called(tzid, vtimezoneLines({ ...zone, id: tzid }, this.fromYear))
    })
  }

  private called(tzid: string, lines: string[]): string {
    const known = ianaZone(tzid)
    // Definitions under IANA's names are often cut short, and readers have their own.
    const meaning = known === null ? lines.join('\n') : tzid
    const name = this.nameFor(tzid, meaning)
    if (!this.defined.has(name)) {
      const own = known === null ? lines.map((line) => line.replace(/^TZID[;:].*/i, `TZID:${name}`)) : null
      this.defined.set(name, { meaning, lines: own ?? vtimezoneLines({ ...known!, id: tzid }, this.fromYear) })
    }
    return name
  }

  private nameFor(tzid: string, meaning: string): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? tzid : `${tzid} ${number}`
      const known = this.defined.get(name)
      if (known === undefined || known.meaning === meaning) return name
    }
  }
}

const isZone = ({ name }: Block) => name === 'VTIMEZONE'
const ianaZone = (tzid: string): Zone | null => (tzid.includes('/') ? zoneOf(tzid) : null)

function renamed(line: string, nameOf: (tzid: string) => string): string {
  return line.replace(/^([^:"]*;TZID=)("[^"]+"|[^;:"]+)/i, (all, before: string, value: string) => {
    const tzid = value.replaceAll('"', '')
    const name = nameOf(tzid)
    if (name === tzid) return all
    return before + (/[:;,]/.test(name) ? `"${name}"` : name)
  })
}

/** The components right below VCALENDAR. Lines that are none are left out, what is not closed is closed. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const open: string[] = []
  const close = () => {
    const name = open.pop()
    if (open.length > 0) blocks.at(-1)!.lines.push(`END:${name}`)
  }
  eachContentLine(text, (line) => {
    const property = parseLine(line)
    if (property === null) return
    const name = property.value.toUpperCase()
    if (property.name === 'END') {
      const depth = open.lastIndexOf(name)
      while (depth >= 0 && open.length > depth) close()
      return
    }
    if (property.name === 'BEGIN') open.push(name)
    if (property.name === 'BEGIN' && open.length === 2) blocks.push({ name, lines: [] })
    if (open.length > 1) blocks.at(-1)!.lines.push(line.replace(/[^\P{Cc}\t]/gu, ''))
  })
  while (open.length > 0) close()
  return blocks
}
