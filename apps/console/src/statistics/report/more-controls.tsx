import { ways } from '@kabao/contract/statistics/report/calls'
import { mostFilterIds } from '@kabao/contract/statistics/report/filter-shape'
import type { ReportFilter } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { ChoicesFilter } from '#kit/choice/choices-filter.tsx'
import { Button } from '#kit/controls/button.ts'
import { RegionField } from '#kit/form/region-field.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './controls.module.css'
import type { ControlsProps } from './controls.tsx'
import { RowsChoice } from './rows-choice.tsx'
import { setting } from './setting.ts'

/** A filter of a report, which applies at once. */
export function ReportFilterField({
  name,
  calls,
  filters,
  set,
}: { name: ReportFilter } & Pick<ControlsProps, 'calls' | 'filters' | 'set'>) {
  const { t: word } = useWords(reportWords)
  const common = {
    ...filters.filter(name),
    label: word(`field.${name}`),
    placeholder: word('dimension.none'),
    onChange: (value: string | undefined) => set({ [name]: value || undefined }),
  }
  if (name === 'cityCode') return <RegionField {...common} />
  return <ChoicesFilter use={calls[choices[name]]} most={mostFilterIds} {...common} />
}

const choices = { channelId: 'channels', orgId: 'orgs', planId: 'plans', productId: 'products' } as const

/** What a report is asked for more rarely: what a row is, by which day it counts, and the other filters. */
export function MoreControls({
  folded,
  count,
  ...props
}: ControlsProps & { folded: readonly ReportFilter[]; count: number }) {
  const { t } = useWords(reportPageWords)
  const { t: word } = useWords(reportWords)
  const { report, asked, set, errorOf } = props
  const { way, grain } = asked
  return (
    <>
      <div className={classes.more}>
        {report.dimension !== 'none' && (
          <RowsChoice
            report={report}
            by={asked.by}
            across={asked.across}
            error={errorOf('across') ?? errorOf('by')}
            set={set}
          />
        )}
        <SelectField
          {...setting('way', ways, way, word, errorOf)}
          onChange={(next: typeof way) =>
            set(next === 'came' && grain === 'hour' ? { way: next, grain: undefined } : { way: next })
          }
        />
        {folded.map((name) => (
          <ReportFilterField key={name} name={name} {...props} />
        ))}
        {count > 0 && (
          <Button
            variant="subtle"
            onClick={() =>
              set({
                by: undefined,
                across: undefined,
                cellFigure: undefined,
                way: undefined,
                ...Object.fromEntries(folded.map((name) => [name, undefined])),
              })
            }
          >
            {t('moreClear')}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{t(`wayHint.${way}`)}</p>
    </>
  )
}
