import '@mantine/core/styles/Button.layer.css'
import { Button as MantineButton } from '@mantine/core'

export const Button = MantineButton
