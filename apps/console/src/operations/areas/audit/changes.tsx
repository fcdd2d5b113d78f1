import type { AuditChange } from '@kabao/contract/operations/audit'
import { auditWords } from '@kabao/contract/operations/audit.words'
import { formatRecorded, useWords } from '#kit'
import classes from './audit.module.css'

/** The changes, field by field; for a created or deleted record, its values. */
export function Changes({ changes }: { changes: readonly AuditChange[] }) {
  const { t, language } = useWords(auditWords)
  const shown = (text: string) => formatRecorded(text, t('detail.empty'), language)
  const isMade = changes.every(({ before }) => before === null)
  const isRemoved = changes.every(({ after }) => after === null)
  const title = changes.length === 0 || isMade === isRemoved ? 'changes' : isMade ? 'made' : 'removed'
  return (
    <section>
      <h3 className={classes.heading}>{t(`detail.${title}`)}</h3>
      {changes.length === 0 ? (
        <p className={classes.hint}>{t('detail.none')}</p>
      ) : (
        <table className={classes.changes}>
          {title === 'changes' && (
            <thead>
              <tr>
                <th scope="col">{t('detail.field')}</th>
                <th scope="col">{t('detail.before')}</th>
                <th scope="col">{t('detail.after')}</th>
              </tr>
            </thead>
          )}
          <tbody>
            {changes.map(({ field, label, before, after }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                {!isMade && <td>{before !== null && <del>{shown(before)}</del>}</td>}
                {!(isRemoved && !isMade) && <td>{after !== null && <ins>{shown(after)}</ins>}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={classes.hint}>{t('detail.masked')}</p>
    </section>
  )
}
