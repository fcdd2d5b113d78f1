import '@mantine/core/styles/NumberInput.layer.css'
import { NumberInput } from '@mantine/core'
import { memo, useState } from 'react'
import type { Input, Looks } from './input.ts'

type NumberFieldProps = Input<number | null> & Looks & { min?: number | undefined; max?: number | undefined }

/** A whole number; null while empty. A value outside its limits can be typed, and the contract refuses it. */
export const NumberField = memo(function NumberField(props: NumberFieldProps) {
  return <AnyNumber {...props} decimals={0} />
})

/** An amount of money: the value is in fen, shown and typed in yuan. */
export const MoneyField = memo(function MoneyField(props: NumberFieldProps) {
  return <Hundredths {...props} isFixed />
})

/** A share: the value is in basis points, shown and typed in percent. */
export const PercentField = memo(function PercentField(props: NumberFieldProps) {
  return <Hundredths {...props} unit="%" />
})

/** A number with two decimals, whose value is in hundredths. */
function Hundredths({
  value,
  onChange,
  min,
  max,
  ...props
}: NumberFieldProps & { unit?: string; isFixed?: boolean }) {
  return (
    <AnyNumber
      {...props}
      value={value === null ? null : value / 100}
      onChange={(number) => onChange(number === null ? null : Math.round(number * 100))}
      min={min === undefined ? undefined : min / 100}
      max={max === undefined ? undefined : max / 100}
      decimals={2}
    />
  )
}

function AnyNumber({
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
  min,
  max,
  decimals,
  unit,
  isFixed = false,
}: NumberFieldProps & { decimals: number; unit?: string; isFixed?: boolean }) {
  // While it is typed, a number can be incomplete: `12.` or `-`.
  const [typed, setTyped] = useState<string | number>('')
  // Money has all its decimals, except while it is typed.
  const whole = value === null ? '' : isFixed ? value.toFixed(decimals) : value
  return (
    <NumberInput
      name={name}
      label={label}
      placeholder={placeholder}
      description={description}
      value={numberOf(typed) === value ? typed : whole}
      onChange={(next) => {
        setTyped(next)
        onChange(numberOf(next))
      }}
      onBlur={() => {
        if (isFixed && value !== null) setTyped(whole)
        onBlur?.()
      }}
      error={error}
      withAsterisk={isRequired === true}
      disabled={isDisabled === true}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      thousandSeparator=","
      rightSection={unit}
      autoComplete="off"
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
    />
  )
}

function numberOf(typed: string | number): number | null {
  const number = typed === '' ? Number.NaN : Number(typed)
  return Number.isFinite(number) ? number : null
}
