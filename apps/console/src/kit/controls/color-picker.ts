import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { ColorPicker as MantineColorPicker } from '@mantine/core'

export const ColorPicker = MantineColorPicker
