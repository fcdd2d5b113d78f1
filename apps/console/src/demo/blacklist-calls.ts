import {
  type BlacklistKind,
  type BlacklistPage,
  type BlacklistRow,
  blacklist,
  blacklistKinds,
  blacklistSources,
  blacklistValue,
} from '@kabao/contract/blacklist'
import { codes } from '@kabao/contract/envelope'
import type { Language } from '@kabao/contract/language'
import { maskIdNumber, maskPhone } from '@kabao/contract/personal'
import { wordSchemaProblem } from '@kabao/contract/problems'
import { daysAgo, randomFrom } from './random.ts'
import { answer, pageOf, Refused, say, sorted } from './serve.ts'

interface Entry {
  row: BlacklistRow
  value: string
}

const reasons = ['恶意注册', '虚假资料', '投诉核实', '同一设备多次申请', '逾期未还']
let entries: Entry[] = Array.from({ length: 46 }, (_, at) => entry(at))
let lastId = entries.length

export const blacklistHandlers = [
  answer(blacklist.page, ({ body }) => {
    const found = entries.filter((each) => fits(each, body)).map(({ row }) => row)
    return pageOf(sorted(found, body.sort), body)
  }),
  answer(blacklist.create, ({ body, account, language }) => {
    refuseTaken(body.kind, body.value, language)
    const now = new Date().toISOString()
    const { value, ...rest } = body
    const row: BlacklistRow = {
      ...rest,
      id: String(++lastId),
      value: shown(body.kind, value),
      source: 'manual',
      createdBy: account?.name ?? null,
      updatedBy: null,
      createdAt: now,
      updatedAt: now,
      version: 1,
    }
    entries = [{ row, value }, ...entries]
    return row
  }),
  answer(blacklist.update, ({ body, account, language }) => {
    const found = find(body.id, language)
    if (found.row.version !== body.version)
      throw new Refused(codes.conflict, say('stale', language), { current: found.row })
    const { kind } = found.row
    if (body.value !== undefined) {
      const value = blacklistValue[kind].safeParse(body.value)
      if (!value.success) {
        const fields = { value: wordSchemaProblem(kind, language) }
        throw new Refused(codes.invalid, say('invalid', language), { fields })
      }
      if (value.data !== found.value) refuseTaken(kind, value.data, language)
      found.value = value.data
    }
    const { reason, expiresAt, remark } = body
    const changed = { reason, expiresAt, remark, value: shown(kind, found.value), version: body.version + 1 }
    found.row = {
      ...found.row,
      ...changed,
      updatedAt: new Date().toISOString(),
      updatedBy: account?.name ?? null,
    }
    return found.row
  }),
  answer(blacklist.removeMany, ({ body }) => ({ removed: remove(body.ids) })),
  answer(blacklist.remove, ({ params, language }) => {
    find(params.id, language)
    remove([params.id])
    return null
  }),
  answer(blacklist.reveal, ({ params, language }) => {
    const { value, row } = find(params.id, language)
    return { value, reason: row.reason, remark: row.remark }
  }),
  answer(blacklist.get, ({ params, language }) => find(params.id, language).row),
]

function find(id: string, language: Language): Entry {
  const found = entries.find(({ row }) => row.id === id)
  if (!found) throw new Refused(codes.notFound, say('notFound', language))
  return found
}

function remove(ids: readonly string[]): number {
  const before = entries.length
  entries = entries.filter(({ row }) => !ids.includes(row.id))
  return before - entries.length
}

function refuseTaken(kind: BlacklistKind, value: string, language: Language): void {
  if (!entries.some((each) => each.row.kind === kind && each.value === value)) return
  const fields = { value: wordSchemaProblem('taken', language) }
  throw new Refused(codes.invalid, say('invalid', language), { fields })
}

function fits({ row, value }: Entry, asked: BlacklistPage): boolean {
  const isActive = row.expiresAt === null || row.expiresAt > new Date().toISOString()
  return (
    (!asked.kind || row.kind === asked.kind) &&
    (!asked.value || value === asked.value.trim()) &&
    (!asked.source || row.source === asked.source) &&
    (!asked.state || (asked.state === 'active') === isActive) &&
    (!asked.createdFrom || row.createdAt >= asked.createdFrom) &&
    (!asked.createdTo || row.createdAt < asked.createdTo)
  )
}

function shown(kind: BlacklistKind, value: string): string {
  if (kind === 'phone') return maskPhone(value)
  return kind === 'idNumber' ? maskIdNumber(value) : value
}

function entry(at: number): Entry {
  const random = randomFrom(5000 + at)
  const kind = random.pick(blacklistKinds.filter((each) => each !== 'idNumber'))
  const value = {
    phone: `139${random.digits(8)}`,
    idNumber: '',
    device: `demo-${random.digits(10)}`,
    ip: `117.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`,
  }[kind]
  const createdAt = daysAgo(at * 3 + 1)
  const row: BlacklistRow = {
    id: String(46 - at),
    kind,
    value: shown(kind, value),
    reason: random.pick(reasons),
    source: random.pick(blacklistSources),
    expiresAt: random.chance(0.5) ? null : daysAgo(random.below(200) - 160),
    remark: '',
    createdBy: 'admin',
    updatedBy: null,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  }
  return { row, value }
}
