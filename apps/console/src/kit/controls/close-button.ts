import { CloseButton as MantineCloseButton } from '@mantine/core'

export const CloseButton = MantineCloseButton
