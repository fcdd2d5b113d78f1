import { pathOfPage } from '@kabao/contract/app/menu'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRecord, leadRecords } from '@kabao/contract/crm/lead-record'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAnswer } from '#kit/call/query.ts'
import type { CallInput } from '#kit/call/send.ts'
import { Anchor } from '#kit/controls/anchor.ts'
import { Modal } from '#kit/controls/modal.tsx'
import { formatFen, formatInstant, formatNumber } from '#kit/format.ts'
import { ShortPager } from '#kit/list/short-pager.tsx'
import { Failure } from '#kit/list/states.tsx'
import { Skeleton } from '#kit/skeleton/skeleton.tsx'
import { useWords } from '#kit/words/words.ts'
import { useLeadName } from './lead-name.ts'
import classes from './records.module.css'

type Records = Endpoint & { answer: typeof leadRecords }
const size = 20

interface RecordsProps {
  /** What the figure is called, and its value. */
  title: string
  value: string
  use: Records
  params?: Readonly<Record<string, string>>
  /** What is asked besides the page. */
  body: Readonly<Record<string, unknown>>
  onClose: () => void
}

/** The drill-down of a figure of a salesman: the records behind it, page by page. */
export default function RecordsDialog({ title, value, use, params, body, onClose }: RecordsProps) {
  const { t, language } = useWords(leadPageWords)
  const [current, setCurrent] = useState(1)
  const input = { ...(params && { params }), body: { ...body, current, size } }
  const { data, error, refetch } = useAnswer(use, input as unknown as CallInput<Records>, {
    placeholderData: (before) => before,
  })
  return (
    <Modal opened onClose={onClose} title={`${title} · ${value}`}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={5} />}
      {data && (
        <>
          <p role="status" className={classes.count}>
            {t('records.count', { count: formatNumber(data.total, language) })}
          </p>
          {data.total === 0 && <p>{t('records.empty')}</p>}
          <ul className={classes.records}>
            {data.records.map((record, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one lead may be in two records of one instant
              <Line key={`${record.leadId} ${record.at} ${index}`} record={record} />
            ))}
          </ul>
          <ShortPager current={current} last={Math.ceil(data.total / size)} onTurn={setCurrent} />
        </>
      )}
    </Modal>
  )
}

function Line({ record: { leadId, lead, at, event, minutes, fen } }: { record: LeadRecord }) {
  const { t, language } = useWords(leadPageWords)
  const own = useWords(leadWords)
  const nameOf = useLeadName()
  return (
    <li>
      {lead ? (
        <Anchor component={Link} to={`${pathOfPage('CrmClue')}?open=${leadId}`}>
          {nameOf({ ...lead, id: leadId })}
          {lead.name && lead.phone && ` · ${lead.phone}`}
        </Anchor>
      ) : (
        <span>{t('records.unseen', { id: leadId })}</span>
      )}
      <span className={classes.event}>{own.t(`event.${event}`)}</span>
      {minutes !== null && (
        <span>{t('records.minutes', { count: formatNumber(Math.round(minutes), language) })}</span>
      )}
      {fen !== null && <span>{formatFen(fen, language)}</span>}
      <time dateTime={at}>{formatInstant(at, language)}</time>
    </li>
  )
}
