import { type AuditRow, audit } from '@kabao/contract/operations/audit'
import { auditWords } from '@kabao/contract/operations/audit.words'
import { useState } from 'react'
import { Link } from 'react-router'
import { Anchor, Failure, formatInstant, ShortPager, Skeleton, useAnswer, useWords } from '#kit'
import classes from './audit.module.css'
import { groupAddress, groupSize } from './group.ts'
import { targetText } from './target.tsx'

/** The entries on one page. */
const size = 20

/** The entries of an act that has several, page by page; each links to its details. */
export function Members({ group }: { group: NonNullable<AuditRow['group']> }) {
  const { t, language } = useWords(auditWords)
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useAnswer(
    audit.page,
    { body: { group: group.id, current, size } },
    { placeholderData: (before) => before },
  )
  const count = data && !data.totalIsEstimate ? data.total : groupSize(group)
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / size))
  return (
    <section aria-label={t('field.group')}>
      <h3 className={classes.heading}>
        <Anchor component={Link} to={groupAddress(group)}>
          {t('detail.members', { count })}
        </Anchor>
      </h3>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={5} />}
      {data && (
        <ul className={classes.members}>
          {data.records.map((row) => (
            <li key={row.id}>
              <Anchor component={Link} to={groupAddress(group, row.id)}>
                {targetText(t, row) || row.action}
              </Anchor>
              <time dateTime={row.at}>{formatInstant(row.at, language)}</time>
            </li>
          ))}
        </ul>
      )}
      <ShortPager current={current} last={last} onTurn={setCurrent} />
    </section>
  )
}
