import { isIgnored, triggerOf } from '../alarm-triggers'
import { categoriesOf } from '../categories'
import { categoriesLine, textLine, utcText } from '../lines'
import { type Component, property, textOf } from '../parse'
import type { ObjectZones } from '../zone/resolve'

/** What of an event is handed on beside its texts, each as every reader understands it. */
const PLAIN: Record<string, RegExp> = {
  STATUS: /^(TENTATIVE|CONFIRMED|CANCELLED)$/i,
  TRANSP: /^(OPAQUE|TRANSPARENT)$/i,
  CLASS: /^(PUBLIC|PRIVATE|CONFIDENTIAL)$/i,
  PRIORITY: /^\d$/,
  SEQUENCE: /^\d{1,9}$/,
  CREATED: /^\d{8}T\d{6}Z$/,
  'LAST-MODIFIED': /^\d{8}T\d{6}Z$/,
  GEO: /^-?\d+(\.\d+)?;-?\d+(\.\d+)?$/,
  COLOR: /^[a-z]+$/i,
  URL: /^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i,
}
const TEXTS = ['SUMMARY', 'LOCATION', 'DESCRIPTION']

const STAMP = /^\d{8}T\d{6}Z$/
/** Of an event that does not say when it was written. */
export const UNSTAMPED = 'DTSTAMP:19700101T000000Z'

/** DTSTAMP as the object has it, so that it stays while the object does. */
export function stampLine(event: Component): string {
  const stamps = ['DTSTAMP', 'LAST-MODIFIED', 'CREATED'].flatMap((name) => property(event, name)?.value ?? [])
  const stamp = stamps.find((one) => STAMP.test(one))
  return stamp === undefined ? UNSTAMPED : `DTSTAMP:${stamp}`
}

/**
 * What an event says. Who organises it, who was asked and what is attached stay here: a feed is read by whoever has its
 * address, and their addresses are none of its business.
 */
export function contentLines(event: Component): string[] {
  const texts = TEXTS.flatMap((name) => {
    const text = textOf(event, name)
    return text === null ? [] : textLine(name, text)
  })
  const plain = Object.entries(PLAIN).flatMap(([name, form]) => {
    const value = property(event, name)?.value
    return value !== undefined && form.test(value) ? `${name}:${value}` : []
  })
  const categories = categoriesOf(event)
  return [...texts, ...(categories.length > 0 ? [categoriesLine(categories)] : []), ...plain]
}

/** Its alarms, as messages on a screen. */
export function alarmsOf(event: Component, zones: ObjectZones): string[] {
  return event.components
    .filter((component) => component.name === 'VALARM' && !isIgnored(component))
    .flatMap((alarm) => {
      const trigger = triggerLineOf(alarm, zones)
      const text = textOf(alarm, 'DESCRIPTION') || textOf(event, 'SUMMARY') || 'Reminder'
      return trigger === null
        ? []
        : ['BEGIN:VALARM', 'ACTION:DISPLAY', textLine('DESCRIPTION', text), trigger, 'END:VALARM']
    })
}

function triggerLineOf(alarm: Component, zones: ObjectZones): string | null {
  const trigger = triggerOf(alarm, zones)
  if (trigger?.kind === 'absolute') return `TRIGGER;VALUE=DATE-TIME:${utcText(new Date(trigger.instant * 1000))}`
  if (trigger === null || trigger.kind === 'place') return null
  const { kind, seconds } = trigger
  return `TRIGGER;RELATED=${kind === 'lead' ? 'START' : 'END'}:${seconds > 0 ? '-' : ''}PT${Math.abs(seconds)}S`
}
