import { weekWords } from '@kabao/contract/kernel/week.words'
import { Input as MantineInput } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import { Button } from '../controls/button.ts'
import type { Input, Looks } from '../form/input.ts'
import { useWords } from '../words/words.ts'
import classes from './week.module.css'
import { type Area, changed, days, isWindow, type WeekWindow, weekOf, weekText, windowsOf } from './week.ts'
import { WeekGrid } from './week-grid.tsx'
import { WeekTexts } from './week-texts.tsx'

interface WeekFieldProps
  extends Omit<Input<readonly WeekWindow[]>, 'onChange'>,
    Pick<Looks, 'label' | 'description'> {
  onChange: (value: WeekWindow[]) => void
}

const presets = {
  everyDay: days.map((day) => ({ weekday: day + 1, from: '09:00', to: '21:00' })),
  workdays: days.slice(0, 5).map((day) => ({ weekday: day + 1, from: '09:00', to: '18:00' })),
  anyTime: [],
} satisfies Record<string, WeekWindow[]>
const presetNames = ['everyDay', 'workdays', 'anyTime'] as const

/**
 * The windows of a week: drawn over half hours, or typed to the minute for each day. No window means at any time. A typed text that is
 * no time stays in the value as a window that the contract refuses, so that it is neither lost nor saved.
 */
export function WeekField({ value, onChange, onBlur, error, label, description }: WeekFieldProps) {
  const words = useWords(weekWords)
  const { t } = words
  const id = useId()
  const week = useMemo(() => weekOf(value), [value])
  const [isTyping, setIsTyping] = useState(false)
  const draw = (area: Area, isAdded: boolean) => {
    const [first, last] = area.days
    const unread = value.filter(
      (each) => !isWindow(each) && (each.weekday <= first || each.weekday > last + 1),
    )
    onChange(
      [...windowsOf(changed(week, area, isAdded)), ...unread].toSorted((a, b) => a.weekday - b.weekday),
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has the style of the browser
    <div role="group" aria-labelledby={`${id}-label`} className={classes.field} onBlur={onBlur}>
      <div className={classes.head}>
        <span id={`${id}-label`} className={classes.label}>
          {label}
        </span>
        {presetNames.map((name) => (
          <Button key={name} size="compact-xs" variant="subtle" onClick={() => onChange(presets[name])}>
            {t(name)}
          </Button>
        ))}
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isTyping}
          onClick={() => setIsTyping((before) => !before)}
        >
          {t('texts')}
        </Button>
      </div>
      <p className={classes.description}>{[description, t('none')].filter(Boolean).join(' ')}</p>
      <WeekGrid label={t('grid', { label })} week={week} hasError={error !== undefined} onDraw={draw} />
      <p className={classes.summary} aria-live="polite">
        {weekText(value, words)}
      </p>
      {isTyping && <WeekTexts value={value} week={week} onChange={onChange} />}
      {error && <MantineInput.Error>{error}</MantineInput.Error>}
    </div>
  )
}
