import { areaList } from '@vant/area-data'
import type { UserEntity } from '../entities/user.entity.js'

const { province_list: provinces, city_list: cities, county_list: counties } = areaList
const placeNames = new Map(
  Object.keys({ ...provinces, ...cities, ...counties }).map((code) => [code, placeName(code)]),
)

/** A user as the list shows it, with masked personal data. */
export const toRow = (user: UserEntity, today: string) => ({
  id: user.id,
  phone: user.phone && `${user.phone.slice(0, 3)}****${user.phone.slice(-4)}`,
  name: user.name && maskName(user.name),
  gender: user.gender,
  age: user.birthday && ageOn(user.birthday, today),
  cityCode: user.cityCode,
  cityName: user.cityCode && (placeNames.get(user.cityCode) ?? user.cityCode),
  channelId: user.channelId,
  channelName: user.channel?.name ?? null,
  flow: user.flow,
  status: user.status,
  riskLevel: user.riskLevel,
  lastActiveAt: user.lastActiveAt,
  createdAt: user.createdAt,
})

function maskName(name: string): string {
  const [first = '', ...rest] = name
  return first + '*'.repeat(Math.min(Math.max(rest.length, 1), 3))
}

function ageOn(birthday: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

function placeName(code: string): string {
  const above = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code]
  const names = above.map((each) => provinces[each] ?? cities[each] ?? counties[each]).filter(Boolean)
  return [...new Set(names)].join(' ')
}
