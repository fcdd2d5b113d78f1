import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core'
import { createElement } from 'react'

/** Sets `aria-invalid` as every other input does; Mantine's own only shows the error style. */
export const PasswordInput = (props: PasswordInputProps) =>
  createElement(MantinePasswordInput, { 'aria-invalid': props.error ? true : undefined, ...props })
