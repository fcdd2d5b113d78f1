import { listWords } from '@kabao/contract/kernel/list.words'
import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { memo, useCallback, useMemo } from 'react'
import { copyText } from '#kit/copy.ts'
import { useNamed } from '#kit/detail/use-open.ts'
import { IconCopy } from '#kit/icons.ts'
import { DataTable } from '#kit/list/data-table.tsx'
import type { ExportEndpoint, List } from '#kit/list/list.ts'
import { readSettings, tableName } from '#kit/list/remembered.ts'
import tools from '#kit/list/table.module.css'
import { arrange } from '#kit/list/use-settings.ts'
import { message } from '#kit/message/message.ts'
import { useWords } from '#kit/words/words.ts'
import { columnsKey, tableOfLink } from '../report-watch/report-link.ts'
import { WatchTools } from '../report-watch/watch-tools.tsx'
import { useReportColumns } from './columns.tsx'
import { useCrossColumns } from './cross-columns.tsx'
import { clickOf, moveInRow } from './drill-down-events.ts'
import type { Asked, DrillDown, ReportPageAnswer, TableRow } from './report-kind.ts'
import classes from './table.module.css'
import { toTsv } from './tsv.ts'

/** The rows of a report, with totals that stay in sight. Each figure opens the records behind it. */
export const ReportTable = memo(function ReportTable({
  report,
  calls,
  list,
  asked,
  answer,
  title,
  onOpen,
  onOpenRow,
}: ReportTableProps) {
  const { t } = useWords(reportPageWords)
  const { t: word } = useWords(reportWords)
  const { t: say } = useWords(listWords)
  const isManyDays = answer !== undefined && answer.days.from !== answer.days.to
  const cross = answer?.cross ?? null
  const ofFigures = useReportColumns(report, asked, answer?.totals, isManyDays)
  const ofCross = useCrossColumns(report, asked, cross)
  const columns = cross ? ofCross : ofFigures
  const click = useMemo(() => clickOf(onOpen), [onOpen])
  const openRow = useCallback(({ id }: TableRow) => onOpenRow(id), [onOpenRow])
  const [ofLink] = useNamed(columnsKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns of a link are taken when it is opened
  const name = useMemo(
    () => tableOfLink(cross ? tableName(list.name, 'cross') : list.name, columns, ofLink),
    [list.name, ofLink, asked.compare, cross === null],
  )
  const shownList = useMemo(() => (name === list.name ? list : { ...list, name }), [list, name])
  const visible = () => {
    const { order, hidden } = arrange(columns, readSettings(tableName(name, list.view.id)))
    return order.flatMap((key) =>
      hidden.includes(key) ? [] : columns.filter((column) => column.key === key),
    )
  }
  const copy = async () => {
    const isCopied = await copyText(toTsv(visible(), list.rows, answer?.totals, word('total'), cross))
    if (isCopied) message.success(say('copy.done'))
    else message.error(say('copy.failed'))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the events of the figures, which are buttons
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button makes a click of the Enter key
    <div className={classes.whole} onClick={click} onKeyDownCapture={moveInRow}>
      <p className={classes.heard}>{t('keys')}</p>
      <DataTable
        key={`${name === list.name ? '' : ofLink}${cross ? cross.columns.join() : ''}`}
        list={shownList}
        columns={columns}
        label={title}
        exporting={calls.export as unknown as ExportEndpoint}
        // A cross table has a column for each day: no card has room for them.
        isTable={cross !== null}
        {...(!cross && { onOpen: openRow })}
      >
        <button
          type="button"
          className={`${tools.tool} ${tools.worded}`}
          disabled={list.rows.length === 0}
          title={t('copy')}
          aria-label={t('copy')}
          onClick={() => void copy()}
        >
          <IconCopy size={16} aria-hidden />
          <span>{t('copy')}</span>
        </button>
        <WatchTools
          report={report}
          calls={calls}
          days={answer?.days}
          isCross={cross !== null}
          shownNow={() => ({ asked, sort: list.sort, columns: visible().map(({ key }) => key) })}
        />
      </DataTable>
    </div>
  )
})

interface ReportTableProps {
  report: Report
  calls: Pick<ReportCalls, 'export'>
  list: List<TableRow>
  asked: Asked
  answer: ReportPageAnswer | undefined
  title: string
  onOpen: (drillDown: DrillDown) => void
  /** Opens all figures of a row. */
  onOpenRow: (id: string) => void
}
