import { type AuditRow, audit } from '@kabao/contract/audit'
import { auditWords } from '@kabao/contract/audit.words'
import { Link } from 'react-router'
import { Anchor, Failure, formatInstant, Skeleton, useAnswer, useWords } from '#kit'
import classes from './audit.module.css'
import { actAddress } from './folded.ts'
import { targetText } from './target.tsx'

/** The largest number of entries shown here; the list of the log has all of them. */
const most = 50

/** The entries of an act that has several; each links to its details. */
export function Members({ group }: { group: NonNullable<AuditRow['group']> }) {
  const { t, language } = useWords(auditWords)
  const { size, ...filter } = group
  const { data, error, refetch } = useAnswer(audit.page, { body: { ...filter, size: most } })
  return (
    <section>
      <h3 className={classes.heading}>
        <Anchor component={Link} to={actAddress(group)}>
          {t('detail.members', { count: size })}
        </Anchor>
      </h3>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={5} />}
      {data && (
        <ul className={classes.members}>
          {data.records.map((row) => (
            <li key={row.id}>
              <Anchor component={Link} to={actAddress(group, row.id)}>
                {targetText(t, row) || row.action}
              </Anchor>
              <time dateTime={row.at}>{formatInstant(row.at, language)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
