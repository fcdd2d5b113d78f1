import { auditWords } from '@kabao/contract/audit.words'
import { useWords } from '#kit'
import classes from './audit.module.css'
import { differencesOf, type FieldChange } from './differences.ts'

type Values = Record<string, unknown> | null

/** What changed, field by field; what stayed is folded away. */
export function Changes({ before, after }: { before: Values; after: Values }) {
  const { t } = useWords(auditWords)
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
                <td>{old !== undefined && <del>{old || t('detail.empty')}</del>}</td>
                <td>{now !== undefined && <ins>{now || t('detail.empty')}</ins>}</td>
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
  return (
    <details className={classes.same}>
      <summary>{t('detail.same', { count: fields.length })}</summary>
      <table className={classes.changes}>
        <tbody>
          {fields.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{after ?? before}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
