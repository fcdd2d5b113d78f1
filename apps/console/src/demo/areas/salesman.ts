import { leadPool as poolArea } from '@kabao/contract/crm/lead-pool'
import { type SalesTeamRow, salesTeam as teamArea } from '@kabao/contract/crm/sales-team'
import { salesman as area, type SalesmanRow } from '@kabao/contract/crm/salesman'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'
import { rowsOf } from '../tables.ts'
import { recordsBehind } from './lead-records.ts'

/** The teams of the demo; the salesmen name them. */
const teams = ['华南销售一队', '华东销售二队']
const people = ['陈晓', '林静', '周凯', '吴敏', '郑浩', '何欣', '罗阳', '梁婷']
const idOf = (at: number) => String(at + 1)
const teamOf = (at: number) => ({ teamId: idOf(at % 2), teamName: teams[at % 2] ?? null })
const never = { claimed: 0, assigned: 0, contacted: 0, firstContactMinutes: null, won: 0, lost: 0, wonFen: 0 }

const eventOf = {
  ...({ claimed: 'claimed', assigned: 'assigned', contacted: 'followUp' } as const),
  ...({ won: 'converted', lost: 'invalidated' } as const),
}

const choicesOf = (name: 'salesman' | 'salesTeam') => () =>
  rowsOf<{ id: string; name: string }>(name).map(({ id, name: title }) => ({ id, name: title }))

export const salesman = special(area, {
  count: people.length,
  row: (random, at) => {
    const status = at === 5 ? ('onLeave' as const) : at === 7 ? ('left' as const) : ('onDuty' as const)
    const won = 2 + random.below(9)
    return {
      ...teamOf(at),
      name: people[at] ?? '',
      accountName: people[at] ?? '',
      adminId: idOf(at),
      isAccountEnabled: at !== 6,
      isHead: at < 2,
      phone: `1380000${1000 + at}`,
      status,
      remark: '',
      references: 12 + at,
      deputyId: status === 'onLeave' ? '4' : null,
      deputyName: status === 'onLeave' ? '吴敏' : null,
      leaveFrom: status === 'onLeave' ? daysAgo(2) : null,
      leaves: [],
      dailyQuota: at === 0 ? null : 30,
      capacity: 100,
      weight: 10 + 5 * (at % 3),
      cityCodes: [],
      sources: [],
      windows: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' })),
      held: status === 'onDuty' ? 20 + random.below(60) : 0,
      taken: status === 'onDuty' ? random.below(30) : 0,
      month: {
        claimed: 10 + random.below(40),
        assigned: 20 + random.below(60),
        contacted: 25 + random.below(50),
        firstContactMinutes: 4 + random.below(40),
        won,
        lost: 1 + random.below(6),
        wonFen: won * 26_000,
      },
      handOver:
        status === 'onDuty'
          ? null
          : {
              toName: status === 'onLeave' ? '吴敏' : null,
              moved: status === 'onLeave' ? 34 : 0,
              toPool: status === 'left' ? 41 : 0,
              startedAt: daysAgo(2),
              endedAt: daysAgo(1.9),
            },
      createdAt: daysAgo(90 - at),
    }
  },
  fresh: () => ({
    held: 0,
    taken: 0,
    month: never,
    handOver: null,
    leaves: [],
    isAccountEnabled: true,
    isHead: false,
  }),
  now: ({ teamId, deputyId }) => ({
    teamName: rowsOf<SalesTeamRow>('salesTeam').find(({ id }) => id === teamId)?.name ?? null,
    deputyName: rowsOf<SalesmanRow>('salesman').find(({ id }) => id === deputyId)?.name ?? null,
  }),
  unique: ['adminId'],
  choices: {
    accounts: () => people.map((name, index) => ({ id: idOf(index), name })),
    teams: choicesOf('salesTeam'),
    colleagues: choicesOf('salesman'),
  },
  calls: {
    records: ({ params, body: { figure, current, size }, ...call }, table) => {
      const { month } = table.find(params.id, call) as unknown as SalesmanRow
      const value = month[figure] ?? 0
      if (figure === 'wonFen')
        return recordsBehind({ count: month.won, event: 'answered', current, size, fen: value })
      if (figure === 'firstContactMinutes')
        return recordsBehind({ count: month.contacted, event: 'followUp', current, size, minutes: value })
      return recordsBehind({ count: value, event: eventOf[figure], current, size })
    },
  },
  // The demo moves no leads.
  without: ['goOnLeave', 'leave', 'planLeave', 'changeLeave', 'cancelLeave'],
})

export const salesTeam = special(teamArea, {
  count: teams.length,
  row: (_random, at) => ({
    name: teams[at] ?? '',
    headId: idOf(at),
    poolId: idOf(at + 1),
    poolName: `${teams[at]}线索池`,
    remark: '',
    references: 5,
    createdAt: daysAgo(90),
  }),
  fresh: () => ({ headId: null, poolId: null, poolName: null, references: 0 }),
  now: (row) => {
    const members = rowsOf<SalesmanRow>('salesman').filter(
      ({ teamId, status }) => teamId === row.id && status !== 'left',
    )
    return {
      members: members.map(({ id, name, status }) => ({ id, name, status })),
      memberCount: members.length,
      headName: members.find(({ id }) => id === row.headId)?.name ?? null,
    }
  },
  unique: ['name'],
  choices: { heads: choicesOf('salesman') },
})

const rules = {
  maxHeld: 100,
  maxClaimsPerDay: 50,
  coolDownDays: 7,
  lockMinutes: 30,
  recycleDays: 7,
  protectDays: 60,
  firstContactMinutes: 30,
  isAutomatic: false,
}

export const leadPool = special(poolArea, {
  count: 1 + teams.length,
  row: (random, at) => ({
    ...rules,
    name: at === 0 ? '公海' : `${teams[at - 1]}线索池`,
    kind: at === 0 ? ('public' as const) : ('team' as const),
    teamId: at === 0 ? null : idOf(at - 1),
    teamName: at === 0 ? null : (teams[at - 1] ?? null),
    ownerId: idOf(at),
    ownerName: people[at] ?? null,
    isAutomatic: at === 1,
    hiddenFields: at === 0 ? ['phone' as const, 'name' as const] : [],
    waiting: 40 + random.below(200),
    held: 60 + random.below(150),
    remark: '',
    references: 100 + at,
    createdAt: daysAgo(90 - at),
  }),
  fresh: () => ({ kind: 'team', waiting: 0, held: 0, references: 0 }),
  now: ({ teamId, ownerId }) => ({
    teamName: rowsOf<SalesTeamRow>('salesTeam').find(({ id }) => id === teamId)?.name ?? null,
    ownerName: rowsOf<SalesmanRow>('salesman').find(({ id }) => id === ownerId)?.name ?? null,
  }),
  unique: ['name'],
  choices: { teams: choicesOf('salesTeam'), owners: choicesOf('salesman') },
})
