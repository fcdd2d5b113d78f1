import {
  errorEvent as area,
  type ErrorStatus,
  trendDays,
  trendSpans,
} from '@kabao/contract/operations/error-event'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'

const samples = [
  ['console', 'error', 'TypeError', "Cannot read properties of undefined (reading 'name')"],
  ['h5', 'error', 'ReferenceError', 'WeixinJSBridge is not defined'],
  ['h5', 'warning', 'NetworkError', 'Failed to fetch'],
  ['server', 'error', 'error', 'canceling statement due to statement timeout'],
  ['partner', 'error', 'partner.reply', '200'],
  ['console', 'error', 'ChunkLoadError', 'Failed to fetch dynamically imported module'],
] as const
const frames = [
  ['onClick', 'apps/console/src/users/areas/user/list.tsx', 42, 17],
  ['useRowActions', 'apps/console/src/kit/crud/use-row-actions.ts', 31, 5],
  ['executeDispatch', 'node_modules/react-dom/cjs/react-dom-client.production.js', 13640, 9],
] as const
const steps = { hours24: 24, days14: 14, days90: 90 } as const

/** Errors of every source; the demo accepts reports and drops them. */
export const errorEvent = special(area, {
  count: 18,
  row: (random, at) => {
    const [source, level, name, message] = samples[at % samples.length] as (typeof samples)[number]
    const trend = Array.from({ length: trendDays }, () => random.below(9))
    const status: ErrorStatus = at < 10 ? 'open' : at < 14 ? 'resolved' : 'ignored'
    return {
      source,
      level,
      name,
      message,
      status,
      trend,
      url: 'https://console.example.com/user/list',
      count: trend.reduce((sum, count) => sum + count, 1),
      people: source === 'server' || source === 'partner' ? 0 : 1 + random.below(20),
      firstRelease: 'a41c09d2e7b3',
      release: 'd7e2f01b9c64',
      issueUrl: '',
      samples: 1,
      orgName: source === 'partner' ? '华南信用卡中心' : null,
      reopenedAt: at === 2 ? daysAgo(0.3) : null,
      ignoredUntil: null,
      ignoredTo: null,
      untilRelease: false,
      orgId: null,
      changes: [],
      resolvedAt: status === 'resolved' ? daysAgo(at) : null,
      releases: [
        { release: 'd7e2f01b9c64', count: 3, firstAt: daysAgo(4), lastAt: daysAgo(0.1 + at * 0.2) },
        { release: 'a41c09d2e7b3', count: 5, firstAt: daysAgo(12 + at), lastAt: daysAgo(5) },
      ],
      firstAt: daysAgo(12 + at),
      lastAt: daysAgo(0.1 + at * 0.2),
    }
  },
  filters: {
    reopened: ({ reopenedAt }, value) => (value === 'yes') === (reopenedAt !== null),
    release: ({ releases }, value) => releases.some(({ release }) => release === value),
    leastPeople: ({ people }, value) => people >= Number(value),
    keyword: ({ name, message }, value) => `${name}\n${message}`.toLowerCase().includes(value.toLowerCase()),
  },
  act: () => ({ reopenedAt: null }),
  without: ['link'],
  calls: {
    report: () => null,
    people: () => [],
    trend: ({ query }) => {
      const span = trendSpans.find((each) => each === query?.span) ?? 'hours24'
      const stepMs = span === 'hours24' ? 3_600_000 : 86_400_000
      return Array.from({ length: steps[span] }, (_, index) => {
        const instant = new Date(Date.now() - (steps[span] - 1 - index) * stepMs).toISOString()
        return {
          at: span === 'hours24' ? `${instant.slice(0, 14)}00:00.000Z` : instant.slice(0, 10),
          count: (index * 7) % 5,
        }
      })
    },
    sample: () => ({
      at: daysAgo(0.1),
      message: samples[0][3],
      url: 'https://console.example.com/user/list',
      userAgent: 'Mozilla/5.0',
      release: 'd7e2f01b9c64',
      requestId: '',
      isMapped: true,
      frames: frames.map(([name, source, line, column]) => ({
        name,
        source,
        line,
        column,
        isOwn: !source.includes('node_modules'),
        raw: `at ${name} (https://console.example.com/assets/page-Ab12Cd34.js:1:${line * column})`,
      })),
    }),
  },
})
