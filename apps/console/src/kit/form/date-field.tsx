import { formWords } from '@kabao/contract/kernel/form.words'
import { lazy, memo, Suspense, useState } from 'react'
import { IconCalendarEvent } from '../icons.ts'
import { useWords } from '../words/words.ts'
import { FakeInput } from './fake-input.tsx'
import classes from './form.module.css'
import type { Input, Looks } from './input.ts'

const DateInput = lazy(() => import('./date-input.tsx'))

/** A business day, `2026-03-01`. */
export const DateField = memo(function DateField(props: Input<string | null> & Looks) {
  const { t } = useWords(formWords)
  // The calendar is fetched when the field is used, or when it has a value that can be cleared.
  const [isPressed, setIsPressed] = useState(false)
  const placeholder = props.placeholder ?? t('date.day')
  const waiting = (isLoading: boolean) => (
    <FakeInput
      {...props}
      placeholder={placeholder}
      text={props.value ?? ''}
      isLoading={isLoading}
      end={<IconCalendarEvent size={14} aria-hidden className={classes.passive} />}
      onOpen={() => setIsPressed(true)}
    />
  )
  if (!isPressed && (props.value === null || props.isRequired)) return waiting(false)
  return (
    <Suspense fallback={waiting(true)}>
      <DateInput {...props} placeholder={placeholder} opensAtOnce={isPressed} />
    </Suspense>
  )
})
