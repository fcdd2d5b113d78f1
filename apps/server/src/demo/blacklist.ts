import type { BlacklistKind } from '@kabao/contract/users/blacklist'
import type pg from 'pg'
import type { Vault } from '#platform/keys/vault'
import { blacklistKey, blacklistPurpose } from '#users'
import { type Cell, copyRows } from './copy.ts'
import { type Crowd, person } from './people.ts'
import { randomFor } from './random.ts'

const count = 320
const day = 86_400_000
const reasons = [
  '同设备多账号',
  '投诉恶意骚扰',
  '冒用他人身份',
  '多次逾期',
  '风控规则命中',
  '客户要求停止联系',
]
const sources = ['manual', 'manual', 'import', 'risk', 'complaint']
const columns = [
  'kind',
  'value',
  'value_sealed',
  'reason',
  'source',
  'expires_at',
  'created_at',
  'updated_at',
]

/** A few hundred entries of every kind and source, each with a value of some demo user. */
export async function addBlacklistRows(client: pg.PoolClient, crowd: Crowd, vault: Vault): Promise<void> {
  const rows = new Map<string, Cell[]>()
  for (let at = 0; at < Math.min(count, crowd.size); at++) {
    const random = randomFor(crowd.seed + 1, at)
    const made = person(Math.floor((at * crowd.size) / count), crowd)
    const kind = random.pick<BlacklistKind>(
      made.idNumber ? ['phone', 'idNumber', 'device', 'ip'] : ['phone', 'device', 'ip'],
    )
    const value = { phone: made.phone, idNumber: made.idNumber ?? '', device: made.device, ip: made.ip }[kind]
    const createdAt = new Date(crowd.until - random.next() * 200 * day)
    const expiresAt = random.chance(0.3)
      ? new Date(createdAt.getTime() + random.pick([30, 90, 365]) * day).toISOString()
      : null
    const key = blacklistKey(vault, kind, value)
    rows.set(`${kind} ${key}`, [
      kind,
      key,
      kind === 'idNumber' ? vault.seal(value, blacklistPurpose) : null,
      random.pick(reasons),
      random.pick(sources),
      expiresAt,
      createdAt.toISOString(),
      createdAt.toISOString(),
    ])
  }
  const inOrder = [...rows.values()].sort((a, b) => String(a[6]).localeCompare(String(b[6])))
  await copyRows(client, 'blacklist', columns, inOrder)
}
