import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { TagsInput } from '@mantine/core'
import { memo } from 'react'
import type { Input, Looks } from './input.ts'

/** Several short texts: Enter, a comma or leaving the field ends each. */
export const TagsField = memo(function TagsField({
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
}: Input<string[]> & Looks) {
  return (
    <TagsInput
      name={name}
      label={label}
      description={description}
      placeholder={placeholder}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      withAsterisk={isRequired === true}
      disabled={isDisabled === true}
      splitChars={[',', '，', ';', '；']}
      acceptValueOnBlur
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  )
})
