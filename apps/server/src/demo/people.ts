import { checkDigit } from '@kabao/contract/kernel/personal'
import { creditBands, flows, incomeBands, type UserStatus } from '@kabao/contract/users/user'
import { regionTree } from '@kabao/region'
import { type Random, randomFor } from './random.ts'

/** A generated person of the demo data. Times are milliseconds since 1970. */
export interface Person {
  phone: string
  name: string
  idNumber: string | null
  gender: 'female' | 'male'
  birthday: string | null
  cityCode: string
  channel: number
  flow: (typeof flows)[number]
  profile: Profile | null
  ip: string
  device: string
  status: UserStatus
  createdAt: number
  profiledAt: number | null
  lastActiveAt: number
  pushes: Push[]
}
interface Profile {
  incomeBand: string
  creditBand: string
  house: boolean
  car: boolean
  socialInsurance: boolean
  housingFund: boolean
  occupation: string
}
interface Push {
  status: 'accepted' | 'rejected' | 'duplicate' | 'failed' | 'pending'
  requestAt: number
  respondedAt: number | null
}

export interface Crowd {
  seed: number
  /** The number of people in all; their registrations are spread evenly over the year before `until`. */
  size: number
  until: number
}

const day = 86_400_000
const surnames = [
  ...'王王王李李李张张刘刘陈陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤',
]
const given = [
  ...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红文斌辉建国志海燕玲鹏宇浩欣怡子涵梓轩雨晨思佳嘉琪俊豪雪梅春生家乐安宁晓东彬凯龙飞翔博睿泽楠',
]
const occupations = [
  '职员',
  '个体经营',
  '教师',
  '工程师',
  '司机',
  '销售',
  '服务业',
  '自由职业',
  '公务员',
  '医护',
]
const prefixes = [
  '130',
  '131',
  '132',
  '135',
  '136',
  '137',
  '138',
  '139',
  '150',
  '151',
  '152',
  '157',
  '158',
  '159',
  '166',
  '173',
  '175',
  '176',
  '177',
  '178',
  '180',
  '181',
  '182',
  '183',
  '185',
  '186',
  '187',
  '188',
  '189',
  '198',
]
const statuses: [UserStatus, number][] = [
  ['registered', 0.3],
  ['profiled', 0.2],
  ['matched', 0.1],
  ['pushed', 0.12],
  ['accepted', 0.18],
  ['rejected', 0.1],
]
export const channelCount = 40

/** Person number `row` of the generated people; no two rows share a phone, whatever the seed. */
export function person(row: number, { seed, size, until }: Crowd): Person {
  const random = randomFor(seed, row)
  const reached = weighted(random, statuses)
  const isProfiled = reached !== 'registered'
  const createdAt = Math.round(until - 365 * day * (1 - (row % size) / size) - random.next() * day)
  const gender: Person['gender'] = random.chance(0.47) ? 'female' : 'male'
  const birthday = isProfiled ? birthdayBefore(until, random) : null
  const cityCode = place(random)
  const made = {
    phone: phoneOf(row),
    name: random.pick(surnames) + random.pick(given) + (random.chance(0.7) ? random.pick(given) : ''),
    idNumber: birthday && idNumberOf(random.chance(0.8) ? cityCode : place(random), birthday, gender, random),
    gender,
    birthday,
    cityCode,
    channel: Math.floor(channelCount * random.next() ** 2),
    flow: weighted(random, [
      [flows[0], 0.5],
      [flows[1], 0.25],
      [flows[2], 0.15],
      [flows[3], 0.1],
    ]),
    profile: isProfiled ? profileOf(random) : null,
    ip: `${random.pick([112, 113, 117, 120, 183, 223])}.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`,
    device: random.chance(0.02) ? `demo-shared-${random.below(50)}` : `demo-${seed}-${row.toString(36)}`,
    createdAt,
    lastActiveAt: Math.min(until, Math.round(createdAt + random.next() ** 3 * (until - createdAt))),
  }
  const course = courseOf(reached, isProfiled, createdAt, until, random)
  return { ...made, ...course, status: statusAfter(reached, course.pushes) }
}

/** Numbers that look random and do not repeat in 10^8 rows, because the factor has no divisor in common with 10^8. */
function phoneOf(row: number): string {
  const rest = (row * 38_710_843 + 27_182_818) % 100_000_000
  return (prefixes[row % prefixes.length] as string) + String(rest).padStart(8, '0')
}

function weighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  let left = random.next()
  for (const [choice, share] of choices) {
    left -= share
    if (left < 0) return choice
  }
  return (choices[0] as readonly [T, number])[0]
}

/** Districts by province and city; a province is listed once per city, so that provinces with many cities are chosen more often. */
const places = regionTree().flatMap((province) => {
  const cities = (province.children ?? []).map((city) => (city.children ?? [city]).map((region) => region.id))
  return cities.map(() => cities)
})

/** Chooses a district; the first cities of a province, above all its capital, are chosen more often. */
function place(random: Random): string {
  const cities = random.pick(places)
  const districts = cities[Math.floor(cities.length * random.next() ** 1.7)] as string[]
  return random.pick(districts)
}

const birthdayBefore = (until: number, random: Random) =>
  new Date(until - (20 * 365.25 + random.next() * 38 * 365.25) * day).toISOString().slice(0, 10)

function idNumberOf(region: string, birthday: string, gender: Person['gender'], random: Random): string {
  const turn = random.below(500) * 2 + (gender === 'male' ? 1 : 0)
  const first17 = `${region}${birthday.replaceAll('-', '')}${String(turn).padStart(3, '0')}`
  return first17 + checkDigit(first17)
}

const profileOf = (random: Random): Profile => ({
  incomeBand: random.pick(incomeBands),
  creditBand: random.pick(creditBands),
  house: random.chance(0.4),
  car: random.chance(0.45),
  socialInsurance: random.chance(0.75),
  housingFund: random.chance(0.55),
  occupation: random.pick(occupations),
})

const answered = new Set<UserStatus>(['accepted', 'rejected'])

/** The time when the profile was complete, then the times of the pushes, in order. */
function courseOf(
  status: UserStatus,
  isProfiled: boolean,
  createdAt: number,
  until: number,
  random: Random,
): Pick<Person, 'profiledAt' | 'pushes'> {
  const pushes = pushesOf(status, createdAt, until, random)
  const latest = pushes[0]?.requestAt ?? until
  const profiledAt = isProfiled ? Math.min(latest, createdAt + 60_000 + random.below(1_800_000)) : null
  return { profiledAt, pushes }
}

function pushesOf(status: UserStatus, createdAt: number, until: number, random: Random): Push[] {
  if (status !== 'pushed' && !answered.has(status)) return []
  const count = 1 + Math.floor(4 * random.next() ** 3)
  const times = Array.from({ length: count }, () =>
    Math.round(createdAt + random.next() * Math.min(5 * day, until - createdAt)),
  ).sort((one, other) => one - other)
  return times.map((requestAt, at): Push => {
    const isLast = at === count - 1
    const answer = isLast
      ? lastAnswer(status, until - requestAt, random)
      : random.pick(['rejected', 'duplicate', 'failed'] as const)
    return {
      status: answer,
      requestAt,
      respondedAt: answer === 'pending' ? null : requestAt + 200 + random.below(2500),
    }
  })
}

/** For so long the last push of a person may have no answer; an older one is settled. */
const mostOpen = day / 4
const lateAnswers: [Push['status'], number][] = [
  ['accepted', 0.35],
  ['rejected', 0.35],
  ['duplicate', 0.1],
  ['failed', 0.2],
]

/** @param age how long ago the push was made, in milliseconds */
function lastAnswer(status: UserStatus, age: number, random: Random): Push['status'] {
  if (status === 'accepted' || status === 'rejected') return status
  return age < mostOpen ? 'pending' : weighted(random, lateAnswers)
}

/** How far a person came by the answer to the last push, as the pipeline says it. */
function statusAfter(reached: UserStatus, pushes: readonly Push[]): UserStatus {
  const last = pushes.at(-1)?.status
  if (reached !== 'pushed' || last === 'pending' || last === 'failed') return reached
  return last === 'accepted' ? 'accepted' : 'rejected'
}
