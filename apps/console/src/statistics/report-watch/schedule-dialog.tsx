import { exportFormats } from '@kabao/contract/kernel/export-body'
import { languages } from '@kabao/contract/kernel/language'
import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import { type ReportFilterName, reportFilterNames } from '@kabao/contract/statistics/report/filter-shape'
import { type Preset, presets } from '@kabao/contract/statistics/report/range'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportAreas } from '@kabao/contract/statistics/report/reports'
import {
  type ReportScheduleRow,
  reportSchedule,
  type ScheduleRhythm,
  scheduleRhythms,
} from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { describeFields } from '#kit/crud/describe-fields.ts'
import { FormDialog } from '#kit/form/form-dialog.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import { optionsOf } from '#kit/form/options.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { useEditor } from '#kit/form/use-editor.ts'
import { currentLanguage, useWords } from '#kit/words/words.ts'
import type { Asked } from '../report/report-kind.ts'
import { OnField } from './on-field.tsx'
import { chosenOf, RecipientsField } from './recipients-field.tsx'
import { ReportFields } from './report-fields.tsx'
import { hourText, weekdayOf } from './schedule-text.ts'
import classes from './watch.module.css'

type Content = Omit<ReportScheduleRow, 'id'>
type Filters = Partial<Record<ReportFilterName, string>>

/** The report as the reader sees it. */
export interface ShownReport {
  asked: Asked
  sort: string
  /** The keys of the visible columns, in their order. */
  columns: readonly string[]
}

export interface ScheduleDialogProps {
  report: Report
  /** The schedule that is edited; undefined: a new one. */
  entry?: ReportScheduleRow | undefined
  /** What a new one sends. */
  shown?: ShownReport
  onClose: () => void
}

function blankOf(report: Report, shown: ShownReport | undefined) {
  const { asked, sort = '-period', columns = [] } = shown ?? {}
  const { preset, grain = 'day', way = 'day', compare = 'none', by = 'both' } = asked ?? {}
  return {
    report: report.name,
    name: '',
    preset: (preset ?? report.preset) as Preset,
    grain,
    way,
    compare,
    by,
    sort: sort as Content['sort'],
    columns: columns as Content['columns'],
    format: 'xlsx' as Content['format'],
    language: currentLanguage() as Content['language'],
    rhythm: 'day' as ScheduleRhythm,
    weekday: null as number | null,
    monthDay: null as number | null,
    hour: 8,
    recipients: [] as string[],
    byMail: false,
    isOn: true,
    ...(Object.fromEntries(reportFilterNames.map((name) => [name, asked?.[name]])) as Filters),
  }
}

const days = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

/** Adds or edits a report that is sent at fixed times. */
export default function ScheduleDialog({ report, entry, shown, onClose }: ScheduleDialogProps) {
  const words = useWords(reportScheduleWords)
  const { t } = words
  const { t: word } = useWords(reportWords)
  const editor = useEditor({
    create: reportSchedule.create,
    update: reportSchedule.update,
    get: reportSchedule.get,
    entry,
    blank: blankOf(report, shown),
    onSaved: onClose,
  })
  const { draft, field, problems } = editor
  const number = (name: 'weekday' | 'monthDay' | 'hour') => {
    const { value, onChange, ...rest } = field(name)
    return {
      ...rest,
      value: value === null ? undefined : String(value),
      onChange: (next: string | undefined) => onChange((next === undefined ? null : Number(next)) as never),
    }
  }
  const rhythm = field('rhythm')
  const describe = describeFields(words, {
    preset: (preset: Preset) => word(`preset.${preset}`),
    rhythm: (each: ScheduleRhythm) => t(`rhythm.${each}`),
    byMail: (byMail: boolean) => t(byMail ? 'byMail.on' : 'byMail.off'),
    isOn: (isOn: boolean) => t(isOn ? 'state.on' : 'state.off'),
    columns: (keys: string[]) => String(keys.length),
  })
  const refused = problems.columns ?? problems.sort ?? problems.grain ?? problems.way ?? problems.compare
  return (
    <FormDialog
      title={t(entry ? 'edit' : 'new')}
      editor={editor}
      onClose={onClose}
      describe={describe}
      width={640}
    >
      <TextField label={t('field.name')} isRequired {...field('name')} />
      <FormRow>
        <SelectField
          label={t('field.preset')}
          description={t('hint.preset')}
          options={optionsOf(presets, (each) => word(`preset.${each}`))}
          isRequired
          {...field('preset')}
        />
      </FormRow>
      <ReportFields
        report={report}
        calls={reportAreas[report.name] as ReportCalls}
        field={(name) => field(name)}
      />
      <p className={classes.hint}>{t('hint.asShown', { count: draft.columns.length })}</p>
      {refused && (
        <p className={classes.problem} role="alert">
          {refused}
        </p>
      )}
      <FormRow>
        <SelectField
          label={t('field.rhythm')}
          options={optionsOf(scheduleRhythms, (each) => t(`rhythm.${each}`))}
          isRequired
          {...rhythm}
          onChange={(next: ScheduleRhythm) => {
            rhythm.onChange(next)
            field('weekday').onChange(next === 'week' ? 1 : null)
            field('monthDay').onChange(next === 'month' ? 1 : null)
          }}
        />
        {draft.rhythm === 'week' && (
          <SelectField
            label={t('field.weekday')}
            options={optionsOf(days(7), (day) => t(`weekday.${weekdayOf(Number(day))}`))}
            isRequired
            {...number('weekday')}
          />
        )}
        {draft.rhythm === 'month' && (
          <SelectField
            label={t('field.monthDay')}
            description={t('hint.monthDay')}
            options={optionsOf(days(31), (day) => (day === '31' ? t('lastDay') : t('day', { day })))}
            isRequired
            {...number('monthDay')}
          />
        )}
        <SelectField
          label={t('field.hour')}
          description={t('hint.hour')}
          options={optionsOf(
            Array.from({ length: 24 }, (_, hour) => String(hour)),
            (hour) => hourText(Number(hour)),
          )}
          isRequired
          {...number('hour')}
        />
      </FormRow>
      <RecipientsField
        label={t('field.recipients')}
        description={t('hint.recipients')}
        isRequired
        use={reportSchedule.recipients}
        report={report.name}
        chosen={chosenOf(entry)}
        {...field('recipients')}
      />
      <FormRow>
        <SelectField
          label={t('field.format')}
          options={optionsOf(exportFormats, (each) => each.toUpperCase())}
          isRequired
          {...field('format')}
        />
        <SelectField
          label={t('field.language')}
          options={optionsOf(languages, (each) => t(`language.${each}`))}
          isRequired
          {...field('language')}
        />
      </FormRow>
      <OnField label={t('field.byMail')} description={t('hint.byMail')} {...field('byMail')} />
      <OnField label={t('field.isOn')} {...field('isOn')} />
    </FormDialog>
  )
}
