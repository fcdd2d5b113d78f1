import * as z from 'zod'
import { batchAnswer, batchBody, batchCount, batchCountBody } from '../kernel/batch-body.ts'
import { choicesOf } from '../kernel/choice.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import { area, id, instant, pageAnswer, pageBody } from '../kernel/kernel.ts'
import { idNumberFilter, nameFilter, phoneFilter } from '../kernel/look-up.ts'
import { regionCode } from '../kernel/region-code.ts'

export const flows = ['full', 'half', 'uv', 'city'] as const
/** Registered through a channel, or imported because the company already had the person. */
export const userSources = ['channel', 'import'] as const
export const userStatuses = [
  'registered',
  'profiled',
  'matched',
  'pushed',
  'accepted',
  'rejected',
  'deleted',
] as const
export type UserStatus = (typeof userStatuses)[number]
export const riskLevels = ['low', 'medium', 'high'] as const
export type RiskLevel = (typeof riskLevels)[number]
export const riskTypes = ['identity', 'history', 'device', 'behavior'] as const
export type RiskType = (typeof riskTypes)[number]
export const genders = ['female', 'male'] as const
export const incomeBands = ['below3k', 'from3kTo5k', 'from5kTo10k', 'from10kTo20k', 'above20k'] as const
export const creditBands = ['below550', 'from550To600', 'from600To650', 'from650To700', 'above700'] as const

const profile = z.object({
  incomeBand: z.enum(incomeBands).nullable(),
  creditBand: z.enum(creditBands).nullable(),
  house: z.boolean().nullable(),
  car: z.boolean().nullable(),
  socialInsurance: z.boolean().nullable(),
  housingFund: z.boolean().nullable(),
  occupation: z.string().nullable(),
})
profile.register(z.globalRegistry, { id: 'UserProfile' })

/** Phone, name and id number are masked; all three are null once the person's data was deleted. */
const row = z.object({
  id,
  phone: z.string().nullable(),
  name: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  age: z.int().nullable(),
  cityCode: z.string().nullable(),
  /** `广东省 深圳市` */
  cityName: z.string().nullable(),
  channelId: id.nullable(),
  channelName: z.string().nullable(),
  flow: z.enum(flows),
  source: z.enum(userSources),
  status: z.enum(userStatuses),
  /** The level of the last whole report; null if there was none. */
  riskLevel: z.enum(riskLevels).nullable(),
  lastActiveAt: instant.nullable(),
  createdAt: instant,
})
row.register(z.globalRegistry, { id: 'User' })

const detail = row.extend({
  idNumber: z.string().nullable(),
  birthday: z.string().nullable(),
  profile,
  ip: z.string().nullable(),
  device: z.string().nullable(),
  /** The time of the report that gave the risk level; null if it is not known. */
  riskCheckedAt: instant.nullable(),
  pushCount: z.int(),
  /** What an imported person consented to, and when; null if the person was not imported. */
  consentText: z.string().nullable(),
  consentAt: instant.nullable(),
  remark: z.string(),
  updatedAt: instant,
  deletedAt: instant.nullable(),
})
detail.register(z.globalRegistry, { id: 'UserDetail' })

const page = pageBody(['createdAt', 'lastActiveAt'], '-createdAt', {
  phone: phoneFilter.optional(),
  name: nameFilter.optional(),
  idNumber: idNumberFilter.optional(),
  /** A province, city or district; a region includes the regions within it. */
  cityCode: regionCode.optional(),
  channelId: id.optional(),
  flow: z.enum(flows, 'choice').optional(),
  source: z.enum(userSources, 'choice').optional(),
  status: z.enum(userStatuses, 'choice').optional(),
  riskLevel: z.enum(riskLevels, 'choice').optional(),
  /** Registered from this instant on. */
  createdFrom: instant.optional(),
  /** Registered before this instant. */
  createdTo: instant.optional(),
})

/** The columns of the list, by name. */
export const userColumns = [
  'id',
  'phone',
  'name',
  'gender',
  'age',
  'cityName',
  'channelName',
  'flow',
  'source',
  'status',
  'riskLevel',
  'lastActiveAt',
  'createdAt',
] as const

const toExport = exportBody(page, userColumns)
const toRemove = batchBody(page)

const riskRule = z.object({ code: z.string(), name: z.string(), hit: z.boolean(), detail: z.string() })
riskRule.register(z.globalRegistry, { id: 'RiskRule' })

export const user = area('user', {
  page: {
    method: 'POST',
    path: '/user/page',
    kind: 'read',
    owned: true,
    summary: ['查看用户列表', 'View users'],
    body: page,
    answer: pageAnswer(row),
  },
  export: {
    method: 'POST',
    path: '/user/page/export',
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出用户列表', 'Export users'],
    body: toExport,
    answer: exportAnswer,
  },
  get: {
    method: 'GET',
    path: '/user/{id}',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看用户详情', 'View a user'],
    answer: detail,
  },
  ...choicesOf('user', {
    channels: { of: 'channel', owned: true },
  }),
  remove: {
    method: 'DELETE',
    path: '/user/{id}',
    kind: 'write',
    affects: ['user', 'push', 'feedback', 'blacklist'],
    point: 'delete',
    owned: true,
    summary: ['注销用户', 'Delete a user'],
    answer: z.null(),
  },
  removeMany: {
    method: 'POST',
    path: '/user/batch/delete',
    kind: 'write',
    affects: ['user', 'push', 'feedback', 'blacklist'],
    point: 'delete',
    owned: true,
    summary: ['批量注销用户', 'Delete several users'],
    body: z.strictObject({ ids: z.array(id).min(1, 'required').max(200, 'tooMany') }),
    answer: z.object({ removed: z.int() }),
  },
  removeCount: {
    method: 'POST',
    path: '/user/batch/delete/count',
    kind: 'read',
    point: 'delete',
    owned: true,
    summary: ['统计将被注销的用户数', 'Count the users that would be deleted'],
    body: batchCountBody(page),
    answer: batchCount,
  },
  removeMatching: {
    method: 'POST',
    path: '/user/batch/delete/matching',
    kind: 'write',
    affects: ['user', 'push', 'feedback', 'blacklist'],
    point: 'delete',
    owned: true,
    summary: ['注销符合条件的全部用户', 'Delete all matching users'],
    body: toRemove,
    answer: batchAnswer,
  },
  reveal: {
    method: 'POST',
    path: '/user/{id}/reveal',
    kind: 'write',
    affects: [],
    owned: true,
    summary: ['查看用户的完整个人信息', 'Reveal a user’s personal data'],
    answer: z.object({
      phone: z.string().nullable(),
      name: z.string().nullable(),
      idNumber: z.string().nullable(),
      birthday: z.string().nullable(),
    }),
  },
  risk: {
    method: 'GET',
    path: '/user/risk/{id}',
    kind: 'read',
    owned: true,
    summary: ['查看风控报告', 'View a risk report'],
    query: z.strictObject({ type: z.enum(riskTypes, 'choice') }),
    answer: z.object({
      type: z.enum(riskTypes),
      /** 0 (no sign of risk) to 1000. */
      score: z.int().min(0).max(1000),
      level: z.enum(riskLevels),
      rules: z.array(riskRule),
      checkedAt: instant,
    }),
  },
  riskSimple: {
    method: 'GET',
    path: '/user/riskSimple/{id}',
    kind: 'read',
    point: 'risk',
    owned: true,
    summary: ['查看风控概要', 'View the risk summary'],
    answer: z.object({
      score: z.int().min(0).max(1000),
      level: z.enum(riskLevels),
      checkedAt: instant,
      /** The names of the rules that hit. */
      rules: z.array(z.string()),
    }),
  },
})

export type UserRow = z.output<typeof row>
export type UserDetail = z.output<typeof detail>
export type UserExport = z.output<typeof toExport>
export type UserFilter = z.output<typeof toRemove>['filter']
export type UserPage = z.output<typeof page>
