import { words } from '../kernel/language.ts'

/** Refusals about the open API and its check keys. Only the service words them, so the console does not load them. */
export const intakeProblemWords = words('openProblem', {
  overloaded: [
    '服务繁忙，请求未做任何处理，请 {{seconds}} 秒后再试',
    'The service is busy and has done nothing of this request. Try again in {{seconds}} {{seconds, second|seconds}}.',
  ],
  onlyHalfFlow: ['此接口仅用于半流程', 'This call is for the half flow only'],
  onlyJointLogin: ['此接口仅用于联登', 'This call is for joint logins only'],
  offerExpired: ['报价已过期，请重新查询', 'The offer has expired. Ask for the offers again.'],
  offerClosed: [
    '该机构目前不再接收此用户，请选择其他报价',
    'The organization does not take this user any more. Choose another offer.',
  ],
  alreadyConsented: ['该报价已提交过不同的同意内容', 'Another consent to this offer was sent before'],
  applicationUnderWay: [
    '该用户的另一申请正在处理，请等待结果',
    'Another application of this user is under way. Wait for its result.',
  ],
  nobodyTakesVisitor: ['目前没有机构接收该访客', 'No organization takes this visitor now'],
  orderNoUsed: [
    '该订单号已用于其他用户或产品的订单',
    'The order number is that of an order of another user or product',
  ],
  soldOut: ['产品已售罄', 'The product is sold out'],
  perUserLimit: ['该用户已达到此产品的购买上限', 'The user has bought as many of this product as allowed'],
  ticketUsed: ['票据已核销或已过期', 'The ticket was used before or has expired'],
  otherExternalId: [
    '该推送已有不同的机构编号（externalId）',
    'The push has another number of the organization (externalId)',
  ],
  twoCheckKeys: [
    '已有两个查重密钥，请先停用一个',
    'There are two check keys already. End one of them first.',
  ],
  onlyCheckKey: [
    '这是唯一的查重密钥，请先添加一个再停用它',
    'This is the only check key. Add another one before you end it.',
  ],
})
