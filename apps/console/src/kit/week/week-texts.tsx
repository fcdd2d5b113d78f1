import { weekWords } from '@kabao/contract/kernel/week.words'
import { useState } from 'react'
import { TextInput } from '../controls/text-input.ts'
import { useWords } from '../words/words.ts'
import classes from './week.module.css'
import {
  type Day,
  dayKeys,
  days,
  isWindow,
  readSpans,
  spansText,
  type Week,
  type WeekWindow,
  windowsOf,
} from './week.ts'

interface WeekTextsProps {
  value: readonly WeekWindow[]
  week: Week
  onChange: (value: WeekWindow[]) => void
}

/** The windows of each day as a text. */
export function WeekTexts({ value, week, onChange }: WeekTextsProps) {
  const { t } = useWords(weekWords)
  const [typing, setTyping] = useState<{ day: Day; text: string } | null>(null)
  const type = (day: Day, text: string) => {
    setTyping({ day, text })
    const spans = readSpans(text)
    const others = value.filter(({ weekday }) => weekday !== day + 1)
    const own = spans
      ? windowsOf(week.map((_, each) => (each === day ? spans : [])))
      : [{ weekday: day + 1, from: text, to: '' }]
    onChange([...others, ...own].toSorted((one, other) => one.weekday - other.weekday))
  }
  return (
    <div className={classes.texts}>
      {days.map((day) => {
        const wrong = value.find((window) => window.weekday === day + 1 && !isWindow(window))
        const stored = wrong ? wrong.from : spansText(week[day] ?? [])
        return (
          <TextInput
            key={day}
            label={t(dayKeys[day])}
            placeholder={t('placeholder')}
            autoComplete="off"
            value={typing?.day === day ? typing.text : stored}
            error={wrong && t('wrong')}
            onChange={(event) => type(day, event.currentTarget.value)}
            // As typed until then; afterwards as it was read.
            onBlur={() => setTyping(null)}
          />
        )
      })}
    </div>
  )
}
