import { describe, expect, test } from 'bun:test'
import { IcalError } from '../../../src/calendar/ical/error'
import { expand, prepare } from '../../../src/calendar/ical/expand'
import { summarize } from '../../../src/calendar/ical/summary'
import { dayStart } from '../../../src/calendar/ical/zone'
import { cpuMs, slowness } from '../../support/cpu'
import { household, spanOf } from './cast'
import { type CorpusFile, type ExpectedWindow, foreignCorpus, ownCorpus } from './corpus'

/** Expectations count UTC midnights for timed events and plain dates for all-day ones. */
function found(text: string, { start, end }: ExpectedWindow): string[] {
  const prepared = prepare(text, household)
  const utc = [Date.parse(`${start}T00:00Z`), Date.parse(`${end}T00:00Z`)] as const
  const days = [dayStart(household, start).getTime(), dayStart(household, end).getTime()] as const
  const timed = expand(prepared, ...utc, household).filter((one) => !one.allDay)
  const allDay = expand(prepared, ...days, household).filter((one) => one.allDay)
  return [...timed, ...allDay].map(spanOf).sort()
}

const isBinding = ({ status }: ExpectedWindow) => status === 'agreed' || status === 'decided'

function describeCorpus(title: string, files: CorpusFile[]) {
  describe.skipIf(files.length === 0)(title, () => {
    for (const { name, text, windows } of files.filter((file) => !file.isMalformed)) {
      const binding = windows.filter(isBinding)
      if (binding.length === 0) continue
      test(name, () => {
        for (const window of binding) {
          const spans = found(text, window)
          const isAlternative = window.alternatives.some((other) => other.join() === spans.join())
          if (!isAlternative) expect(spans, `${window.start} to ${window.end}`).toEqual(window.expected)
        }
      })
    }

    for (const { name, text, windows } of files.filter((file) => file.isMalformed)) {
      test(`${name}, malformed, is shown or refused`, () => {
        for (const window of windows) {
          const spent = cpuMs(() => {
            try {
              found(text, window)
              summarize(text, household)
            } catch (error) {
              expect(error).toBeInstanceOf(IcalError)
            }
          })
          expect(spent / slowness()).toBeLessThan(500)
        }
      })
    }

    test('no occurrence lies outside the bounds of its object', () => {
      for (const { text, windows, isMalformed } of files) {
        if (isMalformed || !/^UID/m.test(text)) continue
        const { firstUtc, lastUtc } = summarize(text, household)
        for (const { start, end, expected } of windows.filter(isBinding)) {
          if (expected.length === 0) continue
          expect(firstUtc.getTime()).toBeLessThan(Date.parse(end))
          if (lastUtc) expect(lastUtc.getTime()).toBeGreaterThanOrEqual(Date.parse(start))
        }
      }
    })
  })
}

describeCorpus('objects made for one edge each', ownCorpus())
describeCorpus('objects of public projects, where ICAL_CORPUS names some', foreignCorpus())
