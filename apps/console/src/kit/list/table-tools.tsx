import { listWords } from '@kabao/contract/kernel/list.words'
import type { SavedView } from '@kabao/contract/operations/saved-view'
import {
  lazy,
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Popover } from '../controls/popover.ts'
import { IconBookmark, IconColumns3, IconDownload, IconLineHeight, IconRefresh } from '../icons.ts'
import { usePermission } from '../session/permission.tsx'
import { useWords } from '../words/words.ts'
import type { ExportEndpoint, List, ListView } from './list.ts'
import classes from './table.module.css'
import type { Arrangement } from './use-settings.ts'

const ColumnSettings = lazy(() => import('./column-settings.tsx'))
const ViewDialog = lazy(() => import('../saved-view/view-dialog.tsx'))
const ViewName = lazy(() => import('../saved-view/view-name.tsx'))
const ViewPanel = lazy(() => import('../saved-view/view-panel.tsx'))
const DensityChoice = lazy(() => import('./density-choice.tsx'))
const ExportPanel = lazy(() => import('../export/panel.tsx'))

/** Buttons for views, export, refresh, row height and columns. */
export const TableTools = memo(function TableTools({
  columns,
  arrangement,
  view,
  onRefresh,
  isRefreshing,
  list,
  exporting,
}: ToolsProps) {
  const { t } = useWords(listWords)
  const [dialog, setDialog] = useState<{ entry?: SavedView } | null>(null)
  const parts = { view, arrangement }
  return (
    <div className={classes.right}>
      <Tool
        label={t('views')}
        icon={<IconBookmark size={16} aria-hidden />}
        name={view.id && <ViewName key={view.id} {...parts} />}
      >
        {(close) => <ViewPanel {...parts} onClose={close} onEdit={setDialog} />}
      </Tool>
      <Suspense>{dialog && <ViewDialog {...parts} {...dialog} onClose={() => setDialog(null)} />}</Suspense>
      {exporting && <ExportButton use={exporting} list={list} columns={columns} arrangement={arrangement} />}
      <button
        type="button"
        className={classes.tool}
        aria-label={t('refresh')}
        title={t('refresh')}
        onClick={onRefresh}
      >
        <IconRefresh size={16} aria-hidden className={isRefreshing ? classes.turning : undefined} />
      </button>
      <Tool label={t('density.label')} icon={<IconLineHeight size={16} aria-hidden />}>
        {(close) => <DensityChoice arrangement={arrangement} onClose={close} />}
      </Tool>
      <Tool label={t('columns.label')} icon={<IconColumns3 size={16} aria-hidden />}>
        {() => <ColumnSettings columns={columns} arrangement={arrangement} />}
      </Tool>
    </div>
  )
})

interface ToolsProps {
  columns: readonly { key: string; title: string; group?: string }[]
  arrangement: Arrangement
  view: ListView
  onRefresh: () => void
  isRefreshing: boolean
  list: Pick<List, 'total' | 'totalIsEstimate' | 'isGrouped' | 'query'>
  exporting: ExportEndpoint | undefined
}

/** Exports the list as it is shown; only with the permission to export. */
function ExportButton({
  use,
  ...shown
}: Pick<ToolsProps, 'columns' | 'arrangement' | 'list'> & { use: ExportEndpoint }) {
  const { t } = useWords(listWords)
  if (!usePermission(use)) return null
  return (
    <Tool label={t('export')} icon={<IconDownload size={16} aria-hidden />} isWorded>
      {(close) => <ExportPanel use={use} {...shown} onClose={close} />}
    </Tool>
  )
}

/** A button with a panel. The panel and its positioning code are loaded when it is first opened. */
function Tool({
  label,
  icon,
  isWorded = false,
  name,
  children,
}: {
  label: string
  icon: ReactNode
  /** Whether the label is shown beside the icon if there is enough space. */
  isWorded?: boolean
  /** Shown beside the icon. */
  name?: ReactNode
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    setIsOpen(false)
    // Synchronous, so that a dialog that opens next returns the focus to this button, and a clicked element can take the focus.
    button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={isWorded ? `${classes.tool} ${classes.worded}` : classes.tool}
        data-named={name ? true : undefined}
        aria-label={name ? undefined : label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {icon}
        {isWorded && <span>{label}</span>}
        {name && (
          <>
            <span className={classes.heard}>{label} </span>
            <Suspense>{name}</Suspense>
          </>
        )}
      </button>
      {isOpen !== null && (
        <Popover
          id={id}
          opened={isOpen}
          onChange={(opened) => (opened ? setIsOpen(true) : close())}
          position="bottom-end"
          trapFocus
        >
          <Popover.Target>
            <At element={button} />
          </Popover.Target>
          <Popover.Dropdown aria-label={label}>
            <Suspense fallback={<div className={classes.panelLoading} />}>
              {isOpen && children(close)}
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  )
}

/** Makes an element from elsewhere available as a ref. */
function At({ element, ref }: { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element.current as HTMLElement, [element])
  return null
}
