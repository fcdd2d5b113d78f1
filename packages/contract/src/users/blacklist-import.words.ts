import { words } from '../kernel/language.ts'

export const blacklistImportWords = words('blacklistImport', {
  title: ['导入黑名单', 'Import into the blacklist'],
  column: {
    kind: ['类型', 'Type'],
    value: ['值', 'Value'],
    reason: ['拉黑原因', 'Reason'],
    expiresAt: ['有效期至', 'Valid until'],
    remark: ['备注', 'Notes'],
  },
  alsoColumn: {
    kind: ['种类|黑名单类型', 'kind'],
    value: ['号码|黑名单值|内容', 'number'],
    reason: ['原因|拉黑理由|理由', 'why'],
    expiresAt: ['有效期|到期时间|失效时间|过期时间', 'expires|expires at|expiry|until'],
    remark: ['说明', 'remark|remarks|note|comment'],
  },
  /** Other accepted names of a kind, written like those of a column. */
  alsoKind: {
    phone: ['手机|手机号码|电话|电话号码', 'mobile|phone number|mobile number'],
    idNumber: ['身份证|身份证号码|证件号', 'id card|id|identity number'],
    device: ['设备|设备id', 'device'],
    ip: ['ip地址', 'ip'],
  },
  notes: {
    kind: [
      '必填：手机号、身份证号、设备号或 IP 地址',
      'Required: “Phone”, “ID number”, “Device ID” or “IP address”',
    ],
    value: [
      '必填；身份证号等长数字请设为“文本”格式，否则表格程序会丢失末尾数字',
      'Required. Format long numbers as text, or the spreadsheet program will lose their last digits.',
    ],
    reason: ['选填，最多 200 字', 'Optional, up to 200 characters'],
    expiresAt: [
      '选填，例如 2027-12-31（有效至当天 23:59:59）或 2027-12-31 18:00；留空表示永久有效',
      'Optional, such as 2027-12-31 (valid until 23:59:59 of that day) or 2027-12-31 18:00. Leave empty to never expire.',
    ],
    remark: ['选填，最多 500 字', 'Optional, up to 500 characters'],
  },
  example: {
    kind: ['手机号', 'Phone'],
    value: ['13800000000', '13800000000'],
    reason: ['多次投诉', 'Several complaints'],
    expiresAt: ['永久', 'never'],
    remark: ['', ''],
  },
  sheet: ['黑名单', 'Blacklist'],
  fileName: {
    template: ['黑名单导入模板', 'blacklist-template'],
    wrong: ['黑名单导入-有误的行', 'blacklist-invalid-rows'],
  },
  there: {
    present: ['已在黑名单中', 'Already on the list'],
    lapsed: ['已在黑名单中但已过期', 'On the list but expired'],
  },
  hint: {
    lapsed: [
      '导入不会延长已过期的条目，请在列表中修改它们的有效期。',
      'An import does not extend expired entries. Edit them in the list.',
    ],
  },
  message: {
    done: ['黑名单导入完成', 'Blacklist import finished'],
    failed: ['黑名单导入失败', 'Blacklist import failed'],
  },
})
