import { formWords } from '@kabao/contract/kernel/form.words'
import { type ReactNode, useState } from 'react'
import { PasswordInput } from '../controls/password-input.ts'
import { useWords } from '../words/words.ts'
import type { Input, Looks } from './input.ts'

interface PasswordFieldProps extends Input<string>, Omit<Looks, 'description' | 'placeholder'> {
  /** The kind of password that the browser may fill in. */
  autoComplete: 'current-password' | 'new-password'
  /** Shown below the input. */
  description?: ReactNode
  className?: string | undefined
  /** Whether it takes the focus when it appears. */
  isFirst?: boolean
}

/** A password in a form, with a button that shows it. */
export function PasswordField({
  name,
  value,
  onChange,
  error,
  onBlur,
  label,
  description,
  autoComplete,
  className,
  isFirst,
  isRequired,
  isDisabled,
}: PasswordFieldProps) {
  const { t } = useWords(formWords)
  const [isVisible, setIsVisible] = useState(false)
  return (
    <PasswordInput
      className={className}
      name={name}
      label={label}
      description={description}
      autoComplete={autoComplete}
      autoFocus={isFirst === true}
      data-autofocus={isFirst || undefined}
      maxLength={128}
      value={value}
      error={error}
      aria-invalid={Boolean(error)}
      withAsterisk={isRequired === true}
      disabled={isDisabled === true}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
      visible={isVisible}
      onVisibilityChange={setIsVisible}
      visibilityToggleButtonProps={{
        'aria-label': t(isVisible ? 'hidePassword' : 'showPassword', { label }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  )
}
