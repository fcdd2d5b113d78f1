import { formWords } from '@kabao/contract/kernel/form.words'
import { lazy, memo, type RefObject, Suspense, startTransition, useRef, useState } from 'react'
import { TextInput } from '../controls/text-input.ts'
import type { Input, Looks } from '../form/input.ts'
import { IconChevronDown } from '../icons.ts'
import { useWords } from '../words/words.ts'
import type { ChoiceSearch, Given } from './choices-query.ts'

// Fetched when the pointer or the focus comes to a filter that is not set, or when any other such field is shown.
const ChoiceCombobox = lazy(() => import('./choice-combobox.tsx'))

export type Use = { use: ChoiceSearch; given?: Given }

/** One record of an entity, in a list's filter: a disabled record can be chosen too. */
export const ChoiceFilter = memo(function ChoiceFilter(props: Input<string | undefined> & Looks & Use) {
  return <Single {...props} isFilter />
})

/** One record of an entity, in a form: a disabled record can only be kept. */
export const ChoiceField = memo(function ChoiceField(props: Input<string | undefined> & Looks & Use) {
  return <Single {...props} />
})

/** Several records of an entity, in a form: disabled records can only be kept. */
export const ChoicesField = memo(function ChoicesField(props: Input<readonly string[]> & Looks & Use) {
  return <Late {...props} values={props.value} onChange={props.onChange} isMultiple />
})

function Single({
  value,
  onChange,
  ...others
}: Input<string | undefined> & Looks & Use & { isFilter?: boolean }) {
  return (
    <Late
      {...others}
      values={value === undefined ? [] : [value]}
      onChange={(values) => onChange(values[0])}
    />
  )
}

export type ChoiceComboboxProps = Omit<Input<unknown>, 'value' | 'onChange'> &
  Looks &
  Use & {
    values: readonly string[]
    onChange: (values: string[]) => void
    isMultiple?: boolean
    isFilter?: boolean
  }

/** What was done with the input before the combobox arrived. */
export interface AtFirst {
  isFocusedAtFirst: boolean
  typedAtFirst: string
  /** That input; a dialog may have marked it as its first field. */
  before: RefObject<HTMLInputElement | null>
}

/** Until the combobox has arrived, an input that looks like it; the focus and what was typed pass on to it. */
export function Late(props: ChoiceComboboxProps) {
  const { t } = useWords(formWords)
  const [isFocused, setIsFocused] = useState(false)
  const [typed, setTyped] = useState('')
  const isSet = props.values.length > 0
  const [isUsed, setIsUsed] = useState(false)
  const before = useRef<HTMLInputElement | null>(null)
  // What is shown stays, with its focus, until the combobox is there.
  const use = () => startTransition(() => setIsUsed(true))
  const waiting = (
    <TextInput
      // It is asked about after it has gone.
      ref={(input) => {
        if (input) before.current = input
      }}
      label={props.label}
      placeholder={props.placeholder ?? t('search')}
      description={props.description}
      error={props.error}
      withAsterisk={props.isRequired === true}
      disabled={props.isDisabled === true}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      role="combobox"
      aria-expanded={false}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onPointerEnter={use}
      onFocus={() => {
        setIsFocused(true)
        use()
      }}
      onBlur={() => setIsFocused(false)}
    />
  )
  return (
    <Suspense fallback={waiting}>
      {isUsed || isSet || !props.isFilter ? (
        <ChoiceCombobox {...props} isFocusedAtFirst={isFocused} typedAtFirst={typed} before={before} />
      ) : (
        waiting
      )}
    </Suspense>
  )
}
