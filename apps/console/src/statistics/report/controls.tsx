import { listWords } from '@kabao/contract/kernel/list.words'
import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import { comparisons, type Days, grains, type Preset } from '@kabao/contract/statistics/report/range'
import { type Report, regionLevels } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { memo, useState } from 'react'
import { Button } from '#kit/controls/button.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { IconChevronDown, IconChevronUp, IconFilter } from '#kit/icons.ts'
import filterClasses from '#kit/list/filter.module.css'
import type { ListFilters } from '#kit/list/list.ts'
import { useWords } from '#kit/words/words.ts'
import { askedDays, presetOf } from './asked-days.ts'
import classes from './controls.module.css'
import { figureTitle } from './figure-title.ts'
import { MoreControls, ReportFilterField } from './more-controls.tsx'
import { RangeChoice } from './range-choice.tsx'
import type { Asked } from './report-kind.ts'
import { setting } from './setting.ts'
import type { ReportFilters } from './use-report.ts'

/**
 * What is counted, on one line: the days, how long a row is, compared with what, and whom it is about. What is set more rarely is
 * folded; the button that shows it says how much of it is set.
 */
export const Controls = memo(function Controls(props: ControlsProps) {
  const { report, asked, isChartShown, showChart, set, errorOf } = props
  const { t } = useWords(reportPageWords)
  const { t: word } = useWords(reportWords)
  const { t: say } = useWords(listWords)
  const days = askedDays(asked, report.preset)
  const isOneDay = days.from === days.to
  const { grain, compare, across } = asked
  const isOfCities = report.dimension === 'city'
  const first = isOfCities ? undefined : report.filters[0]
  const folded = report.filters.filter((name) => name !== first)
  const count =
    folded.filter((name) => asked[name]).length +
    Number(asked.by !== 'both' || across !== undefined) +
    Number(asked.way !== 'day')
  const hasProblem = [...folded, 'by', 'across', 'way'].some((name) => errorOf(name) !== undefined)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const isOpen = isUnfolded || hasProblem
  const setRange = (range: { preset: Preset } | Days) =>
    set({
      preset: undefined,
      from: undefined,
      to: undefined,
      ...('preset' in range && range.preset === report.preset ? {} : range),
      ...(grain === 'hour' && { grain: undefined }),
    })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a named group of controls that apply at once
    <div role="group" aria-label={t('controls')} className={classes.bar}>
      <div className={classes.line}>
        <div className={classes.range}>
          <RangeChoice
            preset={presetOf(asked, report.preset)}
            days={days}
            error={errorOf('from') ?? errorOf('to') ?? errorOf('preset')}
            onChange={setRange}
          />
        </div>
        {isOfCities && (
          <SelectField
            {...setting('regionLevel', regionLevels, asked.regionLevel ?? 'city', word, errorOf)}
            onChange={(next: Asked['regionLevel']) =>
              set({ regionLevel: next === 'city' ? undefined : next })
            }
          />
        )}
        <SelectField
          {...setting(
            'grain',
            isOneDay ? grains : grains.filter((each) => each !== 'hour'),
            grain,
            word,
            errorOf,
          )}
          onChange={(next: Asked['grain']) =>
            set(next === 'hour' ? { grain: next, way: undefined } : { grain: next })
          }
        />
        {!across && (
          <SelectField
            {...setting('compare', comparisons, compare, word, errorOf)}
            onChange={(next: Asked['compare']) => set({ compare: next })}
          />
        )}
        {across && (
          <SelectField
            name="cellFigure"
            label={t('cross.figure')}
            options={report.figures
              .filter((name) => name !== 'closing')
              .map((name) => ({ value: name, label: figureTitle(name, false, word) }))}
            value={asked.cellFigure ?? report.chart}
            isRequired
            error={errorOf('cellFigure')}
            onChange={(next: Asked['cellFigure']) => set({ cellFigure: next })}
          />
        )}
        {first && (
          <div className={classes.filter}>
            <ReportFilterField name={first} {...props} />
          </div>
        )}
        <Button
          variant="subtle"
          className={classes.button}
          aria-expanded={isOpen}
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={() => setIsUnfolded(!isOpen)}
        >
          {t(isOpen ? 'less' : 'more')}
          {count > 0 && (
            <>
              {' '}
              <span className={filterClasses.heard}>{say('filter.set', { count })}</span>
              <span className={filterClasses.count} aria-hidden>
                {count}
              </span>
            </>
          )}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          className={`${classes.button} ${classes.toggle}`}
          aria-expanded={isChartShown}
          leftSection={
            isChartShown ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />
          }
          onClick={() => showChart(!isChartShown)}
        >
          {t(isChartShown ? 'chart.hide' : 'chart.show')}
        </Button>
      </div>
      {isOpen && <MoreControls folded={folded} count={count} {...props} />}
    </div>
  )
})

export interface ControlsProps {
  report: Report
  calls: ReportCalls
  filters: ListFilters<ReportFilters>
  asked: Asked
  isChartShown: boolean
  showChart: (isShown: boolean) => void
  /** Changes what is asked for, at once. */
  set: (values: Partial<Asked>) => void
  /** Why the service refused a value. */
  errorOf: (name: string) => string | undefined
}
