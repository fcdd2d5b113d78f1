import { historyWords } from '@kabao/contract/kernel/history.words'
import { type AuditRow, audit } from '@kabao/contract/operations/audit'
import { useState } from 'react'
import { useAnswer } from '../call/query.ts'
import { Anchor } from '../controls/anchor.ts'
import { formatRecorded } from '../format.ts'
import { Failure } from '../list/states.tsx'
import { usePermission } from '../session/permission.tsx'
import { Skeleton } from '../skeleton/skeleton.tsx'
import { useWords } from '../words/words.ts'
import classes from './record-history.module.css'
import { Timeline } from './timeline.tsx'

interface RecordOf {
  /** Its kind in the audit log. */
  kind: string
  id: string
}

/** The acts shown at first; each step adds twice as many. */
const first = 20
/** The audit log itself shows the rest. */
const most = 200

/** What was done to one record, newest first, for readers of the audit log; each act opens to its changes. */
export default function RecordHistory(record: RecordOf) {
  const { t } = useWords(historyWords)
  const maySee = usePermission(audit.page)
  return maySee ? (
    <section>
      <h3 className={classes.heading}>{t('title')}</h3>
      <Entries {...record} />
    </section>
  ) : null
}

function Entries({ kind, id }: RecordOf) {
  const { t } = useWords(historyWords)
  const [size, setSize] = useState(first)
  const body = { targetKind: kind, targetId: id, result: 'done', size } as const
  const { data, error, isFetching, refetch } = useAnswer(
    audit.page,
    { body },
    { placeholderData: (before) => before },
  )
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton count={4} />
  if (data.records.length === 0) return <p className={classes.hint}>{t('none')}</p>
  const hasMore = data.total > size && size < most
  return (
    <Timeline
      label={t('title')}
      entries={data.records.map((line) => ({
        key: line.id,
        at: line.at,
        title: t('entry', { who: line.username ?? t('system'), what: line.action }),
        text: <Changes line={line} />,
      }))}
      more={
        hasMore ? { isLoading: isFetching, load: () => setSize(Math.min(size + first * 2, most)) } : undefined
      }
    />
  )
}

/** The changed fields of one act, fetched when the reader asks for them. */
function Changes({ line }: { line: AuditRow }) {
  const { t, language } = useWords(historyWords)
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, refetch } = useAnswer(audit.get, { params: { id: line.id } }, { enabled: isOpen })
  if (!isOpen)
    return (
      <Anchor component="button" type="button" size="sm" onClick={() => setIsOpen(true)}>
        {t('show')}
      </Anchor>
    )
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton count={1} />
  if (data.changes.length === 0) return <span className={classes.hint}>{t('same')}</span>
  const shown = (value: string) => formatRecorded(value, t('empty'), language)
  return (
    <ul className={classes.changes}>
      {data.changes.map(({ field, label, before, after }) => (
        <li key={field}>
          {label}: {before !== null && <del>{shown(before)}</del>}
          {before !== null && after !== null && ' → '}
          {after !== null && <ins>{shown(after)}</ins>}
        </li>
      ))}
    </ul>
  )
}
