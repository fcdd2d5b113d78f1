import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import type { ReportName } from '@kabao/contract/kernel/report-names'
import type { reportAlert } from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import type { reportSchedule } from '@kabao/contract/statistics/report-schedule'
import { useAnswer } from '#kit/call/query.ts'
import type { Input, Looks } from '#kit/form/input.ts'
import { MultiSelectField } from '#kit/form/multi-select-field.tsx'
import { namedOption } from '#kit/form/options.ts'
import { useWords } from '#kit/words/words.ts'

type Endpoint = typeof reportAlert.recipients | typeof reportSchedule.recipients

/** Who is told or sent a file: those who may receive it, and those who are chosen already, marked if they may not any more. */
export function RecipientsField({ use, report, chosen, ...input }: RecipientsFieldProps) {
  const { t } = useWords(reportAlertWords)
  const { data } = useAnswer(use as typeof reportAlert.recipients, { query: { report } })
  const known = new Set(data?.map(({ id }) => id))
  const kept = chosen
    .filter(({ id }) => !known.has(id) && input.value.includes(id))
    .map(({ id, name }) => ({ id, name: data ? t('noLonger', { name }) : name }))
  return <MultiSelectField {...input} options={[...(data ?? []), ...kept].map(namedOption)} />
}

interface RecipientsFieldProps extends Input<string[]>, Looks {
  use: Endpoint
  report: ReportName
  /** The recipients of the stored row. */
  chosen: AnswerOf<Endpoint>
}

/** The recipients of a row with their names. */
export const chosenOf = (
  row: { recipients: string[]; recipientNames: string[] } | undefined,
): AnswerOf<Endpoint> =>
  row?.recipients.map((id, index) => ({ id, name: row.recipientNames[index] ?? `#${id}` })) ?? []
