import { useState } from 'preact/hooks'
import { assignedTo, assigneesOf } from '../../../../src/household/assignees'
import { usePeople } from '../../data/people'
import { useFields } from '../../data/unfinished'
import { useProblems } from '../../forms/problems'
import { WeekdayChoice } from '../../forms/weekdays'
import { useListsText } from '../../i18n/lists'
import { DateField } from '../../ui/date-field'
import { Faces } from '../../ui/faces'
import { SelectField, SwitchField, TextField } from '../../ui/field'
import { TimeField } from '../../ui/time-field'
import { ItemDialog } from '../item-dialog'
import type { ViewItem } from '../writes/view'
import {
  type ChoreDraft,
  contentBefore,
  contentOf,
  draftOf,
  type Every,
  gapOf,
  isOfSeveral,
  ownWeekday,
  problemsOf,
} from './draft'
import { canBeAssigned } from './sentence'
import { TurnChoice } from './turn-choice'

const EVERY: readonly Every[] = ['none', 'day', 'week', 'month', 'year', 'after']

interface ChoreDialogProps {
  listId: number
  item: ViewItem
  /** Only its owner reads a list that is not shared. */
  readerIds: readonly number[] | 'everyone'
  onClose: () => void
}

/** Everything that an item of a list of chores says: what, when, who, how often, and whether in turn. */
export default function ChoreDialog({ listId, item, readerIds, onClose }: ChoreDialogProps) {
  const { chores } = useListsText()
  // As it was opened: what others change meanwhile is no change of this form.
  const [opened] = useState(item)
  const { fields, change, offer } = useFields<ChoreDraft>(`list-${listId}-chore-${item.key}`, draftOf(opened), {
    nameOf: ({ text = '' }) => text.trim(),
  })
  const { problems, check } = useProblems(problemsOf(fields, chores))
  const set = (changes: Partial<ChoreDraft>) => change({ ...fields, ...changes })
  const all = usePeople()
  const people = all.filter((person) => canBeAssigned(person, readerIds))
  const assignees = assigneesOf(fields, all)
  const toggle = (personId: number) => {
    const others = assignees.filter(({ id }) => id !== personId)
    const added = all.filter(({ id }) => id === personId && others.length === assignees.length)
    set(assignedTo([...others, ...added]))
  }
  const submit = () => (check() ? { before: contentBefore(opened, fields), after: contentOf(fields) } : null)
  return (
    <ItemDialog
      listId={listId}
      item={item}
      text={fields.text}
      onText={(text) => set({ text })}
      textProblem={problems.text}
      offer={offer}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset class="chore-when">
        <legend class="visually-hidden">{chores.due}</legend>
        <div class="field">
          <label for="chore-day">{chores.dueDate}</label>
          <DateField
            id="chore-day"
            label={chores.dueDate}
            value={fields.due}
            isInvalid={Boolean(problems.due)}
            onChange={(due) => set({ due })}
          />
        </div>
        {fields.due !== '' && (
          <div class="field">
            <label for="chore-time">{chores.dueTime}</label>
            <TimeField
              id="chore-time"
              label={chores.dueTime}
              value={fields.dueTime}
              onChange={(dueTime) => set({ dueTime })}
            />
          </div>
        )}
      </fieldset>
      {problems.due && (
        <p class="error" role="alert">
          {problems.due}
        </p>
      )}
      {people.length > 0 && (
        <fieldset class="field">
          <legend class="label">{chores.who}</legend>
          <Faces people={people} chosen={new Set(assignees.map(({ id }) => id))} onToggle={toggle} />
        </fieldset>
      )}
      <SelectField
        label={chores.repeats}
        hint={gapOf(fields, chores) || undefined}
        value={fields.every}
        options={EVERY.map((value) => ({ value, label: chores.units[value] }))}
        onChange={(every) => set({ every, weekdays: [] })}
      />
      {fields.every !== 'none' && (
        <TextField
          label={chores.count[fields.every]}
          value={fields.count}
          onInput={(count) => set({ count })}
          autoComplete="off"
          error={problems.count}
        />
      )}
      {fields.every === 'week' && (
        <WeekdayChoice
          label={chores.weekdays}
          // One is always chosen: without any other it is that of the day.
          chosen={fields.weekdays.length === 0 ? ownWeekday(fields.due) : fields.weekdays}
          onChange={(weekdays) => set({ weekdays })}
        />
      )}
      {fields.every !== 'none' && isOfSeveral(fields) && (
        <SwitchField label={chores.takeTurns} checked={fields.rotates} onChange={(rotates) => set({ rotates })} />
      )}
      {fields.every !== 'none' && fields.rotates && assignees.length > 1 && (
        <TurnChoice people={assignees} onChange={(inTurn) => set(assignedTo(inTurn))} />
      )}
    </ItemDialog>
  )
}
