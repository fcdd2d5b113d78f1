import { formWords } from '@kabao/contract/kernel/form.words'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { useWords } from '../words/words.ts'
import { Calendar, calendarProps } from './calendar.tsx'
import classes from './form.module.css'

/** Common ranges by name, and a calendar for any other range of days. */
export default function RangeDays<P extends string>({
  presets,
  current,
  onPreset,
  days: given,
  onDays,
}: RangeDaysProps<P>) {
  const { t } = useWords(formWords)
  const [days, setDays] = useState<[string | null, string | null]>([given[0], given[1]])
  return (
    <div className={classes.picker}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, no fields */}
      <div className={classes.presets} role="group" aria-label={t('range.presets')}>
        {presets.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={classes.preset}
            aria-current={value === current || undefined}
            onClick={() => onPreset(value)}
          >
            {label}
          </button>
        ))}
      </div>
      <Calendar>
        <DatePicker
          type="range"
          allowSingleDateInRange
          value={days}
          defaultDate={days[1] ?? undefined}
          onChange={([first, last]) => {
            setDays([first, last])
            if (first && last) onDays(first, last)
          }}
          {...calendarProps(t)}
        />
      </Calendar>
    </div>
  )
}

interface RangeDaysProps<P extends string> {
  presets: readonly { value: P; label: string }[]
  /** The common range that is chosen. */
  current?: P | undefined
  onPreset: (preset: P) => void
  days: readonly [first: string | null, last: string | null]
  onDays: (first: string, last: string) => void
}
