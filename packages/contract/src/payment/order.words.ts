import { words } from '../kernel/language.ts'

/** The texts of the dialog in which the rows of a list are put in order. */
export const orderWords = words('order', {
  open: ['调整顺序', 'Change order'],
  title: ['调整顺序', 'Change order'],
  hint: [
    '拖动手柄，或聚焦手柄后按空格键拿起、方向键移动、空格键放下。每次移动立即保存。',
    'Drag a handle. Or focus it, press Space to pick the row up, arrow keys to move it, Space to drop it. Each move is saved at once.',
  ],
  handle: ['移动“{{name}}”', 'Move “{{name}}”'],
  picked: ['已拿起“{{name}}”', 'Picked up “{{name}}”'],
  over: [
    '“{{name}}”移到第 {{place}} 位，共 {{count}} 位',
    '“{{name}}” moved to place {{place}} of {{count}}',
  ],
  dropped: ['“{{name}}”放在第 {{place}} 位', '“{{name}}” dropped at place {{place}}'],
  cancelled: ['已取消，“{{name}}”回到原位', 'Canceled. “{{name}}” is back in its place.'],
  saved: ['顺序已保存', 'Order saved'],
  close: ['关闭', 'Close'],
})
