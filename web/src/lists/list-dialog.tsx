import { useState } from 'preact/hooks'
import { MAX_LIST_NAME_LENGTH } from '../../../src/platform/limits'
import { queries, queryClient } from '../data/queries'
import type { List } from '../data/types'
import { useFields } from '../data/unfinished'
import { unusedColor } from '../forms/colors'
import { FormDialog } from '../forms/form-dialog'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { Swatches } from '../forms/swatches'
import { useText } from '../i18n'
import { useListsText } from '../i18n/lists'
import { secondaryTexts } from '../i18n/secondary'
import { needs } from '../lib/needs'
import { navigate } from '../router'
import { SwitchField, TextField } from '../ui/field'
import { createList, fill } from './create'
import { fittingDrawing } from './fitting-drawing'
import { IconChoice } from './icon-choice'
import { type Kind, KindChoice } from './kind-choice'
import { colorOf } from './list-mark'
import { TemplateChoice } from './templates/template-choice'
import { templateTexts, useTemplate } from './templates/texts'
import { changeList } from './writes/queue'

// The names of the colours, and the lists to begin with.
needs(() => Promise.all([secondaryTexts(), templateTexts()]))

/** Asks for the name, the look and the readers of a new list, or the name and the look of one. */
export default function ListDialog({ list, onClose }: { list?: List; onClose: () => void }) {
  const { common } = useText()
  const lists = useListsText()
  // As it was opened: what others change meanwhile is no change of this form.
  const [opened] = useState(list)
  const { fields, change, offer } = useFields(
    list === undefined ? 'new-list' : `list-${list.id}-name`,
    {
      name: list?.name ?? '',
      isShared: list?.isShared ?? true,
      kind: list?.kind ?? 'plain',
      icon: list?.icon ?? '',
      template: '',
      color:
        list === undefined
          ? unusedColor((queryClient.getQueryData<List[]>(queries.lists.queryKey) ?? []).map(colorOf))
          : colorOf(list),
    },
    { nameOf: ({ name = '' }) => name.trim() },
  )
  const { isShared, kind, icon, color } = fields
  const template = useTemplate(fields.template)
  const fitting = icon || template?.icon || ''
  // What a list is for names it, too, where nobody does.
  const name = fields.name.trim() || (list === undefined ? (template?.name ?? lists.kinds[kind].list) : '')
  const { problems, check } = useProblems({ name: name === '' && lists.nameNeeded })
  const { isBusy, error, submit } = useSubmit({ 0: lists.needsConnection })

  const create = () =>
    submit(async () => {
      const created = await createList({ name, isShared, ...kindOf(kind), icon: fitting || null, color })
      offer.finish()
      if (template !== null) fill(created, template)
      navigate(`/lists/${created.id}?add`, { replace: true })
    })

  const save = () => {
    if (!check()) return
    if (list === undefined) return void create()
    const change = changesOf(opened ?? list, { name, kind, icon: icon || null, color })
    if (change !== null) changeList({ kind: 'change-list', listId: list.id, text: list.name, change })
    offer.finish()
    onClose()
  }

  return (
    <FormDialog
      title={list === undefined ? lists.newList : lists.editList}
      action={list === undefined ? lists.create : common.save}
      isBusy={isBusy}
      error={error}
      offer={offer}
      onSubmit={save}
      onClose={onClose}
    >
      <KindChoice kind={kind} onChoose={(chosen) => change({ ...fields, kind: chosen })} />
      {list === undefined && (
        <TemplateChoice
          chosen={fields.template}
          onChoose={(chosen, begun) => change({ ...fields, template: chosen, kind: begun?.kind ?? kind })}
        />
      )}
      <TextField
        label={lists.name}
        value={fields.name}
        onInput={(typed) => change({ ...fields, name: typed })}
        maxLength={MAX_LIST_NAME_LENGTH}
        placeholder={template?.name || lists.kinds[kind].list || lists.namePlaceholder}
        autoComplete="off"
        autoFocus
        error={problems.name}
      />
      <IconChoice icon={fitting || fittingDrawing(name)} onChoose={(chosen) => change({ ...fields, icon: chosen })} />
      <Swatches label={lists.color} color={color} onPick={(picked) => change({ ...fields, color: picked })} />
      {list === undefined && (
        <div>
          <SwitchField
            label={lists.shareWithAll}
            checked={isShared}
            onChange={(shared) => change({ ...fields, isShared: shared })}
          />
          <p class="hint">{isShared ? lists.shareHint : lists.privateHint}</p>
        </div>
      )}
    </FormDialog>
  )
}

/** What becomes a shopping list stands as the shop has it, until somebody wants it otherwise. */
const kindOf = (kind: Kind) => (kind === 'shopping' ? { kind, grouped: true } : { kind })

/** What is different now; null for nothing. A colour that was never chosen stays unsaid. */
function changesOf(
  list: List,
  { name, kind, icon, color }: { name: string; kind: Kind; icon: string | null; color: string },
) {
  const change = {
    ...(name === list.name ? {} : { name }),
    ...(kind === (list.kind ?? 'plain') ? {} : kindOf(kind)),
    ...(icon === (list.icon ?? null) ? {} : { icon }),
    ...(color === colorOf(list) ? {} : { color }),
  }
  return Object.keys(change).length === 0 ? null : change
}
