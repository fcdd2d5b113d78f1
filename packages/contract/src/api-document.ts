import type * as z from 'zod'
import type { areas } from './areas.ts'
import type { BodyInput } from './kernel.ts'
import type { Words } from './language.ts'

/*
 * The texts of the administrators' API document besides its endpoints. Only the server reads it.
 */

type Areas = typeof areas
type AreaEndpoint = { [K in keyof Areas]: Areas[K][keyof Areas[K]] }[keyof Areas]
type WithBody = Extract<AreaEndpoint, { body: z.ZodType }>

export const apiTitle: Words = ['卡包服务管理后台接口', 'Kabao admin API']

export const apiDescription: Words = [
  '到达处理程序的调用均以 HTTP 200 和统一信封 `{code, desc, data}` 应答：`code` 为 `0000` 表示成功，其他值表示拒绝，`desc` 为按 `Accept-Language` 给出的说明。登录后取得的令牌放在请求头 `token` 中。',
  'Every call that reached a handler is answered with HTTP 200 and one envelope, `{code, desc, data}`: the `code` `0000` is success, any other a refusal, whose `desc` says why in the language of `Accept-Language`. The token that a sign-in gives is sent in the header `token`.',
]

/** The description of each area, by its name. */
export const areaTitles: Record<AreaEndpoint['area'], Words> = {
  session: ['登录与会话', 'Signing in and sessions'],
  account: ['自己的账号', 'Your own account'],
  secondFactor: ['两步验证', 'Two-step verification'],
  user: ['用户', 'Users'],
  push: ['推送记录', 'Push records'],
  product: ['产品', 'Products'],
  productUv: ['联登产品', 'Joint login products'],
  feedback: ['用户反馈', 'User feedback'],
  blacklist: ['黑名单', 'Blacklist'],
  message: ['消息', 'Messages'],
  file: ['文件', 'Files'],
  exportTask: ['导出任务', 'Exports'],
  errorEvent: ['错误上报', 'Error reports'],
  admin: ['管理员', 'Administrators'],
  role: ['角色', 'Roles'],
  setting: ['通用设置', 'General settings'],
  loginLog: ['登录日志', 'Sign-in log'],
  audit: ['操作日志', 'Audit log'],
  job: ['后台任务', 'Background jobs'],
  savedView: ['列表视图', 'Saved views'],
  batch: ['批量操作', 'Bulk actions'],
  home: ['首页', 'Home page'],
}

const ids = { ids: ['1001', '1002'] }
const seen = { version: 3 }
const counted = { count: 42, mark: '1042.-4611686018427387904' }
const newProduct = {
  name: '新人礼包',
  kind: 'package',
  orgId: null,
  faceFen: 10_000,
  priceFen: 9_900,
  validDays: 30,
  stock: 500,
  perUserLimit: 1,
} as const
const pendingFeedback = { status: 'pending', overdue: true } as const

/** Example bodies, by the endpoint's name. */
export const bodyExamples: { [E in WithBody as E['name']]?: BodyInput<E> } = {
  'session.loginByPost': { username: 'zhang', password: 'correct horse 1' },
  'session.loginByCode': { challenge: 'WfJx2m4cQe8nq1zT', code: '123 456' },
  'session.changePassword': { current: 'correct horse 1', next: 'battery staple 2' },
  'session.page': { current: 1, size: 20, username: 'zhang' },
  'account.updateProfile': {
    id: '7',
    version: 3,
    name: '张三',
    phone: '13800001234',
    email: 'zhang@example.com',
  },
  'secondFactor.setUp': { password: 'correct horse 1' },
  'secondFactor.confirm': { code: '123456' },
  'secondFactor.renewCodes': { password: 'correct horse 1', code: '123456' },
  'secondFactor.turnOff': { password: 'correct horse 1', code: '123456' },
  'user.page': {
    current: 1,
    size: 20,
    sort: '-createdAt',
    status: 'matched',
    cityCode: '440300',
    createdFrom: '2026-01-01T00:00:00.000Z',
  },
  'user.export': { status: 'matched', format: 'xlsx', columns: ['id', 'phone', 'name', 'status'] },
  'user.removeMany': ids,
  'user.removeCount': { filter: { status: 'rejected' } },
  'user.removeMatching': { filter: { status: 'rejected' }, ...counted },
  'push.page': { current: 1, size: 20, status: 'failed', stage: 'submit' },
  'push.export': { status: 'failed', format: 'csv', columns: ['id', 'orgName', 'status'] },
  'feedback.page': { current: 1, size: 20, ...pendingFeedback },
  'feedback.export': { ...pendingFeedback, format: 'csv', columns: ['id', 'kind', 'content', 'status'] },
  'feedback.take': seen,
  'feedback.reply': { ...seen, reply: '您好，问题已修复，请更新到最新版本。' },
  'feedback.resolve': { ...seen, reply: '已处理。' },
  'feedback.close': seen,
  'feedback.reopen': seen,
  'feedback.takeMany': ids,
  'feedback.resolveMany': ids,
  'feedback.closeMany': ids,
  'feedback.takeCount': { filter: pendingFeedback },
  'feedback.takeMatching': { filter: pendingFeedback, ...counted },
  'feedback.resolveCount': { filter: pendingFeedback },
  'feedback.resolveMatching': { filter: pendingFeedback, ...counted },
  'feedback.closeCount': { filter: pendingFeedback },
  'feedback.closeMatching': { filter: pendingFeedback, ...counted },
  'blacklist.page': { current: 1, size: 20, kind: 'phone', state: 'active' },
  'blacklist.export': { kind: 'phone', format: 'xlsx', columns: ['kind', 'value', 'reason'] },
  'blacklist.create': { kind: 'phone', value: '13800001234', reason: '投诉', expiresAt: null, remark: '' },
  'blacklist.update': {
    id: '1001',
    version: 3,
    reason: '投诉',
    expiresAt: '2027-01-01T00:00:00.000Z',
    remark: '',
  },
  'blacklist.removeMany': ids,
  'blacklist.importStart': { fileId: '1001' },
  'product.page': { current: 1, size: 20, sort: '-priceFen', status: 'onSale', kind: 'coupon' },
  'product.export': { status: 'onSale', format: 'xlsx', columns: ['name', 'kind', 'priceFen', 'stock'] },
  'product.create': { ...newProduct, flow: 'full', targetUrl: null },
  'product.update': { ...newProduct, ...seen, id: '1001', flow: 'full', targetUrl: null },
  'product.removeMany': ids,
  'product.putOnSale': seen,
  'product.takeOffSale': seen,
  'product.putOnSaleMany': ids,
  'product.takeOffSaleMany': ids,
  'product.putOnSaleCount': { filter: { status: 'draft' } },
  'product.putOnSaleMatching': { filter: { status: 'draft' }, ...counted },
  'product.takeOffSaleCount': { filter: { status: 'onSale' } },
  'product.takeOffSaleMatching': { filter: { status: 'onSale' }, ...counted },
  'product.importStart': { fileId: '1001' },
  'productUv.importStart': { fileId: '1001' },
  'productUv.page': { current: 1, size: 20, flow: 'city' },
  'productUv.export': { flow: 'city', format: 'csv', columns: ['name', 'targetUrl', 'status'] },
  'productUv.create': { ...newProduct, flow: 'uv', targetUrl: 'https://partner.example.com/card' },
  'productUv.update': {
    ...newProduct,
    ...seen,
    id: '1001',
    flow: 'uv',
    targetUrl: 'https://partner.example.com/card',
  },
  'productUv.removeMany': ids,
  'productUv.putOnSale': seen,
  'productUv.takeOffSale': seen,
  'productUv.putOnSaleMany': ids,
  'productUv.takeOffSaleMany': ids,
  'productUv.putOnSaleCount': { filter: { status: 'draft' } },
  'productUv.putOnSaleMatching': { filter: { status: 'draft' }, ...counted },
  'productUv.takeOffSaleCount': { filter: { status: 'onSale' } },
  'productUv.takeOffSaleMatching': { filter: { status: 'onSale' }, ...counted },
  'message.read': ids,
  'message.clear': { upTo: '1042' },
  'errorEvent.report': { level: 'error', name: 'TypeError', message: 'x is undefined', url: '/user/list' },
  'admin.create': { username: 'li.si', name: '李四', roleIds: ['2'], remark: '' },
  'admin.update': { id: '8', version: 3, name: '李四', roleIds: ['2', '3'], remark: '' },
  'role.page': { current: 1, size: 20, keyword: '客服' },
  'role.preview': { nodes: ['UserList', 'user:page'] },
  'role.create': { code: 'support', name: '客服', dataScope: 'own', nodes: ['UserList', 'user:page'] },
  'role.update': { id: '2', version: 3, name: '客服', dataScope: 'all', nodes: ['UserList', 'user:page'] },
  'setting.update': { 'session.idleMinutes': { value: 60, version: 0 } },
  'audit.export': { result: 'refused', format: 'csv', columns: ['at', 'username', 'action', 'ip'] },
  'job.run': { name: 'file-sweep' },
  'job.again': { name: 'file-sweep', id: '0199c7f4-5f3a-7c1e-9d7b-2f4f1a6f3c10' },
  'job.cancel': { name: 'file-sweep', id: '0199c7f4-5f3a-7c1e-9d7b-2f4f1a6f3c10' },
  'savedView.create': {
    list: 'user',
    name: '深圳待推送',
    roleId: null,
    filters: { cityCode: '440300', status: 'matched' },
    sort: '-createdAt',
    columns: { order: [], hidden: ['age'], widths: { name: 120 }, density: 'normal' },
  },
  'savedView.update': { id: '12', version: 3, name: '深圳待推送' },
}
