import { formWords } from '@kabao/contract/kernel/form.words'
import { lazy, memo, Suspense, useState } from 'react'
import { useWords } from '../words/words.ts'
import { wallClock } from './business-time.ts'
import { FakeInput } from './fake-input.tsx'
import type { Input, Looks } from './input.ts'

const DateTimeInput = lazy(() => import('./date-time-input.tsx'))

/** An instant, shown and typed in the business time zone. */
export const DateTimeField = memo(function DateTimeField(props: Input<string | null> & Looks) {
  const { t } = useWords(formWords)
  // A click on the field while its calendar is loading opens the calendar as soon as it is there.
  const [isPressed, setIsPressed] = useState(false)
  const placeholder = props.placeholder ?? t('date.placeholder')
  const text = props.value === null ? '' : wallClock(props.value)
  return (
    <Suspense
      fallback={
        <FakeInput
          {...props}
          placeholder={placeholder}
          text={text}
          isLoading
          onOpen={() => setIsPressed(true)}
        />
      }
    >
      <DateTimeInput {...props} placeholder={placeholder} opensAtOnce={isPressed} />
    </Suspense>
  )
})
