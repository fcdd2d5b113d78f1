import { words } from './language.ts'

/** Language and theme; the keys are the template's (behaviour reference, section 12.6). */
export const settingsWords = words('settings', {
  language: ['语言', 'Language'],
  'language.switched': ['切换为中文', 'Switch to English'],
  'navbar.theme.toLight': ['点击切换为亮色模式', 'Click to use light mode'],
  'navbar.theme.toDark': ['点击切换为暗黑模式', 'Click to use dark mode'],
})
