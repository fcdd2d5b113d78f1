import { words } from './language.ts'

/** The history of one record, from the audit log. */
export const historyWords = words('history', {
  title: ['操作记录', 'History'],
  system: ['系统', 'System'],
  entry: ['{{who}}：{{what}}', '{{who}}: {{what}}'],
  show: ['查看变更', 'View changes'],
  none: ['还没有记录', 'No entries yet'],
  same: ['没有字段变更', 'No field changed'],
  empty: ['（空）', '(empty)'],
})
