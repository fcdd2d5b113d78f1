import { formWords } from '@kabao/contract/kernel/form.words'
import { lazy, memo, Suspense, useState } from 'react'
import { IconCalendarEvent } from '../icons.ts'
import { useWords } from '../words/words.ts'
import { wallClock } from './business-time.ts'
import { FakeInput } from './fake-input.tsx'
import classes from './form.module.css'
import type { Input, Looks } from './input.ts'

const DateTimeInput = lazy(() => import('./date-time-input.tsx'))

/** An instant, shown and typed in the business time zone. */
export const DateTimeField = memo(function DateTimeField(props: Input<string | null> & Looks) {
  const { t } = useWords(formWords)
  // The calendar is fetched when the field is used, or when it has a value that can be cleared.
  const [isPressed, setIsPressed] = useState(false)
  const placeholder = props.placeholder ?? t('date.placeholder')
  const text = props.value === null ? '' : wallClock(props.value)
  const waiting = (isLoading: boolean) => (
    <FakeInput
      {...props}
      placeholder={placeholder}
      text={text}
      isLoading={isLoading}
      end={<IconCalendarEvent size={14} aria-hidden className={classes.passive} />}
      onOpen={() => setIsPressed(true)}
    />
  )
  if (!isPressed && (props.value === null || props.isRequired)) return waiting(false)
  return (
    <Suspense fallback={waiting(true)}>
      <DateTimeInput {...props} placeholder={placeholder} opensAtOnce={isPressed} />
    </Suspense>
  )
})
