import { useState } from 'preact/hooks'
import { useMe } from '../data/session'
import type { Person } from '../data/types'
import { FormError } from '../forms/form-dialog'
import { useSubmit } from '../forms/submit'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { useSecondaryText } from '../i18n/secondary'
import { dayOfIso } from '../lib/tz'
import { confirm } from '../ui/confirm'
import { ArrowDown, ArrowUp, Pencil, Trash2 } from '../ui/icons'
import { Menu, type MenuAction } from '../ui/menu'
import { Avatar } from '../ui/person'
import * as api from './api'
import { PersonDialog } from './person-dialog'
import { undoRemoval } from './undo-removal'

interface PersonRowProps {
  person: Person
  /** Everybody, by position. */
  people: readonly Person[]
}

/** A person: the face, the birthday, who looks after them, and what can be done. */
export function PersonRow({ person, people }: PersonRowProps) {
  const { people: texts } = useSecondaryText()
  const { id: myId } = useMe()
  const birthdayOf = useBirthday()
  const [isEditing, setEditing] = useState(false)
  const { actions, error } = useActions(person, people, () => setEditing(true))
  const { name, color, birthday, memberId, managerIds, canManage } = person
  const managers = people.filter((one) => one.memberId !== null && managerIds.includes(one.memberId))
  const words = [
    memberId === null ? texts.withoutSignIn : texts.member,
    ...(birthday === null ? [] : [birthdayOf(birthday)]),
    ...(managers.length === 0 ? [] : [texts.lookedAfterBy(managers.map((one) => one.name).join(', '))]),
  ]
  return (
    <li class="member-row">
      <Avatar person={{ name, color, isEveryone: false }} size="large" />
      <div class="member-words">
        <p>
          <strong>{name}</strong>
          {memberId === myId && <span class="chip">{texts.you}</span>}
        </p>
        <p class="hint">{words.join(' · ')}</p>
        <FormError>{error}</FormError>
      </div>
      {canManage && <Menu label={texts.actionsFor(name)} actions={actions} />}
      {isEditing && <PersonDialog {...{ person, people }} onClose={() => setEditing(false)} />}
    </li>
  )
}

/** `20 Nov 2021`. */
function useBirthday(): (birthday: string) => string {
  const { people: texts } = useSecondaryText()
  const formats = useFormats()
  return (birthday) => {
    const day = dayOfIso(birthday)
    return texts.born(`${formats.dayMonth(day)} ${formats.year(day)}`)
  }
}

/** What can be done with a person, and why the last of it went wrong. */
function useActions(person: Person, people: readonly Person[], onEdit: () => void) {
  const { common } = useText()
  const { people: texts } = useSecondaryText()
  const { isAdmin } = useMe()
  const place = people.findIndex(({ id }) => id === person.id)
  const { error, submit } = useSubmit({ 404: texts.gone })
  const send = (work: () => Promise<unknown>) => submit(work).finally(api.peopleChanged)
  const moveTo = (position: number) => void send(() => api.change(person.id, { position }))

  const remove = async () => {
    const { name } = person
    const question = { title: texts.removeTitle(name), body: texts.removeBody(name), action: texts.remove }
    if (!(await confirm({ ...question, danger: true }))) return
    if (!(await send(() => api.removePerson(person.id)))) return
    undoRemoval(texts.removed(name), restoring({ ...person, position: place }), { 409: texts.nameTaken })
  }

  const actions: MenuAction[] = [
    { label: common.edit, icon: <Pencil aria-hidden="true" />, run: onEdit },
    ...(isAdmin && place > 0
      ? [{ label: texts.earlier, icon: <ArrowUp aria-hidden="true" />, run: () => moveTo(place - 1) }]
      : []),
    ...(isAdmin && place < people.length - 1
      ? [{ label: texts.later, icon: <ArrowDown aria-hidden="true" />, run: () => moveTo(place + 1) }]
      : []),
    ...(isAdmin && person.memberId === null
      ? [{ label: texts.remove, icon: <Trash2 aria-hidden="true" />, danger: true, run: () => void remove() }]
      : []),
  ]
  return { actions, error }
}

/** What brings somebody back, in one or several tries. Events name people: they are for the same person again. */
function restoring({ name, color, birthday, managerIds, position }: Person): () => Promise<void> {
  let id: number | undefined
  return async () => {
    try {
      id ??= (await api.add({ name, color, managerIds, ...(birthday === null ? {} : { birthday }) })).id
      await api.change(id, { position })
    } finally {
      api.peopleChanged()
    }
  }
}
