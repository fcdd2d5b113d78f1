import '@mantine/core/styles/Tabs.layer.css'
import './tabs.css'
import { Tabs as MantineTabs } from '@mantine/core'

export const Tabs = MantineTabs
