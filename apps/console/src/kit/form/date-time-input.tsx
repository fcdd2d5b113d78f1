import { formWords } from '@kabao/contract/kernel/form.words'
import { DateTimePicker } from '@mantine/dates'
import { useEffect, useRef } from 'react'
import { IconCalendarEvent } from '../icons.ts'
import { useWords } from '../words/words.ts'
import { instantAt, wallClock } from './business-time.ts'
import { Calendar, calendarProps } from './calendar.tsx'
import classes from './form.module.css'
import type { Input, Looks } from './input.ts'

export default function DateTimeInput({
  value,
  onChange,
  error,
  onBlur,
  label,
  placeholder,
  description,
  isRequired,
  isDisabled,
  opensAtOnce,
}: Input<string | null> & Looks & { opensAtOnce: boolean }) {
  const { t } = useWords(formWords)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!opensAtOnce) return
    button.current?.focus()
    button.current?.click()
  }, [opensAtOnce])
  return (
    <Calendar>
      <DateTimePicker
        ref={button}
        label={label}
        placeholder={placeholder}
        description={description}
        error={error}
        withAsterisk={isRequired === true}
        disabled={isDisabled === true}
        popoverProps={{ classNames: { dropdown: classes.calendar } }}
        valueFormat="YYYY-MM-DD HH:mm:ss"
        withSeconds
        clearable={!isRequired}
        rightSection={value === null ? <IconCalendarEvent size={14} aria-hidden /> : undefined}
        rightSectionPointerEvents={value === null ? 'none' : 'all'}
        clearButtonProps={{ 'aria-label': `${t('clear')} ${label}` }}
        defaultTimeValue="23:59:59"
        timePickerProps={{ 'aria-label': t('date.time') }}
        submitButtonProps={{ 'aria-label': t('date.done') }}
        value={value === null ? null : wallClock(value)}
        onChange={(wall) => onChange(wall === null ? null : instantAt(wall))}
        onBlur={onBlur}
        {...calendarProps(t)}
      />
    </Calendar>
  )
}
