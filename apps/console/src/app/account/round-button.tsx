import type { ComponentPropsWithRef } from 'react'
import { UnstyledButton } from '#kit'
import classes from './account.module.css'

/** A round outlined button with an icon; its label is also its tooltip. */
export function RoundButton({
  label,
  className,
  ...others
}: { label: string } & ComponentPropsWithRef<'button'>) {
  return (
    <UnstyledButton
      className={className ? `${classes.round} ${className}` : classes.round}
      aria-label={label}
      title={label}
      {...others}
    />
  )
}
