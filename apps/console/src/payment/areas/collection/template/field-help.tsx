import { inLanguage } from '@kabao/contract/kernel/language'
import { listWords } from '@kabao/contract/kernel/list.words'
import { templateFilters } from '@kabao/contract/partners/template-filters'
import { paymentFields } from '@kabao/contract/payment/payment-template'
import { paymentTemplateWords } from '@kabao/contract/payment/payment-template.words'
import { copyText, message, useWords } from '#kit'
import classes from '#partners/template/rows.module.css'

/** What the texts of a template may name: the fields with an example, and the filters. */
export function FieldHelp() {
  const { t, language } = useWords(paymentTemplateWords)
  const list = useWords(listWords)
  const copy = async (text: string) => {
    if (await copyText(text)) message.success(list.t('copy.done'))
    else message.error(list.t('copy.failed'))
  }
  return (
    <details className={classes.help}>
      <summary>{t('help.title')}</summary>
      <p>{t('help.use', { field: '{{ orderNo }}', filter: '{{ orderNo | md5 }}' })}</p>
      <b>{t('help.fields')}</b>
      <ul>
        {Object.entries(paymentFields).map(([name, { words, example }]) => (
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
