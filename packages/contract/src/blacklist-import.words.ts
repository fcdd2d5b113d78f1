import { words } from './language.ts'

export const blacklistImportWords = words('blacklistImport', {
  open: ['导入', 'Import'],
  title: ['导入黑名单', 'Import into the blacklist'],
  how: [
    '先核对文件，确认后一次全部写入；有误的行可以下载修改后再次导入。',
    'The file is checked first. What is right is then added all at once; wrong rows can be downloaded, mended and sent again.',
  ],
  template: ['下载模板：', 'A table to fill in:'],
  file: ['文件', 'File'],
  failed: ['没有成功，请重试', 'This did not work, please try again'],
  column: {
    kind: ['类型', 'Kind'],
    value: ['值', 'Value'],
    reason: ['拉黑原因', 'Reason'],
    expiresAt: ['有效期至', 'Valid until'],
    remark: ['备注', 'Remark'],
    wrong: ['错误说明', 'What is wrong'],
    line: ['行号', 'Line'],
  },
  /** What a column or kind is also called, for whoever fills a table of his own; separated by `|`. */
  alsoColumn: {
    kind: ['种类|黑名单类型', 'type'],
    value: ['号码|黑名单值|内容', 'number'],
    reason: ['原因|拉黑理由|理由', 'why'],
    expiresAt: ['有效期|到期时间|失效时间|过期时间', 'expires|expires at|expiry|until'],
    remark: ['说明', 'remarks|note|notes|comment'],
  },
  alsoKind: {
    phone: ['手机|手机号码|电话|电话号码', 'mobile|phone number|mobile number'],
    idNumber: ['身份证|身份证号码|证件号', 'id card|id|identity number'],
    device: ['设备|设备id', 'device id'],
    ip: ['ip地址', 'ip'],
  },
  sheet: {
    entries: ['黑名单', 'Blacklist'],
    notes: ['填写说明', 'Notes'],
    wrong: ['有误的行', 'Wrong rows'],
  },
  notes: {
    column: ['列', 'Column'],
    note: ['说明', 'Note'],
    kind: ['必填：手机号、身份证号、设备号或 IP 地址', 'Required: Phone, Id number, Device or IP address'],
    value: [
      '必填；身份证号等长数字请设为“文本”格式，否则表格程序会丢失末尾数字',
      'Required; format long numbers as text, or the program loses their last digits',
    ],
    reason: ['选填，最多 200 字', 'Optional, up to 200 characters'],
    expiresAt: [
      '选填，例如 2027-12-31（当天仍有效）或 2027-12-31 18:00；留空表示永久有效',
      'Optional, such as 2027-12-31 (valid on that day) or 2027-12-31 18:00; empty is for ever',
    ],
    remark: ['选填，最多 500 字', 'Optional, up to 500 characters'],
  },
  fileName: {
    template: ['黑名单导入模板', 'blacklist-template'],
    wrong: ['黑名单导入-有误的行', 'blacklist-wrong-rows'],
  },
  repeats: ['与第 {{line}} 行重复', 'The same as line {{line}}'],
  atColumn: ['{{column}}：{{problem}}', '{{column}}: {{problem}}'],
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
    present: ['已在黑名单中', 'On the list already'],
    lapsed: ['已在黑名单中但已过期', 'On the list, but expired'],
    repeated: ['文件内重复', 'Repeated in the file'],
    wrong: ['有误', 'Wrong'],
  },
  lapsedHint: [
    '导入不会延长已过期的条目，请在列表中修改它们的有效期。',
    'An import does not renew expired entries; change them on the list.',
  ],
  firstRows: ['不会导入的行（前 {{count}} 行）', 'Rows that are not added (the first {{count}})'],
  until: [
    '请在 {{time}} 前确认，之后需要重新上传。',
    'Decide before {{time}}; after that the file must be sent again.',
  ],
  nothing: ['文件中没有可以新增的条目。', 'There is nothing in the file to add.'],
  added: ['已新增 {{count}} 条。', 'Entries added: {{count}}.'],
  addedMeanwhile: ['另有 {{count}} 条在确认前已被他人添加。', 'Added by somebody else meanwhile: {{count}}.'],
  action: {
    commit: ['导入 {{count}} 条', 'Add {{count}}'],
    cancel: ['取消导入', 'Cancel the import'],
    another: ['导入其他文件', 'Import another file'],
    wrong: ['下载有误的行', 'Download the wrong rows'],
    close: ['关闭', 'Close'],
  },
  message: {
    done: ['黑名单导入完成', 'Import into the blacklist finished'],
    doneText: [
      '{{name}}：新增 {{added}} 条，已存在 {{present}} 条',
      '{{name}}: {{added}} added, {{present}} on the list already',
    ],
    failed: ['黑名单导入失败', 'Import into the blacklist failed'],
    failedText: ['{{name}} 未能导入：{{problem}}', '{{name}} was not imported: {{problem}}'],
  },
})
