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
import { IconColumns3, IconLineHeight, IconRefresh } from '../icons.ts'
import { useWords } from '../words/words.ts'
import classes from './table.module.css'
import type { Arrangement } from './use-settings.ts'

const ColumnSettings = lazy(() => import('./column-settings.tsx'))
const DensityChoice = lazy(() => import('./density-choice.tsx'))

/** Refresh, row height, columns. */
export const TableTools = memo(function TableTools({
  columns,
  arrangement,
  onRefresh,
  isRefreshing,
}: ToolsProps) {
  const { t } = useWords(listWords)
  return (
    <div className={classes.right}>
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
}

/** A button with a panel. The panel, and what puts it in its place, is there from the first time it is asked for. */
function Tool({
  label,
  icon,
  children,
}: {
  label: string
  icon: ReactNode
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={classes.tool}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {icon}
      </button>
      {isOpen !== null && (
        <Popover id={id} opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus returnFocus>
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
