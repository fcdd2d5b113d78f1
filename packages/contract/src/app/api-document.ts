import type { AreaDocument } from '../kernel/area-document.ts'
import type { Words } from '../kernel/language.ts'
import * as documents from './document-list.ts'
import { reportDocuments } from './report-documents.ts'

/*
 * The texts of the administrators' API document besides its endpoints. Only the server reads it.
 */

export const apiTitle: Words = ['卡包服务管理后台接口', 'Kabao admin API']

export const apiDescription: Words = [
  '到达处理程序的调用均以 HTTP 200 和统一信封 `{code, desc, data}` 应答：`code` 为 `0000` 表示成功，其他值表示拒绝，`desc` 为按 `Accept-Language` 给出的说明。登录后取得的令牌放在请求头 `token` 中。程序使用个人访问令牌：在用户中心创建，以请求头 `Authorization: Bearer kabao_pat_…` 发送；它能调用的不超过自身权限点与创建者此刻的权限，标有“须本人操作”的接口除外，每次调用都记入操作日志。写操作可带请求头 `Idempotency-Key`：24 小时内以相同的值再次发送，会得到第一次的应答，不会再执行一次。',
  'Every call that reached a handler is answered with HTTP 200 and one envelope, `{code, desc, data}`: the `code` `0000` is success, any other a refusal, whose `desc` says why in the language of `Accept-Language`. The token that a sign-in gives is sent in the header `token`. A program uses a personal access token, which is made in the user center, in the header `Authorization: Bearer kabao_pat_…`: it may do what both its permissions and, at that moment, those of its maker allow, except what is marked “needs the person”, and each call is in the audit log. A write can have the header `Idempotency-Key`: sent again with the same value within 24 hours, it gets the first answer and does nothing more.',
]

/** The documents of all areas. */
export const areaDocuments: readonly AreaDocument[] = [...Object.values(documents), ...reportDocuments]

/** The title of each area, by its name, and of what endpoints of many areas are listed under (`families.ts`). */
export const areaTitles: Readonly<Record<string, Words>> = {
  ...Object.fromEntries(areaDocuments.map(({ area, title }) => [area, title])),
  choice: ['可选记录', 'Records to choose from'],
  import: ['导入', 'Imports'],
  report: ['报表', 'Reports'],
  row: ['列表及其记录的附属内容', 'What belongs to lists and their rows'],
}

/** Example bodies, by the endpoint's name. */
export const bodyExamples: Readonly<Record<string, object>> = Object.assign(
  {},
  ...areaDocuments.map(({ examples }) => examples),
)
