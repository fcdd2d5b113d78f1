import { document } from '../kernel/area-document.ts'
import { setting } from './setting.ts'

export const settingDocument = document(
  setting,
  ['通用设置', 'General settings'],
  {
    update: { 'session.idleMinutes': { value: 60, version: 0 } },
  },
  [[/^update\.body/, 'a text that is stored']],
)
