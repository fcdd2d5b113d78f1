import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { formWords } from '@kabao/contract/kernel/form.words'
import { MultiSelect } from '@mantine/core'
import { memo } from 'react'
import { useWords } from '../words/words.ts'
import type { Input, Looks } from './input.ts'
import type { Option } from './options.ts'

export type ChoiceOption = Option & { isDisabled?: boolean }

/** Several of a few choices; typing filters the list. */
export const MultiSelectField = memo(function MultiSelectField({
  name,
  value,
  onChange,
  error,
  onBlur,
  label,
  placeholder,
  description,
  isRequired,
  isDisabled,
  options,
}: Input<string[]> & Looks & { options: readonly ChoiceOption[] }) {
  const { t } = useWords(formWords)
  // A choice that cannot be added cannot be removed either.
  const fixed = new Set(options.flatMap((option) => (option.isDisabled ? option.value : [])))
  const kept = value.filter((each) => fixed.has(each))
  return (
    <MultiSelect
      name={name}
      label={label}
      description={description}
      placeholder={value.length === 0 ? (placeholder ?? t('choose')) : undefined}
      data={options.map(({ value: option, label: text, isDisabled: disabled = false }) => ({
        value: option,
        label: text,
        disabled,
      }))}
      value={value}
      onChange={(chosen) => onChange([...new Set([...kept, ...chosen])])}
      onBlur={onBlur}
      error={error}
      withAsterisk={isRequired === true}
      disabled={isDisabled === true}
      searchable
      nothingFoundMessage={t('nothingFound')}
      checkIconPosition="right"
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  )
})
