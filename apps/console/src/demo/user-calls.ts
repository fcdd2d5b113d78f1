import { codes } from '@kabao/contract/envelope'
import type { Language } from '@kabao/contract/language'
import { fill, inLanguage } from '@kabao/contract/language'
import { checkDigit, maskIdNumber, maskName, maskPhone, readPhoneFilter } from '@kabao/contract/personal'
import { riskWords } from '@kabao/contract/risk.words'
import {
  creditBands,
  flows,
  genders,
  incomeBands,
  riskLevels,
  type UserDetail,
  type UserFilter,
  type UserPage,
  type UserRow,
  user,
  userStatuses,
} from '@kabao/contract/user'
import { regionName, regionPrefix } from '@kabao/region'
import { daysAgo, randomFrom } from './random.ts'
import { answer, pageOf, Refused, say, sorted } from './serve.ts'

const count = 286
const surnames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹']
const given = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红文斌辉']
const cities = [
  '440300',
  '440100',
  '310100',
  '110100',
  '330100',
  '320100',
  '510100',
  '420100',
  '610100',
  '430100',
]
const occupations = ['职员', '个体经营', '教师', '工程师', '司机', '销售']
export const channels = ['华南直投', '信息流 A', '信息流 B', '应用商店', '短信召回', '线下门店'].map(
  (name, at) => ({
    id: String(at + 1),
    code: `CH${String(at + 1).padStart(3, '0')}`,
    name,
  }),
)

export interface Person {
  row: UserRow
  detail: Omit<UserDetail, keyof UserRow>
  whole: { phone: string; name: string; idNumber: string }
}

/** Made-up people, the same at every visit; deleting them lasts until the page is reloaded. */
export const people: readonly Person[] = Array.from({ length: count }, (_, at) => person(at))

export const userHandlers = [
  answer(user.page, ({ body }) => {
    const found = people.filter((each) => fits(each, body)).map(({ row }) => row)
    return pageOf(sorted(found, body.sort), body)
  }),
  answer(user.channels, ({ query }) =>
    channels.filter(({ id, name }) => (query.id ? id === query.id : name.includes(query.keyword ?? ''))),
  ),
  answer(user.risk, ({ params, query, language }) => {
    const { row } = find(params.id, language)
    return { type: query.type, ...judge(row, language), checkedAt: daysAgo(1) }
  }),
  answer(user.riskSimple, ({ params, language }) => {
    const { score, level, rules } = judge(find(params.id, language).row, language)
    return { score, level, rules: rules.filter(({ hit }) => hit).map(({ name }) => name) }
  }),
  answer(user.reveal, ({ params, language }) => {
    const { row, whole } = find(params.id, language)
    return row.status === 'deleted' ? { phone: null, name: null, idNumber: null } : whole
  }),
  answer(user.removeMany, ({ body }) => ({ removed: body.ids.filter(remove).length })),
  answer(user.removeCount, ({ body }) => countOf(matching(body.filter))),
  answer(user.removeMatching, ({ body }) => ({
    done: matching(body.filter).filter(({ row }) => remove(row.id)).length,
    batch: null,
  })),
  answer(user.remove, ({ params, language }) => {
    find(params.id, language)
    remove(params.id)
    return null
  }),
  // After the paths that it would match too.
  answer(user.get, ({ params, language }) => {
    const { row, detail } = find(params.id, language)
    return { ...row, ...detail }
  }),
]

function find(id: string, language: Language): Person {
  const found = people.find(({ row }) => row.id === id)
  if (!found) throw new Refused(codes.notFound, say('notFound', language))
  return found
}

function remove(id: string): boolean {
  const found = people.find(({ row }) => row.id === id && row.status !== 'deleted')
  if (!found) return false
  const now = new Date().toISOString()
  Object.assign(found.row, { status: 'deleted', phone: null, name: null })
  Object.assign(found.detail, { idNumber: null, birthday: null, ip: null, device: null, deletedAt: now })
  return true
}

/** The people who match, as a page of them would be. */
const matching = (filter: UserFilter): Person[] =>
  people.filter((person) => fits(person, { ...filter, current: 1, size: 20, sort: '-createdAt' }))

function countOf(found: readonly Person[]) {
  const count = found.filter(({ row }) => row.status !== 'deleted').length
  return { count, others: found.length - count, mark: '999999.0' }
}

function fits({ row, whole }: Person, asked: UserPage): boolean {
  const phone = asked.phone ? readPhoneFilter(asked.phone) : null
  return (
    (!phone?.whole || whole.phone === phone.whole) &&
    (!phone?.first3 || whole.phone.startsWith(phone.first3)) &&
    (!phone?.last4 || whole.phone.endsWith(phone.last4)) &&
    (!asked.name || whole.name === asked.name || whole.name[0] === asked.name) &&
    (!asked.idNumber || whole.idNumber === asked.idNumber) &&
    (!asked.cityCode || (row.cityCode ?? '').startsWith(regionPrefix(asked.cityCode))) &&
    (!asked.channelId || row.channelId === asked.channelId) &&
    (!asked.flow || row.flow === asked.flow) &&
    (!asked.status || row.status === asked.status) &&
    (!asked.riskLevel || row.riskLevel === asked.riskLevel) &&
    (!asked.createdFrom || row.createdAt >= asked.createdFrom) &&
    (!asked.createdTo || row.createdAt < asked.createdTo)
  )
}

function person(at: number): Person {
  const random = randomFrom(at + 1)
  const gender = random.pick(genders)
  const name = random.pick(surnames) + random.pick(given) + (random.chance(0.7) ? random.pick(given) : '')
  const phone = `1${random.pick(['38', '39', '50', '58', '77', '86'])}${random.digits(8)}`
  const cityCode = random.pick(cities)
  const year = 1970 + random.below(35)
  const first17 = `${cityCode}${year}0${1 + random.below(9)}1${random.below(10)}${random.digits(3)}`
  const idNumber = first17 + checkDigit(first17)
  const channel = random.pick(channels)
  const status = random.pick(userStatuses.filter((each) => each !== 'deleted'))
  const age = (at * 365) / count
  const seen = daysAgo(age * (random.below(100) / 100))
  return {
    row: {
      id: String(count - at),
      phone: maskPhone(phone),
      name: maskName(name),
      gender,
      age: new Date().getFullYear() - year,
      cityCode,
      cityName: regionName(cityCode),
      channelId: channel.id,
      channelName: channel.name,
      flow: random.pick(flows),
      status,
      riskLevel: random.pick([null, 'low', 'low', 'low', ...riskLevels] as const),
      lastActiveAt: seen,
      createdAt: daysAgo(age),
    },
    detail: {
      idNumber: maskIdNumber(idNumber),
      birthday: `${year}-**-**`,
      profile: {
        incomeBand: random.pick(incomeBands),
        creditBand: random.pick(creditBands),
        house: random.chance(0.4),
        car: random.chance(0.3),
        socialInsurance: random.chance(0.7),
        housingFund: random.chance(0.5),
        occupation: random.pick(occupations),
      },
      ip: `113.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`,
      device: `demo-${at.toString(36)}-${random.digits(6)}`,
      pushCount: random.below(5),
      remark: '',
      updatedAt: seen,
      deletedAt: null,
    },
    whole: { phone, name, idNumber },
  }
}

/** A report that follows from the row: the higher its level, the more rules hit. */
function judge(row: UserRow, language: Language) {
  const level = row.riskLevel ?? 'low'
  const hits = { low: 0, medium: 2, high: 4 }[level]
  const rules = Object.entries(riskWords.tree).map(([code, texts], at) => ({
    code,
    name: inLanguage(texts.name, language),
    hit: at < hits,
    detail: fill(inLanguage(at < hits ? texts.hit : texts.clear, language), example),
  }))
  return { level, score: { low: 80, medium: 430, high: 780 }[level] + (Number(row.id) % 90), rules }
}

/** What the sentences of the rules count. */
const example = new Proxy({}, { has: () => true, get: () => 3 }) as Record<string, number>
