import { formWords } from '@kabao/contract/kernel/form.words'
import { useWords } from '../words/words.ts'
import { daysOf, type Preset, presets, type Range, rangeOf } from './business-time.ts'
import RangeDays from './range-days.tsx'

const names = Object.keys(presets) as Preset[]

/** Common ranges, and a calendar for any other range. */
export default function RangePicker({ value, onChange }: { value: Range; onChange: (range: Range) => void }) {
  const { t } = useWords(formWords)
  return (
    <RangeDays
      presets={names.map((name) => ({ value: name, label: t(`range.${name}`) }))}
      onPreset={(name) => onChange(presets[name]())}
      days={daysOf(value)}
      onDays={(first, last) => onChange(rangeOf(first, last))}
    />
  )
}
