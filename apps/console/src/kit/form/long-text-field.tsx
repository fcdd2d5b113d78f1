import { Textarea } from '@mantine/core'
import { memo } from 'react'
import type { Input, Looks } from './input.ts'

/** Several lines of text in a form. */
export const LongTextField = memo(function LongTextField({
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
    <Textarea
      name={name}
      label={label}
      placeholder={placeholder}
      description={description}
      rows={3}
      value={value}
      error={error}
      withAsterisk={isRequired === true}
      disabled={isDisabled === true}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
})
