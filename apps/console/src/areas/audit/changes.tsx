import { auditWords } from '@kabao/contract/audit.words'
import { formatInstant, useWords } from '#kit'
import classes from './audit.module.css'
import { differencesOf, type FieldChange } from './differences.ts'

type Values = Record<string, unknown> | null

/** What changed, field by field; what stayed is folded away. */
export function Changes({ before, after }: { before: Values; after: Values }) {
  const { t } = useWords(auditWords)
  const shown = useShown()
  const { changed, same } = differencesOf(before, after)
  return (
    <section>
      <h3 className={classes.heading}>{t('detail.changes')}</h3>
      {changed.length === 0 && <p className={classes.hint}>{t('detail.none')}</p>}
      {changed.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{t('detail.field')}</th>
              <th scope="col">{t('detail.before')}</th>
              <th scope="col">{t('detail.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ name, before: old, after: now }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{old !== undefined && <del>{shown(old)}</del>}</td>
                <td>{now !== undefined && <ins>{shown(now)}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {same.length > 0 && <Same fields={same} />}
      <p className={classes.hint}>{t('detail.masked')}</p>
    </section>
  )
}

function Same({ fields }: { fields: readonly FieldChange[] }) {
  const { t } = useWords(auditWords)
  const shown = useShown()
  return (
    <details className={classes.same}>
      <summary>{t('detail.same', { count: fields.length })}</summary>
      <table className={classes.changes}>
        <tbody>
          {fields.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{shown(after ?? before ?? '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** A value as a reader knows it: an instant by the clock of the business, nothing as a word. */
function useShown(): (text: string) => string {
  const { t, language } = useWords(auditWords)
  return (text) => {
    if (text === '') return t('detail.empty')
    return isInstant.test(text) ? formatInstant(text, language) : text
  }
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
