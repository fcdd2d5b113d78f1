import { formWords } from '@kabao/contract/kernel/form.words'
import { lazy, memo, Suspense, useState } from 'react'
import { TextInput } from '../controls/text-input.ts'
import type { Input, Looks } from '../form/input.ts'
import { IconChevronDown } from '../icons.ts'
import { useWords } from '../words/words.ts'
import type { ChoiceSearch, Given } from './choices-query.ts'

// Fetched when a field is shown: most lists have such a filter only among those that are hidden at first.
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

/** Until the combobox has arrived, an input that looks like it; the focus passes on to it. */
export function Late(props: ChoiceComboboxProps) {
  const { t } = useWords(formWords)
  const [isFocused, setIsFocused] = useState(false)
  const waiting = (
    <TextInput
      label={props.label}
      placeholder={props.placeholder ?? t('search')}
      description={props.description}
      error={props.error}
      withAsterisk={props.isRequired === true}
      disabled={props.isDisabled === true}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      readOnly
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    />
  )
  return (
    <Suspense fallback={waiting}>
      <ChoiceCombobox {...props} isFocusedAtFirst={isFocused} />
    </Suspense>
  )
}
