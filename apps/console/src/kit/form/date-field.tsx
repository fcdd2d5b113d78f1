import { formWords } from '@kabao/contract/kernel/form.words'
import { lazy, memo, Suspense, useState } from 'react'
import { useWords } from '../words/words.ts'
import { FakeInput } from './fake-input.tsx'
import type { Input, Looks } from './input.ts'

const DateInput = lazy(() => import('./date-input.tsx'))

/** A business day, `2026-03-01`. */
export const DateField = memo(function DateField(props: Input<string | null> & Looks) {
  const { t } = useWords(formWords)
  // A click on the field while its calendar is loading opens the calendar as soon as it is there.
  const [isPressed, setIsPressed] = useState(false)
  const placeholder = props.placeholder ?? t('date.day')
  return (
    <Suspense
      fallback={
        <FakeInput
          {...props}
          placeholder={placeholder}
          text={props.value ?? ''}
          isLoading
          onOpen={() => setIsPressed(true)}
        />
      }
    >
      <DateInput {...props} placeholder={placeholder} opensAtOnce={isPressed} />
    </Suspense>
  )
})
