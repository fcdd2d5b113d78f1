import { maskIdNumber, maskPhone } from '@kabao/contract/kernel/personal'
import {
  blacklist as area,
  type BlacklistKind,
  blacklistKinds,
  blacklistValue,
} from '@kabao/contract/users/blacklist'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'

const reasons = ['恶意注册', '虚假资料', '投诉核实', '同一设备多次申请', '逾期未还']
const masks: { [K in BlacklistKind]?: (value: string) => string } = {
  phone: maskPhone,
  idNumber: maskIdNumber,
}

export const blacklist = special(area, {
  count: 46,
  row: (random, at) => {
    const kind = random.pick(blacklistKinds.filter((each) => each !== 'idNumber'))
    const device = `demo-${random.digits(10)}`
    const ip = `117.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`
    return {
      kind,
      value: { phone: `139${random.digits(8)}`, device, ip }[kind],
      reason: random.pick(reasons),
      expiresAt: random.chance(0.5) ? null : daysAgo(random.below(200) - 160),
      createdAt: daysAgo(at * 3 + 1),
    }
  },
  unique: ['kind', 'value'],
  check: (row) => {
    const value = blacklistValue[row.kind].safeParse(row.value)
    if (!value.success) return { value: row.kind }
    row.value = value.data
    return undefined
  },
  masks: { value: (value, { kind }) => masks[kind]?.(value) ?? value },
  filters: {
    value: (row, value) => row.value === value.trim(),
    state: ({ expiresAt }, value) =>
      (value === 'active') === (expiresAt === null || expiresAt > new Date().toISOString()),
  },
})
