import { importWords } from '@kabao/contract/kernel/import.words'
import { inLanguage } from '@kabao/contract/kernel/language'
import { SelectField } from '../form/select-field.tsx'
import { formatNumber } from '../format.ts'
import { useWords } from '../words/words.ts'
import { countsOf, type ImportReport } from './counts.ts'
import type { ImportInto } from './into.ts'

/** What the user chose for each state. */
export type Chosen = Readonly<Record<string, string>>

interface ChosenProps {
  into: ImportInto
  report: ImportReport
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

/** The states of rows that the list already has, each with what is done with them. */
export function Choices({ into, report, chosen, onChoose }: ChosenProps) {
  const { t, language } = useWords(importWords)
  const { choices } = into
  if (!choices) return null
  return countsOf(into, report, language).map(({ state, name, count }) => {
    const options = choices.of[state]
    if (!options || count === 0) return null
    return (
      <SelectField
        key={state}
        name={state}
        label={t('forThese', { name, count: formatNumber(count, language) })}
        options={options.map((value) => ({
          value,
          label: inLanguage(choices.words[value] ?? ['', ''], language),
        }))}
        value={chosen[state] ?? options[0]}
        onChange={(value: string | undefined) => onChoose({ ...chosen, [state]: value ?? options[0] })}
        isRequired
      />
    )
  })
}

/** Whether something is to be done with rows that the list already has. */
export const isAnyChosen = ({ choices }: ImportInto, report: ImportReport, chosen: Chosen): boolean =>
  Object.entries(choices?.of ?? {}).some(
    ([state, [first]]) =>
      ((report as unknown as Record<string, number>)[state] ?? 0) > 0 && (chosen[state] ?? first) !== first,
  )
