import { useId } from 'preact/hooks'
import { useDescribe } from '../parts/describe'
import { EventRow } from '../parts/event-row'
import type { Result } from './results'
import { piecesAround } from './words'

interface ResultListProps {
  title: string
  found: readonly Result[]
  sought: readonly string[][]
  today: number
  onOpen: (result: Result) => void
}

/** What was found, each under its date, with what its notes say of it. */
export function ResultList({ title, found, sought, today, onOpen }: ResultListProps) {
  const describe = useDescribe()
  const id = useId()
  const { full, fullYear, year } = describe.formats
  const dateOf = (day: number) => (year(day) === year(today) ? full(day) : fullYear(day))
  if (found.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {found.map((result, index) => (
          <li key={result.placed.item.key}>
            <span class="search-day" id={`${id}-day-${index}`}>
              {dateOf(result.placed.firstDay)}
            </span>
            <ul>
              <EventRow
                describe={describe}
                placed={result.placed}
                day={result.placed.firstDay}
                describedBy={`${id}-day-${index} ${id}-notes-${index}`}
                onOpen={() => onOpen(result)}
              />
            </ul>
            <Notes id={`${id}-notes-${index}`} text={result.notes} sought={sought} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Notes({ id, text, sought }: { id: string; text: string | null; sought: readonly string[][] }) {
  const pieces = text === null ? [] : piecesAround(text, sought)
  if (pieces.length === 0) return null
  return (
    <p class="search-notes" id={id}>
      {pieces.map((piece, index) => (piece.isSought ? <mark key={index}>{piece.text}</mark> : piece.text))}
    </p>
  )
}
