import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput as MantinePasswordInput } from '@mantine/core'

export const PasswordInput = MantinePasswordInput
