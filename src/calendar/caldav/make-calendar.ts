import { xmlText } from '../../platform/xml-text'
import { listCalendars } from './calendars'
import { CalDavError, statusError } from './error'
import { pathKey } from './path'
import type { Connection } from './transport'

interface NewCalendar {
  /** A folder of the account's home. */
  url: string
  displayName: string
  /** `#RRGGBB` */
  color: string
}

/**
 * Makes a calendar for events (RFC 4791 5.3.1), or finds it there already. Returns its URL as listings name it.
 * @throws CalDavError unless it is there afterwards
 */
export async function makeCalendar(connection: Connection, { url, displayName, color }: NewCalendar): Promise<string> {
  const answer = await connection.send({
    method: 'MKCALENDAR',
    url,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="utf-8"?>
<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:a="http://apple.com/ns/ical/"><d:set><d:prop>
<d:displayname>${xmlText(displayName)}</d:displayname>
<a:calendar-color>${color}</a:calendar-color>
<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>
</d:prop></d:set></c:mkcalendar>`,
  })
  const key = pathKey(url, url)
  const made = (await listCalendars(connection)).find((calendar) => pathKey(calendar.url, url) === key)
  if (made !== undefined) return made.url
  throw answer.status === 201
    ? new CalDavError('malformed', 201, 'MKCALENDAR: the calendar is not there')
    : statusError('MKCALENDAR', answer)
}
