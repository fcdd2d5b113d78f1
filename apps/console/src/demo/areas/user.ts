import { userTimeline } from '@kabao/contract/engine/timeline'
import { checkDigit } from '@kabao/contract/kernel/personal'
import { user as area, type UserDetail, userStatuses } from '@kabao/contract/users/user'
import { regionName } from '@kabao/region'
import { daysAgo, type Random } from '../random.ts'
import { special } from '../special.ts'
import { channelOf, channels } from './channels.ts'
import { judge } from './user-risk.ts'
import { storyOf } from './user-timeline.ts'

const surnames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹']
const given = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红文斌辉']
const cities = ['440300', '440100', '310100', '110100', '330100', '320100', '510100', '420100', '610100']
const occupations = ['职员', '个体经营', '教师', '工程师', '司机', '销售']
const erased = { phone: null, name: null, idNumber: null, birthday: null, ip: null, device: null }
const count = 286

/** Made-up users; the row of a deleted user stays, without personal data. */
export const user = special(
  { ...area, ...userTimeline },
  {
    count,
    row: (random, at, { profile }) => ({
      ...person(random),
      profile: { ...profile, occupation: random.pick(occupations) },
      ...channelOf(random),
      status: random.pick(userStatuses.filter((each) => each !== 'deleted')),
      ip: `113.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`,
      device: `demo-${at.toString(36)}-${random.digits(6)}`,
      createdAt: daysAgo((at * 365) / count),
      lastActiveAt: daysAgo(((at * 365) / count) * (random.below(100) / 100)),
      deletedAt: null,
    }),
    masks: { birthday: (value) => `${value.slice(0, 4)}-**-**` },
    remove: {
      isPossible: ({ status }) => status !== 'deleted',
      perform: (row) =>
        Object.assign(row, erased, { status: 'deleted', deletedAt: new Date().toISOString() } as const),
    },
    choices: { channels: () => channels },
    calls: {
      risk: (call, table) => ({
        ...judge(table.find(call.params.id, call) as UserDetail, call.language),
        type: call.query.type,
        checkedAt: daysAgo(1),
      }),
      riskSimple: (call, table) => {
        const { score, level, rules } = judge(table.find(call.params.id, call) as UserDetail, call.language)
        return {
          score,
          level,
          checkedAt: daysAgo(1),
          rules: rules.filter(({ hit }) => hit).map(({ name }) => name),
        }
      },
      timeline: (call, table) => ({
        events: storyOf(table.find(call.params.id, call) as UserDetail),
        next: null,
      }),
      matchRuns: () => ({ runs: [], next: null }),
    },
  },
)

function person(random: Random) {
  const year = 1970 + random.below(35)
  const cityCode = random.pick(cities)
  const first17 = `${cityCode}${year}0${1 + random.below(9)}1${random.below(10)}${random.digits(3)}`
  return {
    name: random.pick(surnames) + random.pick(given) + (random.chance(0.7) ? random.pick(given) : ''),
    phone: `1${random.pick(['38', '39', '50', '58', '77', '86'])}${random.digits(8)}`,
    idNumber: first17 + checkDigit(first17),
    birthday: `${year}-${first17.slice(10, 12)}-${first17.slice(12, 14)}`,
    age: new Date().getFullYear() - year,
    cityCode,
    cityName: regionName(cityCode),
  }
}
