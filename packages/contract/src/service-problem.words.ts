import { words } from './language.ts'

/** Errors at fields that only the service reports; the console gets these sentences in responses. */
export const serviceProblemWords = words('serviceProblem', {
  notYours: ['您只能授予或收回自己拥有的权限', 'You can only grant or take away what you hold yourself'],
  ownRoles: ['不能修改自己的角色', 'You cannot change your own roles'],
  noSuchNode: ['包含不存在的菜单或权限点', 'This names a menu node or point that does not exist'],
  noSuchRole: ['所选角色不存在或已被删除', 'A role that was chosen does not exist any more'],
  tooManyViews: [
    '这个列表的视图已满 50 个，请先删除不用的',
    'There are 50 views of this list; delete one first',
  ],
  notYourRole: ['只能共享给自己拥有的角色', 'You can only share with a role that you have'],
  passwordUsed: ['不能使用最近 {{count}} 个用过的密码', 'It must differ from the last {{count}} passwords'],
  passwordCommon: [
    '这个密码太常见，容易被猜中，请换一个',
    'This password is too common and easily guessed; please choose another',
  ],
  wrongCode: [
    '验证码不正确、已使用或已过期，请输入新的验证码',
    'This code is wrong, used or too old; please enter a new one',
  ],
  fileDamaged: ['文件已损坏，无法读取', 'This file is damaged and cannot be read'],
  fileMacro: [
    '文件包含宏，请另存为不含宏的 XLSX 后再上传',
    'This file contains macros; save it as XLSX without macros and send that',
  ],
  fileBomb: ['文件解压后过大，已拒绝处理', 'Unpacked, this file is far too large; it was not read'],
  cellTooLong: [
    '第 {{line}} 行有单元格超过 {{limit}} 个字符，请缩短后再上传',
    'A cell in line {{line}} has more than {{limit}} characters; shorten it and send the file again',
  ],
  lineTooLong: ['第 {{line}} 行过长，不是表格的一行', 'Line {{line}} is too long to be a row of a table'],
  tooMuchText: [
    '文件中的文字过多，请拆分成多个文件后再上传',
    'There is too much text in this file; split it and send the parts',
  ],
  rowNumber: [
    '第 {{line}} 行之后的行号有误（重复、倒序或不是行号），请用表格程序打开并另存后再上传',
    'A row after row {{line}} has a wrong number (repeated, out of order, or none at all); open the file, save it again and send that',
  ],
  fileStopsService: [
    '处理这个文件时服务两次中断，已停止处理，请检查文件内容后重新上传',
    'This file ended the service twice, so it is not tried again; check what is in it and send it again',
  ],
  fileEncoding: [
    '无法识别文件的文字编码，请用 UTF-8 或 GB18030 编码保存',
    'The encoding of this file is not known; save it as UTF-8 or GB18030',
  ],
  openQuote: ['第 {{line}} 行的引号没有闭合', 'A quote in line {{line}} is never closed'],
  noRows: ['文件中没有数据行', 'This file has no rows'],
  tooManyRows: ['一个文件最多 {{limit}} 行', 'A file may have at most {{limit}} rows'],
  missingColumns: ['文件缺少列：{{columns}}', 'The file lacks columns: {{columns}}'],
  money: ['请输入金额，最多两位小数', 'Please enter an amount with at most two decimals'],
  lostDigits: [
    '表格程序已丢失该数字的部分位数，请把单元格设为文本格式后重新填写',
    'The program lost digits of this number; format the cell as text and type it again',
  ],
  apiKeyExists: ['已有一个有效的 API Key，请先停用', 'There is already an active API key. Revoke it first.'],
  twoSecrets: ['旧的 Secret 仍在有效期内，请先结束它', 'An older secret is still valid. End it first.'],
  importRunning: [
    '上一次导入正在写入，请等它完成',
    'Your last import is being added; please wait until it is done',
  ],
  importFailed: [
    '导入时发生意外，请重新上传',
    'Something went wrong on our side; please send the file again',
  ],
  imageTooLarge: ['图片不能超过 {{pixels}} 万像素', 'An image may have at most {{megapixels}} megapixels'],
  tooManyFiles: ['一次最多上传 {{count}} 个文件', 'At most {{count}} files can be sent at once'],
  tooManyUnused: [
    '未使用的文件过多，请先保存，或明天再上传',
    'Too many of your files are not used yet; save them first, or try again tomorrow',
  ],
  tooManyLookUps: ['按完整值查找的次数已达上限', 'The limit of look-ups by a whole value is reached'],
  noSuchFile: ['文件不存在或已过期，请重新上传', 'This file is not there any more, please upload it again'],
})
