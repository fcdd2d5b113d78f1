import { words } from './language.ts'

/** Errors at fields that only the service reports; the console gets these sentences in responses. */
export const serviceProblemWords = words('serviceProblem', {
  notYours: ['您只能授予或收回自己拥有的权限', 'You can only grant or revoke permissions you have'],
  ownRoles: ['不能修改自己的角色', 'You cannot change your own roles'],
  returnReason: ['该计划未约定此退回原因', 'The plan does not agree on this reason'],
  future: ['时间不能晚于现在', 'Must not be in the future'],
  dayNotOver: ['该业务日尚未结束', 'This day is not over yet'],
  daySettled: ['{{day}} 及之前已结算', 'Settled through {{day}} already'],
  visitTooOld: ['只接收最近 {{days}} 天内的访问', 'Visits are taken for {{days}} {{days, day|days}}'],
  aboveRest: ['最多可退 ¥{{rest}}', 'At most ¥{{rest}} is left to refund'],
  secretAnew: ['地址已更改，请重新填写此密钥', 'The address has changed. Enter this secret again.'],
  notOffered: ['该计划未向此用户报价', 'This plan was not offered to the user'],
  otherAgreements: [
    '须与报价中的全部协议名称和版本完全一致',
    'Must be exactly the agreements of the offer, by name and version',
  ],
  beforeOffer: ['不能早于报价时间', 'Must not be before the offer was made'],
  noSuchCollection: ['收款渠道不存在', 'There is no such collection channel'],
  noSuchProduct: ['产品不存在或已被删除', 'There is no such product'],
  noSuchNode: ['包含不存在的菜单或权限点', 'Contains a menu entry or permission that does not exist'],
  noSuchRole: ['所选角色不存在或已被删除', 'A selected role no longer exists'],
  tooManyViews: [
    '这个列表的视图已满 50 个，请先删除不用的',
    'This list already has 50 views. Delete one first.',
  ],
  notYourRole: ['只能共享给自己拥有的角色', 'You can only share with a role you have'],
  passwordUsed: [
    '不能使用最近 {{count}} 个用过的密码',
    'Must differ from the last {{count}} {{count, password|passwords}}',
  ],
  passwordCommon: [
    '这个密码太常见，容易被猜中，请换一个',
    'This password is too common and easy to guess. Choose another.',
  ],
  wrongCode: [
    '验证码不正确、已使用或已过期，请输入新的验证码',
    'This code is incorrect, already used or expired. Enter a new one.',
  ],
  fileDamaged: ['文件已损坏，无法读取', 'The file is damaged and can’t be read'],
  fileMacro: [
    '文件包含宏，请另存为不含宏的 XLSX 后再上传',
    'The file contains macros. Save it as XLSX without macros and upload that.',
  ],
  fileBomb: ['文件解压后过大，已拒绝处理', 'The file is far too large when unpacked and was not read'],
  cellTooLong: [
    '第 {{line}} 行有单元格超过 {{limit}} 个字符，请缩短后再上传',
    'A cell in row {{line}} has more than {{limit}} {{limit, character|characters}}. Shorten it and upload the file again.',
  ],
  lineTooLong: ['第 {{line}} 行过长，不是表格的一行', 'Row {{line}} is too long to be a table row'],
  tooMuchText: [
    '文件中的文字过多，请拆分成多个文件后再上传',
    'The file has too much text. Split it into several files and upload those.',
  ],
  rowNumber: [
    '第 {{line}} 行之后的行号有误（重复、倒序或不是行号），请用表格程序打开并另存后再上传',
    'A row after row {{line}} has an invalid row number (repeated, out of order or not a number). Open the file in a spreadsheet program, save it again and upload that.',
  ],
  fileStopsService: [
    '处理这个文件时服务两次中断，已停止处理，请检查文件内容后重新上传',
    'The service stopped twice while processing this file, so it will not be tried again. Check its content and upload it again.',
  ],
  fileEncoding: [
    '无法识别文件的文字编码，请用 UTF-8 或 GB18030 编码保存',
    'The text encoding is not recognized. Save the file as UTF-8 or GB18030.',
  ],
  openQuote: ['第 {{line}} 行的引号没有闭合', 'A quotation mark in row {{line}} is never closed'],
  noRows: ['文件中没有数据行', 'The file has no data rows'],
  tooManyRows: ['一个文件最多 {{limit}} 行', 'A file can have at most {{limit}} {{limit, row|rows}}'],
  missingColumns: ['文件缺少列：{{columns}}', 'The file is missing columns: {{columns}}'],
  money: ['请输入金额，最多两位小数', 'Enter an amount with at most two decimal places'],
  lostDigits: [
    '表格程序已丢失该数字的部分位数，请把单元格设为文本格式后重新填写',
    'The spreadsheet program lost digits of this number. Format the cell as text and enter it again.',
  ],
  ipRanges: ['只能填写 IP 地址或网段，用逗号分隔', 'Enter IP addresses or networks, separated by commas'],
  ipRange: ['“{{value}}”不是 IP 地址或网段', '“{{value}}” is not an IP address or network'],
  apiKeyExists: ['已有一个有效的 API Key，请先停用', 'There is already an active API key. Revoke it first.'],
  twoSecrets: ['旧的 Secret 仍在有效期内，请先结束它', 'An older secret is still valid. End it first.'],
  importRunning: [
    '上一次导入正在写入，请等它完成',
    'Your last import is being written. Wait for it to finish.',
  ],
  importFailed: ['导入时发生意外，请重新上传', 'Something went wrong on our side. Upload the file again.'],
  imageTooLarge: ['图片不能超过 {{pixels}} 万像素', 'An image can have at most {{megapixels}} megapixels'],
  tooManyFiles: [
    '一次最多上传 {{count}} 个文件',
    'At most {{count}} {{count, file|files}} can be uploaded at once',
  ],
  tooManyUnused: [
    '未使用的文件过多，请先保存，或明天再上传',
    'You have too many unused files. Save them first, or try again tomorrow.',
  ],
  tooManyLookUps: ['按完整值查找的次数已达上限', 'The limit of lookups by full value has been reached'],
  noSuchAccount: ['资金账不存在或已被删除', 'There is no such account'],
  noSuchTransfer: ['没有此流水', 'There is no such transfer'],
  noSuchLink: ['没有此更正对象', 'What it corrects does not exist'],
  notReversible: [
    '只能冲正充值、退款和调账的流水',
    'Only a recharge, a refund of a balance or an adjustment is reversed',
  ],
  alreadyReversed: ['已有此流水的冲正', 'There is a reversal of this transfer already'],
  aboveAvailable: ['可用余额只有 {{available}} 元', 'Only ¥{{available}} is available'],
  noSuchOrg: [
    '机构不存在，或它的流程与产品不同',
    'No such organization, or its flow is not that of the product',
  ],
  noSuchSalesman: ['销售不存在或已停用', 'No such administrator, or the account is disabled'],
  noSuchOrgOfPlan: [
    '机构不存在、已停用，或它的流程与计划不同',
    'No such organization, or it is disabled, or its flow is not that of the plan',
  ],
  orgOfPushes: [
    '已有推送或推送计划使用这个计划，不能更换机构和流程',
    'Pushes or push plans use this plan, so its organization and flow cannot be changed',
  ],
  cityOutsideOrg: ['包含机构服务城市以外的城市', 'Contains a city that the organization does not serve'],
  noSuchChannel: ['包含不存在的渠道', 'Contains a channel that does not exist'],
  pastDay: ['不能早于今天', 'Can’t be before today'],
  noSuchPlan: ['计划不存在或已结束', 'No such plan, or it has ended'],
  noSuchOwner: ['负责人不存在或已停用', 'No such administrator, or the account is disabled'],
  ownOnly: [
    '您只能管理自己负责的渠道，负责人须为您本人',
    'You manage only your own channels, so the owner must be you',
  ],
  flowInUse: [
    '已有计划或产品使用当前流程，不能修改',
    'Plans or products use the current flow, so it cannot be changed',
  ],
  privateAddress: [
    '这个地址不能从公网访问，或端口不是 443',
    'This address is not on the public internet, or its port is not 443',
  ],
  agreementOffered: [
    '使用过的协议版本不能修改，请填写新的版本号',
    'A version that was in use cannot be changed. Enter a new version.',
  ],
  secretAgain: [
    '接收地址的主机已变更，请重新填写密钥，或清除它',
    'The host of an address has changed. Enter the secret again, or remove it.',
  ],
  templateProblems: ['模板还有问题，请先修正', 'The template has problems. Correct them first.'],
  templateReason: [
    '模板会在用户同意前发送个人信息，须由超级管理员填写理由后保存',
    'It sends personal data before consent, so a super administrator must give a reason',
  ],
  templateMissing: ['还没有保存这个环节的模板', 'No template is saved for this stage'],
  templateFails: [
    '模板无法生成请求，请检查密钥是否已填写',
    'No request can be made. Check that every secret has a value.',
  ],
  noSuchSecret: ['模板中没有这个密钥', 'The template names no such secret'],
  secretForm: ['密钥的内容与类型或编码不符', 'This value is not of the type or the encoding of the secret'],
  templateSecretAgain: [
    '请求地址换成了新的主机，请重新填写所有密钥',
    'The requests go to a new host. Enter all secrets again.',
  ],
  noSuchCity: ['包含不存在的城市', 'Contains a city that does not exist'],
  noSuchFile: ['文件不存在或已过期，请重新上传', 'The file does not exist or has expired. Upload it again.'],
})
