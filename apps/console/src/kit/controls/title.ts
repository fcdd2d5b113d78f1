import '@mantine/core/styles/Title.layer.css'
import { Title as MantineTitle } from '@mantine/core'

export const Title = MantineTitle
