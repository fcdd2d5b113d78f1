import type { RiskLevel } from '@kabao/contract/users/user'
import type { Vault } from '#platform/keys/vault'
import { idNumberPurpose } from '#users'
import type { Cell } from './copy.ts'
import type { Crowd, Person } from './people.ts'
import { visitorOf } from './visits.ts'

export const userColumns = [
  'id',
  'phone',
  'name',
  'id_number_sealed',
  'id_number_hash',
  'gender',
  'birthday',
  'city_code',
  'channel_id',
  'flow',
  'income_band',
  'credit_band',
  'house',
  'car',
  'social_insurance',
  'housing_fund',
  'occupation',
  'ip',
  'device',
  'status',
  'push_count',
  'visitor_id',
  'profiled_at',
  'last_active_at',
  'created_at',
  'updated_at',
  'risk_level',
  'risk_checked_at',
]

/**
 * The row of a person in "user".
 * @param row the number of the person; the id is the next number
 * @param risk the level and when it was judged, ISO 8601; null: the person has no level
 */
export function userRow(
  made: Person,
  row: number,
  {
    crowd,
    channelId,
    vault,
    risk,
  }: { crowd: Crowd; channelId: string; vault: Vault; risk: { level: RiskLevel; at: string } | null },
): Cell[] {
  const { profile, idNumber } = made
  const createdAt = iso(made.createdAt)
  return [
    row + 1,
    made.phone,
    made.name,
    idNumber && vault.seal(idNumber, idNumberPurpose),
    idNumber && vault.fingerprint(idNumber, idNumberPurpose),
    made.gender,
    made.birthday,
    made.cityCode,
    channelId,
    made.flow,
    profile?.incomeBand ?? null,
    profile?.creditBand ?? null,
    profile?.house ?? null,
    profile?.car ?? null,
    profile?.socialInsurance ?? null,
    profile?.housingFund ?? null,
    profile?.occupation ?? null,
    made.ip,
    made.device,
    made.status,
    made.pushes.length,
    visitorOf(made, row, crowd),
    made.profiledAt && iso(made.profiledAt),
    iso(made.lastActiveAt),
    createdAt,
    createdAt,
    risk?.level ?? null,
    risk?.at ?? null,
  ]
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
