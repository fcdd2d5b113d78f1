import { inLanguage } from '@kabao/contract/kernel/language'
import { listWords } from '@kabao/contract/kernel/list.words'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { TemplateField } from '@kabao/contract/partners/template-fields'
import { templateFilters } from '@kabao/contract/partners/template-filters'
import { copyText } from '#kit/copy.ts'
import { message } from '#kit/message/message.ts'
import { useWords } from '#kit/words/words.ts'
import classes from './rows.module.css'

/** What the texts of a template may name: the fields with an example, and the filters. */
export function FieldHelp({ fields }: { fields: Readonly<Record<string, TemplateField>> }) {
  const { t, language } = useWords(templateEditorWords)
  const [first = ''] = Object.keys(fields)
  const list = useWords(listWords)
  const copy = async (text: string) => {
    if (await copyText(text)) message.success(list.t('copy.done'))
    else message.error(list.t('copy.failed'))
  }
  return (
    <details className={classes.help}>
      <summary>{t('help.title')}</summary>
      <p>{t('help.use', { field: `{{ ${first} }}`, filter: `{{ ${first} | md5 }}` })}</p>
      <b>{t('help.fields')}</b>
      <ul>
        {Object.entries(fields).map(([name, { words, example }]) => (
          <li key={name}>
            <button type="button" onClick={() => void copy(`{{ ${name} }}`)}>
              {name}
            </button>{' '}
            {inLanguage(words, language)} · {String(example)}
          </li>
        ))}
      </ul>
      <b>{t('help.filters')}</b>
      <ul>
        {Object.entries(templateFilters).map(([name, { words }]) => (
          <li key={name}>
            <code>{name}</code> {inLanguage(words, language)}
          </li>
        ))}
      </ul>
    </details>
  )
}
