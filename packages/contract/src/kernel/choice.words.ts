import { words } from './language.ts'

/** The texts of a field that chooses a record of another area; loaded with its list, apart from those of every form. */
export const choiceWords = words('choice', {
  recent: ['最近选择', 'Recently chosen'],
  others: ['其他', 'Others'],
  more: [' 等另外 {{count}} 个', ' and {{count}} {{count, other|others}}'],
  disabled: ['已停用', 'Disabled'],
  failed: ['加载失败，点击重试', 'Could not load. Try again'],
  count: ['{{count}} 个选项', 'Choices: {{count}}'],
  cut: ['仅显示前 20 项，请输入更多文字', 'Only the first 20 are shown. Type more to narrow them down'],
  remove: ['移除{{name}}', 'Remove {{name}}'],
})
