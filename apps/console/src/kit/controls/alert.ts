import '@mantine/core/styles/Alert.layer.css'
import { Alert as MantineAlert } from '@mantine/core'

export const Alert = MantineAlert
