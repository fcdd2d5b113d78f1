import { words } from './language.ts'

/** What every import says, into whichever list. */
export const importWords = words('import', {
  open: ['导入', 'Import'],
  how: [
    '先核对文件，确认后一次全部写入；有误的行可以下载修改后再次导入。',
    'The file is checked first. What is right is then added all at once; wrong rows can be downloaded, mended and sent again.',
  ],
  template: ['下载模板：', 'A table to fill in:'],
  file: ['文件', 'File'],
  failed: ['没有成功，请重试', 'This did not work, please try again'],
  column: {
    wrong: ['错误说明', 'What is wrong'],
    line: ['行号', 'Line'],
  },
  sheet: {
    notes: ['填写说明', 'Notes'],
    wrong: ['有误的行', 'Wrong rows'],
  },
  notes: {
    column: ['列', 'Column'],
    note: ['说明', 'Note'],
  },
  repeats: ['与第 {{line}} 行重复', 'The same as line {{line}}'],
  atColumn: ['{{column}}：{{problem}}', '{{column}}: {{problem}}'],
  atCell: ['{{title}}“{{value}}”：{{problem}}', '{{title}} “{{value}}”: {{problem}}'],
  between: ['；', '; '],
  status: {
    checking: ['正在核对', 'Being checked'],
    checked: ['等待确认', 'Waiting for your decision'],
    committing: ['正在写入', 'Being added'],
    done: ['已导入', 'Imported'],
    failed: ['未能导入', 'Not imported'],
    cancelled: ['已取消', 'Cancelled'],
    expired: ['已过期', 'Expired'],
  },
  progress: ['已读取 {{rows}} 行', 'Rows read: {{rows}}'],
  waits: ['正在排队…', 'Waiting for its turn…'],
  count: {
    new: ['将新增', 'To be added'],
    repeated: ['文件内重复', 'Repeated in the file'],
    wrong: ['有误', 'Wrong'],
  },
  firstRows: ['不会导入的行（前 {{count}} 行）', 'Rows that are not added (the first {{count}})'],
  until: [
    '请在 {{time}} 前确认，之后需要重新上传。',
    'Decide before {{time}}; after that the file must be sent again.',
  ],
  nothing: ['文件中没有可以新增的条目。', 'There is nothing in the file to add.'],
  added: ['已新增 {{count}} 条。', 'Entries added: {{count}}.'],
  addedMeanwhile: ['另有 {{count}} 条在确认前已被他人添加。', 'Added by somebody else meanwhile: {{count}}.'],
  skipped: ['未导入：{{counts}}', 'Not added: {{counts}}'],
  countOf: ['{{what}} {{count}} 行', '{{what}}: {{count}}'],
  action: {
    commit: ['导入 {{count}} 条', 'Add {{count}}'],
    cancel: ['取消导入', 'Cancel the import'],
    another: ['导入其他文件', 'Import another file'],
    wrong: ['下载有误的行', 'Download the wrong rows'],
    close: ['关闭', 'Close'],
  },
  message: {
    doneText: [
      '{{name}}：新增 {{added}} 条，已存在 {{present}} 条',
      '{{name}}: {{added}} added, {{present}} on the list already',
    ],
    failedText: ['{{name}} 未能导入：{{problem}}', '{{name}} was not imported: {{problem}}'],
  },
})
