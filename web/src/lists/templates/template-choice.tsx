import { useId } from 'preact/hooks'
import { useListVerbsText } from '../../i18n/list-verbs'
import { DRAWINGS } from '../drawings'
import { itemsOf, type Template } from './template'
import { useTemplates } from './texts'

interface TemplateChoiceProps {
  /** The key of the one that is chosen; empty for none. */
  chosen: string
  onChoose: (key: string, template?: Template) => void
}

/** Lists to begin with, one tap each, and what stands in the one that is chosen. */
export function TemplateChoice({ chosen, onChoose }: TemplateChoiceProps) {
  const { templates: texts } = useListVerbsText()
  const templates: Record<string, Template> = useTemplates()
  const id = useId()
  const template = templates[chosen]
  return (
    <fieldset class="field" aria-labelledby={id}>
      <span class="label" id={id}>
        {texts.title}
      </span>
      <div class="template-choice">
        <label>
          <input type="radio" name={id} checked={template === undefined} onChange={() => onChoose('')} />
          {texts.none}
        </label>
        {Object.entries(templates).map(([key, one]) => {
          const Drawing = DRAWINGS[one.icon]
          return (
            <label key={key}>
              <input type="radio" name={id} checked={key === chosen} onChange={() => onChoose(key, one)} />
              <Drawing />
              {one.name}
            </label>
          )
        })}
      </div>
      {template && <p class="hint">{texts.items(itemsOf(template).map(({ text }) => text))}</p>}
    </fieldset>
  )
}
