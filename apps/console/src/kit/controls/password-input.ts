import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core'
import { createElement } from 'react'

/** The input says that it is wrong, as every other does; Mantine's only looks so. */
export const PasswordInput = (props: PasswordInputProps) =>
  createElement(MantinePasswordInput, { 'aria-invalid': props.error ? true : undefined, ...props })
