import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon as MantineActionIcon } from '@mantine/core'

export const ActionIcon = MantineActionIcon
