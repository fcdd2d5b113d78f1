import { formWords } from '@kabao/contract/form.words'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { useWords } from '../words/words.ts'
import { daysOf, type Preset, presets, type Range, rangeOf } from './business-time.ts'
import { Calendar, calendarProps } from './calendar.tsx'
import classes from './form.module.css'

const names = Object.keys(presets) as Preset[]

/** Common ranges, and a calendar for any other range. */
export default function RangePicker({ value, onChange }: { value: Range; onChange: (range: Range) => void }) {
  const { t } = useWords(formWords)
  const [days, setDays] = useState<[string | null, string | null]>(() => daysOf(value))
  return (
    <div className={classes.picker}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, no fields */}
      <div className={classes.presets} role="group" aria-label={t('range.presets')}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className={classes.preset}
            onClick={() => onChange(presets[name]())}
          >
            {t(`range.${name}`)}
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
            if (first && last) onChange(rangeOf(first, last))
          }}
          {...calendarProps(t)}
        />
      </Calendar>
    </div>
  )
}
