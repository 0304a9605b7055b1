/** Names of backups that the service makes by itself: the instant, in UTC since an hour may come twice on a clock. */

const NAME = /^corkboard-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup(\.age)?$/
const DRAFT = '.part'

/** The name of a backup of this instant, to the second. */
export function nameOf(at: Date, isEncrypted: boolean): string {
  const [day, time] = at.toISOString().slice(0, 19).split('T')
  return `corkboard-${day}T${time!.replaceAll(':', '')}Z.backup${isEncrypted ? '.age' : ''}`
}

/** The instant of a backup; null for every other name. */
export function instantOf(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  if (day === undefined) return null
  const instant = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** What a backup is called while it is written. */
export const draftOf = (name: string) => name + DRAFT

/** Whether a name is that of a backup which is being written, or was left unfinished. */
export const isDraft = (name: string) => name.endsWith(DRAFT) && instantOf(name.slice(0, -DRAFT.length)) !== null
