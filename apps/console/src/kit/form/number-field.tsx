import {
  type NumberBounds,
  type NumberKind,
  readNumber,
  unitsIn,
  writeNumber,
} from '@kabao/contract/kernel/number-text'
import { type KeyboardEvent, memo, useRef, useState } from 'react'
import { TextInput } from '../controls/text-input.ts'
import { IconChevronDown, IconChevronUp } from '../icons.ts'
import type { Input, Looks } from './input.ts'
import classes from './number-field.module.css'
import { useFaultWords } from './use-fault-words.ts'

/**
 * The value is null while the field is empty, and NaN while its text is no number within the bounds: every schema refuses NaN, so
 * nothing is sent in its place. The text stays in the field, with its fault when the focus has left or a form was sent.
 */
type NumberFieldProps = Input<number | null> & Looks & NumberBounds

/** A whole number. */
export const NumberField = memo(function NumberField(props: NumberFieldProps) {
  return <TypedNumber {...props} kind="whole" />
})

/** An amount of money: the value is in fen, shown and typed in yuan. */
export const MoneyField = memo(function MoneyField(props: NumberFieldProps) {
  return <TypedNumber {...props} kind="money" />
})

/** A share: the value is in basis points, shown and typed in percent. */
export const PercentField = memo(function PercentField(props: NumberFieldProps) {
  return <TypedNumber {...props} kind="percent" />
})

function TypedNumber({
  kind,
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
  min = 0,
  max,
}: NumberFieldProps & { kind: NumberKind }) {
  const wordFault = useFaultWords(kind)
  const [typed, setTyped] = useState<{ text: string; value: number | null } | null>(null)
  const [hasFocus, setHasFocus] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const bounds = { min, max }
  // Another value than that of the text was set from outside.
  const text = typed && Object.is(typed.value, value) ? typed.text : null
  const reading = readNumber(kind, text ?? (Number.isNaN(value) ? String(value) : ''), bounds)
  const isWrong = 'fault' in reading && (!hasFocus || error !== undefined)

  const put = (text: string, value: number | null) => {
    setTyped({ text, value })
    onChange(value)
  }
  const type = (text: string) => {
    const reading = readNumber(kind, text, bounds)
    put(text, 'fault' in reading ? Number.NaN : reading.value)
  }
  const next = (direction: 1 | -1) =>
    Math.min(
      Math.max(value === null ? 0 : value + direction * unitsIn[kind], min),
      max ?? Number.MAX_SAFE_INTEGER,
    )
  const step = (direction: 1 | -1) => {
    if (!Number.isNaN(value)) put(writeNumber(kind, next(direction)), next(direction))
  }
  const stepByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(event.key === 'ArrowUp' ? 1 : -1)
  }
  const stepButton = (direction: 1 | -1) => (
    <button
      type="button"
      // Like the arrow keys, which is how the keyboard and a screen reader step.
      tabIndex={-1}
      aria-hidden
      className={classes.step}
      disabled={isDisabled === true || (value !== null && next(direction) === value)}
      onMouseDown={(event) => {
        event.preventDefault()
        input.current?.focus()
      }}
      onClick={() => step(direction)}
    >
      {direction === 1 ? <IconChevronUp size={12} /> : <IconChevronDown size={12} />}
    </button>
  )
  return (
    <TextInput
      ref={input}
      name={name}
      label={label}
      placeholder={placeholder}
      description={description}
      value={text ?? writeNumber(kind, value)}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={stepByKey}
      onFocus={() => setHasFocus(true)}
      onBlur={() => {
        setHasFocus(false)
        if (!('fault' in reading)) setTyped(null)
        onBlur?.()
      }}
      error={isWrong ? wordFault(reading.fault, bounds) : error}
      withAsterisk={isRequired === true}
      disabled={isDisabled === true}
      rightSectionWidth={24}
      rightSection={
        kind === 'percent' ? (
          '%'
        ) : (
          <div className={classes.steps}>
            {stepButton(1)}
            {stepButton(-1)}
          </div>
        )
      }
      autoComplete="off"
      inputMode={kind === 'whole' ? 'numeric' : 'decimal'}
    />
  )
}
