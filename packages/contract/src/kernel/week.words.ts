import { words } from './language.ts'

/** The texts of the windows of a week. */
export const weekWords = words('week', {
  day: {
    d1: ['周一', 'Mon'],
    d2: ['周二', 'Tue'],
    d3: ['周三', 'Wed'],
    d4: ['周四', 'Thu'],
    d5: ['周五', 'Fri'],
    d6: ['周六', 'Sat'],
    d7: ['周日', 'Sun'],
  },
  every: ['每天', 'Every day'],
  daysTo: ['{{first}}至{{last}}', '{{first}}–{{last}}'],
  between: ['；', '; '],
  and: ['、', ', '],
  anyTime: ['不限时段', 'Any time'],
  none: ['不选时段即任何时间。', 'With no window selected: at any time.'],
  everyDay: ['每天 9–21 点', 'Every day 9–21'],
  workdays: ['工作日 9–18 点', 'Weekdays 9–18'],
  grid: ['{{label}}：按住并拖动', '{{label}}: press and drag'],
  cell: ['{{day}} {{time}}', '{{day}} {{time}}'],
  help: [
    '方向键移动，Shift 加方向键扩选，空格键选择或取消。',
    'Arrow keys move. An arrow with the shift key extends. The space bar selects or clears.',
  ],
  texts: ['按文字填写', 'Enter as text'],
  placeholder: ['如 09:00–12:00，14:00–18:00', 'Such as 09:00–12:00, 14:00–18:00'],
  wrong: ['请填写时段，如 09:00–12:00，14:00–18:00', 'Enter windows such as 09:00–12:00, 14:00–18:00'],
})
