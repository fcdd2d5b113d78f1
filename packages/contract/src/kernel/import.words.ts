import { words } from './language.ts'

/** What every import says, into whichever list. */
export const importWords = words('import', {
  open: ['导入', 'Import'],
  how: [
    '先核对文件，确认后一次全部写入；有误的行可以下载修改后再次导入。',
    'The file is checked first. Once you confirm, all valid rows are added at once. Invalid rows can be downloaded, corrected and imported again.',
  ],
  template: ['下载模板：', 'Download template:'],
  file: ['文件', 'File'],
  match: [
    '请确认文件的哪一列对应哪个字段；确认导入后会记住您的选择。',
    'Check which column of the file each field is read from. Your choices are remembered once you confirm the import.',
  ],
  chooseTitle: ['请选择文件中的列', 'Choose a column of the file'],
  noTitle: ['不导入', 'Not imported'],
  samples: ['例如：{{samples}}', 'For example: {{samples}}'],
  noSamples: ['前几行为空', 'The first rows are empty'],
  ignored: ['文件中不会导入的列：{{titles}}', 'Columns of the file that are ignored: {{titles}}'],
  failed: ['操作失败，请重试', 'That didn’t work. Try again.'],
  column: {
    wrong: ['错误说明', 'Error'],
    line: ['行号', 'Row'],
  },
  sheet: {
    notes: ['填写说明', 'Instructions'],
    allowed: ['可填的值', 'Allowed values'],
    wrong: ['有误的行', 'Invalid rows'],
  },
  notes: {
    column: ['列', 'Column'],
    note: ['说明', 'Description'],
    example: ['示例行', 'Example row'],
    skipped: [
      '第 2 行是示例。首列以“示例：”开头的行不会导入；改为自己的数据时请一并去掉。',
      'Row 2 is an example. A row whose first column begins with “Example:” is not imported; remove that with the rest of it.',
    ],
  },
  /** What the first cell of an example row begins with. */
  exampleMark: ['示例：', 'Example: '],
  allowed: {
    column: ['列', 'Column'],
    value: ['填写', 'Write'],
    about: ['对应', 'Stands for'],
    more: ['仅列出前 {{count}} 个', 'Only the first {{count}} are listed'],
  },
  repeats: ['与第 {{line}} 行重复', 'Same as row {{line}}'],
  atColumn: ['{{column}}：{{problem}}', '{{column}}: {{problem}}'],
  atCell: ['{{title}}“{{value}}”：{{problem}}', '{{title}} “{{value}}”: {{problem}}'],
  between: ['；', '; '],
  status: {
    checking: ['正在核对', 'Checking'],
    checked: ['等待确认', 'Awaiting confirmation'],
    committing: ['正在写入', 'Adding'],
    done: ['已导入', 'Imported'],
    failed: ['未能导入', 'Not imported'],
    cancelled: ['已取消', 'Canceled'],
    expired: ['已过期', 'Expired'],
  },
  progress: ['已读取 {{rows}} 行', '{{rows}} {{rows, row|rows}} read'],
  waits: ['正在排队…', 'Queued…'],
  count: {
    new: ['将添加', 'To be added'],
    repeated: ['文件内重复', 'Duplicates in the file'],
    wrong: ['有误', 'Invalid'],
  },
  firstRows: ['不会导入的行（前 {{count}} 行）', 'Rows that will not be imported (first {{count}})'],
  until: [
    '请在 {{time}} 前确认，之后需要重新上传。',
    'Confirm before {{time}}. After that, the file must be uploaded again.',
  ],
  nothing: ['文件中没有可以添加的条目。', 'There is nothing new in the file to add.'],
  added: ['已添加 {{count}} 条。', '{{count}} {{count, entry|entries}} added.'],
  changed: ['已更新 {{count}} 条。', '{{count}} {{count, entry|entries}} changed.'],
  forThese: ['{{name}}（{{count}} 行）', '{{name}} ({{count}})'],
  addedMeanwhile: [
    '另有 {{count}} 条在确认前已被他人添加。',
    '{{count}} more {{count, was|were}} added by someone else in the meantime.',
  ],
  skipped: ['未导入：{{counts}}', 'Not imported: {{counts}}'],
  countOf: ['{{what}} {{count}} 行', '{{what}}: {{count}}'],
  action: {
    check: ['核对文件', 'Check the file'],
    commitChosen: ['确认导入', 'Confirm the import'],
    commit: ['导入 {{count}} 条', 'Import {{count}} {{count, entry|entries}}'],
    cancel: ['取消导入', 'Cancel import'],
    another: ['导入其他文件', 'Import another file'],
    wrong: ['下载有误的行', 'Download invalid rows'],
    close: ['关闭', 'Close'],
  },
  message: {
    doneText: [
      '{{name}}：添加 {{added}} 条，已存在 {{present}} 条',
      '{{name}}: {{added}} added, {{present}} already on the list',
    ],
    settledText: [
      '{{name}}：添加 {{added}} 条，更新 {{changed}} 条',
      '{{name}}: {{added}} added, {{changed}} changed',
    ],
    failedText: ['{{name}} 未能导入：{{problem}}', '{{name}} was not imported: {{problem}}'],
  },
})
