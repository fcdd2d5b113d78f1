import { type KeyboardEvent, useRef } from 'react'
import type { Option } from '#kit/form/options.ts'
import classes from './lead.module.css'

/** A few choices in sight. With `hasDigits`, a number key chooses one and passes the focus on. */
export function DigitChoice<V extends string>({
  name,
  label,
  options,
  value,
  onChange,
  hasDigits = false,
  onDigit,
}: {
  name: string
  label: string
  options: readonly Option<V>[]
  value: V
  onChange: (value: V) => void
  hasDigits?: boolean
  /** A number key has chosen. */
  onDigit?: () => void
}) {
  const group = useRef<HTMLFieldSetElement>(null)
  const keyDown = (event: KeyboardEvent) => {
    const option = hasDigits ? options[Number(event.key) - 1] : undefined
    if (!option || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    onChange(option.value)
    onDigit?.()
  }
  return (
    <fieldset ref={group} className={classes.choices} onKeyDown={keyDown} data-choice={name}>
      <legend>{label}</legend>
      {options.map((option, index) => (
        <label key={option.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {hasDigits && (
            <span className={classes.digit} aria-hidden>
              {index + 1}
            </span>
          )}
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
