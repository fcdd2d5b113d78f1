import type { Words } from '../kernel/language.ts'
import type { OpenCaller } from './kernel.ts'

/** Who sends each call of the open API, and what it does; apart from the calls, for pages that only name them. */
export const intakeCallNames = {
  visit: { caller: 'channel', summary: ['上报访问', 'Report visits'] },
  check: { caller: 'channel', summary: ['注册前查询手机号', 'Check a phone before registering'] },
  user: { caller: 'channel', summary: ['注册用户', 'Register a user'] },
  userState: { caller: 'channel', summary: ['查询用户的进展', 'What became of a user'] },
  lead: { caller: 'channel', summary: ['提交线索', 'Send a lead'] },
  profile: { caller: 'channel', summary: ['完善资料', 'Complete the profile'] },
  offers: { caller: 'channel', summary: ['查询可申请的机构', 'Offers for a user'] },
  consent: { caller: 'channel', summary: ['提交用户同意并进件', 'Send the consent and apply'] },
  jointLogin: { caller: 'channel', summary: ['联合登录', 'Joint login'] },
  ticket: { caller: 'org', summary: ['核销联登票据', 'Redeem a ticket'] },
  result: { caller: 'org', summary: ['回传结果', 'Send a result'] },
  cost: { caller: 'channel', summary: ['查询应付明细', 'Read what is owed'] },
  order: { caller: 'channel', summary: ['创建支付订单', 'Create a payment order'] },
  orderByNo: { caller: 'channel', summary: ['查询支付订单', 'Read a payment order'] },
  payCallback: { caller: 'provider', summary: ['支付结果通知', 'Payment callback'] },
  feedback: { caller: 'channel', summary: ['提交用户反馈', 'Send feedback of a user'] },
  error: { caller: 'browser', summary: ['上报页面错误', 'Report an error of a page'] },
} as const satisfies Record<string, { caller: OpenCaller; summary: Words }>
