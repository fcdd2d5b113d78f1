import { listWords } from '@kabao/contract/kernel/list.words'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePageTools } from '../page/page-tools.ts'
import { useWords } from '../words/words.ts'
import type { Column, RowAction } from './column.ts'
import type { ExportEndpoint, List } from './list.ts'
import { NewRows } from './new-rows.tsx'
import { tableName } from './remembered.ts'
import { RowTable } from './row-table.tsx'
import { ListState, StaleNote } from './states.tsx'
import classes from './table.module.css'
import { TableTools } from './table-tools.tsx'
import { useNarrow } from './use-narrow.ts'
import type { Selection } from './use-selection.ts'
import { useSettings } from './use-settings.ts'

export interface DataTableProps<Row extends { id: string }> {
  list: List<Row>
  columns: readonly Column<Row>[]
  label: string
  selection?: Selection | undefined
  /** Opens a row's details. */
  onOpen?: (row: Row) => void
  actions?: (row: Row) => readonly RowAction[]
  /** The endpoint that exports the list as it is shown. */
  exporting?: ExportEndpoint
  /** Whether it stays a table on a narrow screen. */
  isTable?: boolean
  /** What an empty list says below its title. */
  empty?: string
  /** What can be done with the selected rows; shown to the left of the tools. */
  children?: ReactNode
}

/** The rows of a list with the tools above, or a message instead of rows. */
export const DataTable = memo(Table) as <Row extends { id: string }>(
  props: DataTableProps<Row>,
) => React.JSX.Element

function Table<Row extends { id: string }>({
  list,
  columns,
  label,
  selection,
  onOpen,
  actions,
  exporting,
  isTable = false,
  empty,
  children,
}: DataTableProps<Row>) {
  const { id, formerly } = list.view
  const arrangement = useSettings(tableName(list.name, id), columns, formerly && tableName(formerly, id))
  const isBusy = useLasting(list.isRefreshing)
  const isEmpty = !list.isLoading && list.rows.length === 0

  const whole = useRef<HTMLDivElement>(null)
  const { t } = useWords(listWords)
  const slot = usePageTools()
  const isPart = slot === undefined
  const areCards = useNarrow() && !isTable
  const tools = (
    <>
      <button type="button" className={classes.skip} onClick={() => toRows(whole.current)}>
        {t('toRows')}
      </button>
      <div className={classes.left}>{children}</div>
      <TableTools
        columns={columns}
        arrangement={arrangement}
        view={list.view}
        onRefresh={list.refresh}
        isRefreshing={isBusy}
        list={list}
        exporting={exporting}
      />
    </>
  )

  return (
    <div ref={whole} className={classes.whole} data-part={isPart || undefined}>
      {isPart && <div className={classes.tools}>{tools}</div>}
      {slot && createPortal(tools, slot)}
      {list.error && !isEmpty && <StaleNote error={list.error} onRetry={list.refresh} />}
      <div
        className={classes.frame}
        data-cards={areCards || undefined}
        data-stale={(list.error !== null && !isEmpty) || undefined}
        data-previous={(isBusy && list.isPrevious) || undefined}
      >
        {isBusy && <div className={classes.bar} />}
        {list.isLoading && <Loading />}
        <NewRows waiting={list.waiting} within={whole} />
        <RowTable
          label={label}
          rows={list.rows}
          columns={columns}
          arrangement={arrangement}
          order={list}
          selection={selection}
          onOpen={onOpen}
          actions={actions}
          isBusy={list.isLoading || isBusy}
          total={list.total}
          totals={list.totals}
          isTable={isTable}
          instead={isEmpty && <ListState list={list} empty={empty} />}
          skeletonRows={list.isLoading ? Math.min(list.size, 10) : 0}
        />
      </div>
    </div>
  )
}

/** Moves the focus past the filters and the head, to the row that the Tab key reaches. */
const toRows = (table: HTMLElement | null) =>
  (
    table?.querySelector<HTMLElement>('tr[data-index][tabindex="0"]') ??
    table?.querySelector<HTMLElement>('[role="region"]')
  )?.focus()

/** Says to a screen reader that the first rows are loading. */
function Loading() {
  const { t } = useWords(listWords)
  return (
    <span className={classes.heard} role="status">
      {t('loading')}
    </span>
  )
}

/** True only after the state has lasted 150 ms, so that a fast response does not make an indicator flash. */
function useLasting(isOn: boolean): boolean {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setIsLasting(true), 150)
    return () => {
      clearTimeout(timer)
      setIsLasting(false)
    }
  }, [isOn])
  return isOn && isLasting
}
