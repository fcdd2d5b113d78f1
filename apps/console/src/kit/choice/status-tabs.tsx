import { memo } from 'react'
import { formatNumber } from '../format.ts'
import { useLanguage } from '../words/words.ts'
import classes from './status-tabs.module.css'

export interface StatusTab<V extends string = string> {
  value: V
  label: string
  /** How many rows have this state; not shown while unknown. */
  count?: number | undefined
  /** Whether there are more rows than `count`, which is then shown as in “10,000+”. */
  isAtLeast?: boolean
  /** Whether there should be none; a number above zero is then highlighted. */
  isUrgent?: boolean
}

/** The states of a list's rows with the number of rows in each; one state is chosen. */
export const StatusTabs = memo(Tabs) as <V extends string>(props: StatusTabsProps<V>) => React.JSX.Element

interface StatusTabsProps<V extends string> {
  label: string
  tabs: readonly StatusTab<V>[]
  value: V
  onChange: (value: V) => void
}

function Tabs<V extends string>({ label, tabs, value, onChange }: StatusTabsProps<V>) {
  const language = useLanguage()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className={classes.tab}
          aria-pressed={tab.value === value}
          data-urgent={(tab.isUrgent && (tab.count ?? 0) > 0) || undefined}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className={classes.count}>
              {formatNumber(tab.count, language)}
              {tab.isAtLeast && '+'}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
