import { ways } from '@kabao/contract/statistics/report/calls'
import { comparisons, type Days, grains, type Preset } from '@kabao/contract/statistics/report/range'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { memo } from 'react'
import { today } from '#kit/form/business-time.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { formatInstant } from '#kit/format.ts'
import { useWords } from '#kit/words/words.ts'
import { askedDays, presetOf } from './asked-days.ts'
import classes from './controls.module.css'
import { figureTitle } from './figure-title.ts'
import { RangeChoice } from './range-choice.tsx'
import type { Asked } from './report-kind.ts'
import { RowsChoice } from './rows-choice.tsx'

/** What is counted: the days, how long a row is, by which day, compared with what, and what a row is about. */
export const Controls = memo(function Controls({ report, asked, upTo, set, errorOf }: ControlsProps) {
  const { t } = useWords(reportPageWords)
  const { t: word, language } = useWords(reportWords)
  const days = askedDays(asked, report.preset)
  const isOneDay = days.from === days.to
  const { grain, way, compare, by, across } = asked
  const choose = <V extends string>(
    name: 'grain' | 'way' | 'compare' | 'by',
    values: readonly V[],
    value: V,
  ) => ({
    name,
    label: word(`field.${name}`),
    options: values.map((each) => ({ value: each, label: word(`${name}.${each}` as 'grain.day') })),
    value,
    isRequired: true as const,
    error: errorOf(name),
  })
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
      <div className={classes.range}>
        <RangeChoice
          preset={presetOf(asked, report.preset)}
          days={days}
          error={errorOf('from') ?? errorOf('to') ?? errorOf('preset')}
          onChange={setRange}
        />
      </div>
      <SelectField
        {...choose('grain', isOneDay ? grains : grains.filter((each) => each !== 'hour'), grain)}
        onChange={(next: Asked['grain']) => set({ grain: next, ...(next === 'hour' && { way: undefined }) })}
      />
      <SelectField
        {...choose('way', ways, way)}
        onChange={(next: Asked['way']) =>
          set({ way: next, ...(next === 'came' && grain === 'hour' && { grain: undefined }) })
        }
      />
      {!across && (
        <SelectField
          {...choose('compare', comparisons, compare)}
          onChange={(next: Asked['compare']) => set({ compare: next })}
        />
      )}
      {report.dimension !== 'none' && (
        <RowsChoice
          report={report}
          by={by}
          across={across}
          error={errorOf('across') ?? errorOf('by')}
          set={set}
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
      <p className={classes.hint}>
        {t(`wayHint.${way}`)} {compare !== 'none' && days.to >= today() && `${t('wholeDays')} `}
        {upTo && word('upTo', { at: formatInstant(upTo, language) })}
      </p>
    </div>
  )
})

interface ControlsProps {
  report: Report
  asked: Asked
  /** Everything that happened until then is counted. */
  upTo: string | null | undefined
  /** Changes what is asked for, at once. */
  set: (values: Partial<Asked>) => void
  /** Why the service refused a value. */
  errorOf: (name: string) => string | undefined
}
