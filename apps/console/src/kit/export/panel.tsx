import { pathOfPage } from '@kabao/contract/app/menu'
import { exportWords } from '@kabao/contract/kernel/export.words'
import type { ExportFormat, ExportRow } from '@kabao/contract/kernel/export-body'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSend } from '../call/query.ts'
import type { SendInput } from '../call/send.ts'
import { saveByTicket } from '../file/download.ts'
import { formatNumber } from '../format.ts'
import { IconDownload } from '../icons.ts'
import type { ExportEndpoint, List } from '../list/list.ts'
import type { Arrangement } from '../list/use-settings.ts'
import { message } from '../message/message.ts'
import { useWords } from '../words/words.ts'
import { Begun } from './begun.tsx'
import classes from './export.module.css'

interface PanelProps {
  use: ExportEndpoint
  list: Pick<List, 'total' | 'totalIsEstimate' | 'isGrouped' | 'query'>
  arrangement: Arrangement
  onClose: () => void
}

/** Asks for the format; then downloads the file, or says where it will be. */
export default function ExportPanel({ use, list, arrangement, onClose }: PanelProps) {
  const { t, language } = useWords(exportWords)
  const { mutate, isPending, variables } = useSend(use)
  const [begun, setBegun] = useState<ExportRow | null>(null)
  const columns = arrangement.order.filter((key) => !arrangement.hidden.has(key))
  const count = formatNumber(list.total, language)
  const rows = t(`ask.${list.isGrouped ? 'atLeast' : list.totalIsEstimate ? 'about' : 'exactly'}`, { count })

  const begin = (way: Way) =>
    mutate({ body: { ...list.query, columns, ...ways[way] } } as SendInput<ExportEndpoint>, {
      onSuccess({ task, ticket }) {
        if (ticket === null) return setBegun(task)
        saveByTicket(ticket)
        message.success(t('done.downloaded', { rows: formatNumber(task.rowsTotal, language) }))
        onClose()
      },
    })

  if (begun) return <Begun task={begun} onClose={onClose} />
  return (
    <div className={classes.panel}>
      <p className={classes.what}>{t('ask.what', { columns: columns.length, rows })}</p>
      <div className={classes.formats}>
        {wayNames.map((way, index) => (
          <button
            key={way}
            type="button"
            className={classes.format}
            disabled={isPending || list.total === 0}
            ref={index === 0 ? focused : undefined}
            aria-busy={isPending && isOf(variables, way)}
            onClick={() => begin(way)}
          >
            <IconDownload size={16} aria-hidden />
            <span>
              {t(`format.${way}`)}
              <small>{t(`hint.${way}`)}</small>
            </span>
          </button>
        ))}
      </div>
      <Link className={classes.link} to={pathOfPage('ExportCenter') ?? ''} onClick={onClose}>
        {t('action.open')}
      </Link>
    </div>
  )
}

/** The panel is loaded after its popover has opened, so the popover's own search for the element to focus has already ended. */
const focused = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

type Choice = { format: ExportFormat; asText?: boolean }

/** Whether the export that is running is of this kind. */
function isOf(input: unknown, way: Way): boolean {
  const body = (input as { body?: Choice } | undefined)?.body
  const { format, asText }: Choice = ways[way]
  return body?.format === format && body.asText === asText
}

/** What can be chosen, the best first. */
const ways = {
  xlsx: { format: 'xlsx' },
  csv: { format: 'csv' },
  excelCsv: { format: 'csv', asText: true },
} as const satisfies Record<string, Choice>
type Way = keyof typeof ways
const wayNames = Object.keys(ways) as Way[]
