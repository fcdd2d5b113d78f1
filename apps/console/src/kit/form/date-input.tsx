import { formWords } from '@kabao/contract/kernel/form.words'
import { DatePickerInput } from '@mantine/dates'
import { useEffect, useRef } from 'react'
import { IconCalendarEvent } from '../icons.ts'
import { useWords } from '../words/words.ts'
import { Calendar, calendarProps } from './calendar.tsx'
import classes from './form.module.css'
import type { Input, Looks } from './input.ts'

export default function DateInput({
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
      <DatePickerInput
        ref={button}
        label={label}
        placeholder={placeholder}
        description={description}
        error={error}
        withAsterisk={isRequired === true}
        disabled={isDisabled === true}
        popoverProps={{ classNames: { dropdown: classes.calendar } }}
        valueFormat="YYYY-MM-DD"
        clearable={!isRequired}
        rightSection={value === null ? <IconCalendarEvent size={14} aria-hidden /> : undefined}
        rightSectionPointerEvents={value === null ? 'none' : 'all'}
        clearButtonProps={{ 'aria-label': `${t('clear')} ${label}` }}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        {...calendarProps(t)}
      />
    </Calendar>
  )
}
