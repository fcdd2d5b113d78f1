import '@mantine/core/styles/Menu.layer.css'
import { Menu as MantineMenu } from '@mantine/core'

export const Menu = MantineMenu
