import type { RiskRuleKey } from '@kabao/contract/users/risk.words'
import type { RiskType } from '@kabao/contract/users/user'
import type { RiskFacts } from './facts.ts'

/** A sign of risk: when it hits, its weight (points of 1000) is added to the score. */
interface Rule {
  code: RiskRuleKey
  type: RiskType
  weight: number
  hits(facts: RiskFacts): boolean
  /** The numbers in the sentence of the rule. */
  values?(facts: RiskFacts): Record<string, number>
}

/** Our own rules, with weights set by us: a blacklist hit alone makes the level high, any other single hit does not. */
export const rules: readonly Rule[] = [
  {
    code: 'phoneBlacklisted',
    type: 'identity',
    weight: 700,
    hits: (facts) => facts.blacklisted.has('phone'),
  },
  {
    code: 'idNumberBlacklisted',
    type: 'identity',
    weight: 800,
    hits: (facts) => facts.blacklisted.has('idNumber'),
  },
  { code: 'noIdNumber', type: 'identity', weight: 60, hits: (facts) => !facts.hasIdNumber },
  { code: 'birthdayDiffers', type: 'identity', weight: 350, hits: (facts) => facts.birthdayDiffers === true },
  { code: 'genderDiffers', type: 'identity', weight: 300, hits: (facts) => facts.genderDiffers === true },
  { code: 'provinceDiffers', type: 'identity', weight: 80, hits: (facts) => facts.provinceDiffers === true },
  {
    code: 'manyPushes7',
    type: 'history',
    weight: 300,
    hits: ({ pushes }) => pushes.days7 >= 3,
    values: ({ pushes }) => ({ count: pushes.days7 }),
  },
  {
    code: 'manyPushes30',
    type: 'history',
    weight: 200,
    hits: ({ pushes }) => pushes.days30 >= 6,
    values: ({ pushes }) => ({ count: pushes.days30 }),
  },
  {
    code: 'manyPushes90',
    type: 'history',
    weight: 150,
    hits: ({ pushes }) => pushes.days90 >= 12,
    values: ({ pushes }) => ({ count: pushes.days90 }),
  },
  {
    code: 'manyRejections',
    type: 'history',
    weight: 200,
    hits: ({ pushes }) => pushes.rejected90 >= 5,
    values: ({ pushes }) => ({ count: pushes.rejected90 }),
  },
  {
    code: 'deviceBlacklisted',
    type: 'device',
    weight: 700,
    hits: (facts) => facts.blacklisted.has('device'),
  },
  { code: 'ipBlacklisted', type: 'device', weight: 600, hits: (facts) => facts.blacklisted.has('ip') },
  {
    code: 'deviceShared',
    type: 'device',
    weight: 350,
    hits: (facts) => facts.sameDevice >= 2,
    values: (facts) => ({ count: facts.sameDevice }),
  },
  {
    code: 'ipShared',
    type: 'device',
    weight: 200,
    hits: (facts) => facts.sameIp >= 10,
    values: (facts) => ({ count: facts.sameIp }),
  },
  {
    code: 'registrationBurst',
    type: 'behavior',
    weight: 400,
    hits: (facts) => facts.sameIpWithinHour >= 3,
    values: (facts) => ({ count: facts.sameIpWithinHour }),
  },
  {
    code: 'nightRegistration',
    type: 'behavior',
    weight: 100,
    hits: (facts) => facts.registeredHour >= 1 && facts.registeredHour < 5,
    values: (facts) => ({ hour: facts.registeredHour }),
  },
]

/** The lowest scores for the levels medium and high. */
export const mediumFrom = 300
export const highFrom = 600
