import { words } from '../kernel/language.ts'

/** How the list of an organization is read, of whom it accepted. */
export const reconcileListWords = words('reconcileList', {
  title: ['机构对账单', 'Organization’s list'],
  column: {
    value: ['机构单号、手机号或手机号哈希', 'External ID, phone or hash of the phone'],
    outcome: ['结果', 'Result'],
    amount: ['金额（元）', 'Amount (CNY)'],
  },
  alsoColumn: {
    value: [
      '机构单号|外部编号|订单号|进件单号|推送编号|请求编号|手机号|手机号码|手机号哈希|手机号MD5|手机号SHA256|编号',
      'external id|externalid|order id|push id|request id|phone|mobile|phone hash|phone md5|phone sha256|md5|sha256|id',
    ],
    outcome: ['状态|接收结果', 'status|outcome'],
    amount: ['金额|单价|费用|结算金额', 'amount|price|fee'],
  },
  notes: {
    value: [
      '必填：机构单号、推送编号、请求编号（p 开头）、手机号，或手机号的 MD5、SHA-256（十六进制，可用该机构连接中的密钥加盐或 HMAC）；长数字请设为“文本”格式',
      'Required: the organization’s number, a push ID, a request ID (begins with p), a phone, or the MD5 or SHA-256 of a phone in hexadecimal, also as an HMAC or with a salt that is a secret of the organization’s connection. Format long numbers as text.',
    ],
    outcome: [
      '选填：已接收、被拒或已退回；空白为已接收',
      'Optional: accepted, rejected or returned. Empty: accepted.',
    ],
    amount: ['选填；空白则不核对金额', 'Optional. If empty, the amount is not compared.'],
  },
  outcome: {
    accepted: ['已接收|接收|通过|成功|有效', 'accepted|ok|success|yes'],
    rejected: ['被拒|已拒绝|拒绝|失败|无效', 'rejected|refused|failed|no'],
    returned: ['已退回|退回|退单', 'returned|refunded'],
  },
  example: {
    value: ['13800000000', '13800000000'],
    outcome: ['已接收', 'Accepted'],
    amount: ['12.50', '12.50'],
  },
  sheet: ['机构对账单', 'Accepted'],
  fileName: { template: ['机构对账单模板', 'list-template'], wrong: ['有误的行', 'wrong-rows'] },
  there: {},
  hint: {},
  message: {
    done: ['机构对账完成', 'Organization’s list compared'],
    failed: ['机构对账失败', 'Organization’s list could not be compared'],
  },
})
