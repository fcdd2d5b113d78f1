import { listWords } from '@kabao/contract/list.words'
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
import { IconColumns3, IconDownload, IconLineHeight, IconRefresh } from '../icons.ts'
import { usePermission } from '../session/permission.tsx'
import { useWords } from '../words/words.ts'
import type { ExportEndpoint, List } from './list.ts'
import classes from './table.module.css'
import type { Arrangement } from './use-settings.ts'

const ColumnSettings = lazy(() => import('./column-settings.tsx'))
const DensityChoice = lazy(() => import('./density-choice.tsx'))
const ExportPanel = lazy(() => import('../export/panel.tsx'))

/** Export, refresh, row height, columns. */
export const TableTools = memo(function TableTools({
  columns,
  arrangement,
  onRefresh,
  isRefreshing,
  list,
  exporting,
}: ToolsProps) {
  const { t } = useWords(listWords)
  return (
    <div className={classes.right}>
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
  columns: readonly { key: string; title: string }[]
  arrangement: Arrangement
  onRefresh: () => void
  isRefreshing: boolean
  list: Pick<List, 'total' | 'totalIsEstimate' | 'query'>
  exporting: ExportEndpoint | undefined
}

/** Makes a file of the list as it is shown, for who may. */
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

/** A button with a panel. The panel, and what puts it in its place, is there from the first time it is asked for. */
function Tool({
  label,
  icon,
  isWorded = false,
  children,
}: {
  label: string
  icon: ReactNode
  /** Whether its label stands beside the icon, where there is room. */
  isWorded?: boolean
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const change = (opened: boolean) => {
    setIsOpen(opened)
    // The first time the popover does not give the focus back: it was not there yet when it was taken.
    if (!opened)
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) button.current?.focus()
      })
  }
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={isWorded ? `${classes.tool} ${classes.worded}` : classes.tool}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {icon}
        {isWorded && <span>{label}</span>}
      </button>
      {isOpen !== null && (
        <Popover id={id} opened={isOpen} onChange={change} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <At element={button} />
          </Popover.Target>
          <Popover.Dropdown aria-label={label}>
            <Suspense fallback={<div className={classes.panelLoading} />}>
              {isOpen && children(() => setIsOpen(false))}
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  )
}

/** Stands for an element that is elsewhere. */
function At({ element, ref }: { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element.current as HTMLElement, [element])
  return null
}
