import '@mantine/core/styles/Stack.layer.css'
import { Stack as MantineStack } from '@mantine/core'

export const Stack = MantineStack
