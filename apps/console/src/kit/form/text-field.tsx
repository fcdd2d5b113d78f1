import { memo } from 'react'
import { TextInput } from '../controls/text-input.ts'
import type { Input, Looks } from './input.ts'

/** One line of text in a form. */
export const TextField = memo(function TextField({
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
}: Input<string> & Looks) {
  return (
    <TextInput
      name={name}
      label={label}
      placeholder={placeholder}
      description={description}
      autoComplete="off"
      value={value}
      error={error}
      withAsterisk={isRequired === true}
      disabled={isDisabled === true}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
})
