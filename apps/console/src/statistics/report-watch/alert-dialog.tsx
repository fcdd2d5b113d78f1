import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import { type ReportFilterName, reportFilterNames } from '@kabao/contract/statistics/report/filter-shape'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportAreas } from '@kabao/contract/statistics/report/reports'
import {
  type AlertCondition,
  alertConditions,
  alertRhythms,
  type ReportAlertRow,
  reportAlert,
} from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { describeFields } from '#kit/crud/describe-fields.ts'
import { FormDialog } from '#kit/form/form-dialog.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import { MoneyField, NumberField, PercentField } from '#kit/form/number-field.tsx'
import { optionsOf } from '#kit/form/options.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { useEditor } from '#kit/form/use-editor.ts'
import { useWords } from '#kit/words/words.ts'
import { isDeviation } from './alert-text.ts'
import { AlertTrial } from './alert-trial.tsx'
import { OnField } from './on-field.tsx'
import { chosenOf, RecipientsField } from './recipients-field.tsx'
import { ReportFields } from './report-fields.tsx'
import classes from './watch.module.css'

type Filters = Partial<Record<ReportFilterName, string>>

export interface AlertDialogProps {
  report: Report
  /** The alert that is edited; undefined: a new one. */
  entry?: ReportAlertRow | undefined
  /** The filters that a new one begins with. */
  filters?: Filters
  onClose: () => void
}

const blankOf = (report: Report, filters: Filters) => ({
  report: report.name,
  name: '',
  figure: report.chart as FigureName,
  condition: 'above' as AlertCondition,
  bound: null as number | null,
  every: 'day' as (typeof alertRhythms)[number],
  recipients: [] as string[],
  isOn: true,
  ...(Object.fromEntries(reportFilterNames.map((name) => [name, filters[name]])) as Filters),
})

/** Adds or edits an alert on a figure of a report. */
export default function AlertDialog({ report, entry, filters = {}, onClose }: AlertDialogProps) {
  const words = useWords(reportAlertWords)
  const { t } = words
  const { t: word } = useWords(reportWords)
  const calls = reportAreas[report.name] as ReportCalls
  const editor = useEditor({
    create: reportAlert.create,
    update: reportAlert.update,
    get: reportAlert.get,
    entry,
    blank: blankOf(report, filters),
    onSaved: onClose,
  })
  const { draft, field } = editor
  const [figure, condition] = [field('figure'), field('condition')]
  const bound = { ...field('bound'), label: t(isDeviation(draft) ? 'field.percent' : 'field.bound') }
  const describe = describeFields(words, {
    figure: (name: FigureName) => word(`figure.${name}`),
    condition: (name: AlertCondition) => t(`condition.${name}`),
    every: (name: (typeof alertRhythms)[number]) => t(`every.${name}`),
    isOn: (isOn: boolean) => t(isOn ? 'state.on' : 'state.off'),
  })
  // The unit of the bound depends on both.
  const anew = (change: () => void) => {
    change()
    field('bound').onChange(null)
  }
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
          label={t('field.figure')}
          options={optionsOf(report.figures, (name) => word(`figure.${name}`))}
          isRequired
          {...figure}
          onChange={(next: FigureName) => anew(() => figure.onChange(next))}
        />
        <SelectField
          label={t('field.condition')}
          options={optionsOf(alertConditions, (name) => t(`condition.${name}`))}
          isRequired
          {...condition}
          onChange={(next: AlertCondition) => anew(() => condition.onChange(next))}
        />
        <Bound key={`${draft.figure} ${draft.condition}`} rule={draft} isRequired {...bound} />
      </FormRow>
      <ReportFields report={report} calls={calls} field={(name) => field(name)} />
      <SelectField
        label={t('field.every')}
        description={t(`hint.${draft.every}`)}
        options={optionsOf(alertRhythms, (name) => t(`every.${name}`))}
        isRequired
        {...field('every')}
      />
      <RecipientsField
        label={t('field.recipients')}
        description={t('hint.recipients')}
        use={reportAlert.recipients}
        report={report.name}
        chosen={chosenOf(entry)}
        {...field('recipients')}
      />
      <OnField label={t('field.isOn')} {...field('isOn')} />
      <AlertTrial rule={{ ...draft, report: report.name }} />
      <p className={classes.hint}>{t('hint.unknown')}</p>
    </FormDialog>
  )
}

/** The bound in the unit of the figure; of a deviation in percent. */
function Bound({
  rule,
  ...input
}: { rule: { figure: FigureName; condition: AlertCondition } } & React.ComponentProps<typeof NumberField>) {
  const { format } = figures[rule.figure]
  if (isDeviation(rule) || format === 'rate') return <PercentField {...input} />
  return format === 'count' ? <NumberField {...input} /> : <MoneyField {...input} />
}
