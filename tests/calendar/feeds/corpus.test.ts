import { describe, expect, test } from 'bun:test'
import { FeedError } from '../../../src/calendar/feeds/error'
import { readFeed } from '../../../src/calendar/feeds/read'
import { IcalError } from '../../../src/calendar/ical/error'
import { Allowance, expand, type Prepared, prepare } from '../../../src/calendar/ical/expand'
import { dayStart } from '../../../src/calendar/ical/zone'
import { household, spanOf } from '../ical/cast'
import { type CorpusFile, type ExpectedWindow, foreignCorpus, ownCorpus } from '../ical/corpus'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** What can be read of a feed, object by object. */
async function preparedOf(text: string): Promise<Prepared[]> {
  const { objects } = await readFeed(bytesOf(text))
  return objects.flatMap((object) => {
    try {
      return prepare(object.text(), household)
    } catch (error) {
      if (error instanceof IcalError) return []
      throw error
    }
  })
}

/** Expectations count UTC midnights for timed events and plain dates for all-day ones. */
function found(all: readonly Prepared[], { start, end }: ExpectedWindow): string[] {
  const utc = [Date.parse(`${start}T00:00Z`), Date.parse(`${end}T00:00Z`)] as const
  const days = [dayStart(household, start).getTime(), dayStart(household, end).getTime()] as const
  const spans = (prepared: Prepared) => [
    ...expand(prepared, ...utc, household, undefined, new Allowance()).filter(({ allDay }) => !allDay),
    ...expand(prepared, ...days, household, undefined, new Allowance()).filter(({ allDay }) => allDay),
  ]
  return all.flatMap(spans).map(spanOf).sort()
}

const isBinding = ({ status }: ExpectedWindow) => status === 'agreed' || status === 'decided'
const bindingOf = (files: readonly CorpusFile[]) =>
  files.filter(({ isMalformed, windows }) => !isMalformed && windows.some(isBinding))

function expectWindows(all: readonly Prepared[], { name, windows }: CorpusFile): void {
  for (const window of windows.filter(isBinding)) {
    const spans = found(all, window)
    const isAlternative = window.alternatives.some((other) => other.join() === spans.join())
    if (!isAlternative) expect(spans, `${name}, ${window.start} to ${window.end}`).toEqual(window.expected)
  }
}

function describeFeeds(title: string, files: CorpusFile[]) {
  describe.skipIf(files.length === 0)(title, () => {
    test('each as a feed of its own', async () => {
      for (const file of bindingOf(files)) expectWindows(await preparedOf(file.text), file)
    })

    test('malformed ones are read or refused', async () => {
      for (const { text } of files.filter(({ isMalformed }) => isMalformed)) {
        await preparedOf(text).catch((error) => expect(error).toBeInstanceOf(FeedError))
      }
    })

    test('all in one, each under UIDs of its own', async () => {
      const binding = bindingOf(files)
      const whole = binding.map(({ text }, index) => text.replace(/^UID:/gm, `UID:f${index}-`))
      const { objects } = await readFeed(bytesOf(whole.join('\r\n')))
      for (const [index, file] of binding.entries()) {
        const own = objects.filter(({ uid }) => uid.startsWith(`f${index}-`))
        // What has no UID has one from its contents, and is looked at above.
        if (own.length === 0) continue
        expectWindows(
          own.map((object) => prepare(object.text(), household)),
          file,
        )
      }
    })
  })
}

describeFeeds('feeds of objects made for one edge each', ownCorpus())
describeFeeds('feeds of objects of public projects, where ICAL_CORPUS names some', foreignCorpus())
