import * as z from 'zod'
import { area, exactTotal, id, instant } from '../kernel/kernel.ts'
import { flows } from '../users/user.ts'
import type { FigureName } from './report/figures.ts'

/** The kinds of items that can wait for an administrator, the most urgent first. */
export const waitingKinds = [
  'feedbackOverdue',
  'pushesDead',
  'leadsDue',
  'feedbackMine',
  'feedbackPending',
  'suspenseOpen',
  'differencesOpen',
  'changesToReview',
  'resolutionsToReview',
  'rechargesToReview',
  'adjustmentsToReview',
  'correctionsToReview',
  'returnsToReview',
  'settlementsToConfirm',
  'importsToConfirm',
  'exportsReady',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** The limit of each count, which limits the cost of the call; a count of `mostWaiting` means this many or more, as in lists. */
export const mostWaiting = exactTotal + 1

/** What is behind a number or a sentence: the route name of a page, and its filters. */
const link = z.object({ name: z.string(), query: z.record(z.string(), z.string()) })
link.register(z.globalRegistry, { id: 'HomeLink' })

const item = z.object({
  kind: z.enum(waitingKinds),
  count: z.int().min(1).max(mostWaiting),
  /** The list that shows the items. */
  link,
})
item.register(z.globalRegistry, { id: 'WaitingItem' })

/** The kinds of things that can be wrong, the worst first. Each is a sentence. */
export const warningKinds = [
  'ledgerBroken',
  'orgUnreachable',
  'orgFailing',
  'stepsLate',
  'figuresLate',
  'backupFailed',
  'backupOld',
  'jobsFailed',
  'differencesWithin',
  'pushesUnclear',
  'pushesStuck',
  'balanceEnds',
  'balancesLow',
  'balancesLowUv',
  'planEnds',
  'plansExhausted',
  'poolsLow',
] as const
export type WarningKind = (typeof warningKinds)[number]

/** The most sentences of one kind. */
export const mostOfKind = 3

const warning = z.object({
  kind: z.enum(warningKinds),
  /** The organization or plan that the sentence is about. */
  name: z.string().nullable(),
  /** How many; of `orgFailing` how many of a hundred calls failed. At most `mostWaiting`, which means this many or more. */
  count: z.int().nullable(),
  /** Since when, or when something ends. */
  at: instant.nullable(),
  link,
})
warning.register(z.globalRegistry, { id: 'HomeWarning' })

/** The cards below the day, in their order until somebody moves them. */
export const homeCards = ['funnel', 'plans', 'channels', 'orgs', 'errors', 'messages'] as const
export type HomeCard = (typeof homeCards)[number]

const layout = z.strictObject({
  /** The cards in their order; a card that is left out is at the end. */
  order: z.array(z.enum(homeCards, 'choice')).max(homeCards.length, 'tooMany'),
  hidden: z.array(z.enum(homeCards, 'choice')).max(homeCards.length, 'tooMany'),
})
layout.register(z.globalRegistry, { id: 'HomeLayout' })

/** The figures of the day that count. The others are amounts in fen. */
export const homeCounts = ['uv', 'registrations', 'pushes', 'accepted'] as const
/** The figures of the day, as the reports define them: `allRevenue` and `allProfit` of the whole service, the last two of pushes. */
export const homeFigures = [
  ...homeCounts,
  'allRevenue',
  'allProfit',
  'revenue',
  'profit',
] as const satisfies readonly FigureName[]
export type HomeFigure = (typeof homeFigures)[number]
export const funnelSteps = ['uv', 'registrations', 'matchedUsers', 'pushes', 'accepted'] as const

const figures = z.object({
  /** The business day. */
  day: z.iso.date(),
  /** Everything until then is in the figures. */
  upTo: instant,
  /** The days before are told until this minute of the clock, which today has reached. Null while nothing of today is counted. */
  comparedTo: instant.nullable(),
  /** The report of today. */
  report: link,
  figures: z.array(
    z.object({
      key: z.enum(homeFigures),
      today: z.int(),
      /** Yesterday, until the compared minute. */
      yesterday: z.int().nullable(),
      /** The same day of last week, until the compared minute. */
      lastWeek: z.int().nullable(),
      /** Its records of today. */
      link,
    }),
  ),
  funnel: z.array(z.object({ key: z.enum(funnelSteps), count: z.int() })),
})
figures.register(z.globalRegistry, { id: 'HomeFigures' })

const plan = z.object({
  id,
  name: z.string(),
  orgName: z.string(),
  flow: z.enum(flows),
  /** What counts towards the cap of the day, and the cap; null: none. */
  used: z.int(),
  dailyCap: z.int().nullable(),
  /** What the pace allows until now; null: without a pace. */
  expected: z.int().nullable(),
  /** Answers of the day, and the accepted ones of them. */
  answered: z.int(),
  accepted: z.int(),
})
plan.register(z.globalRegistry, { id: 'HomePlan' })

const top = z.object({
  id,
  name: z.string(),
  /** Whether it is on the list of joint logins. */
  isUv: z.boolean(),
  accepted: z.int(),
  revenueFen: z.int(),
})
top.register(z.globalRegistry, { id: 'HomeTop' })

const error = z.object({ id, name: z.string(), message: z.string(), count: z.int(), lastAt: instant })
error.register(z.globalRegistry, { id: 'HomeError' })

/** The home page. What the caller may not see is null, or left out. */
export const home = area('home', {
  today: {
    method: 'GET',
    path: '/home/today',
    kind: 'read',
    access: 'signedIn',
    summary: ['今日概况：数据、待办与异常', 'The day: its figures, what waits, and what is wrong'],
    answer: z.object({
      figures: figures.nullable(),
      /** Only kinds with items whose list the caller may open. */
      waiting: z.array(item),
      /** Only about what the caller may open. */
      warnings: z.array(warning),
    }),
  },
  more: {
    method: 'GET',
    path: '/home/more',
    kind: 'read',
    access: 'signedIn',
    summary: ['首页卡片', 'Cards of the home page'],
    answer: z.object({
      /** The running plans of which most is used today. */
      plans: z.array(plan).nullable(),
      /** The channels and organizations with the highest revenue of today. */
      channels: z.array(top).nullable(),
      orgs: z.array(top).nullable(),
      /** The newest open errors. */
      errors: z.array(error).nullable(),
    }),
  },
  layout: {
    method: 'GET',
    path: '/home/layout',
    kind: 'read',
    access: 'signedIn',
    summary: ['自己的首页布局', 'Your home page layout'],
    answer: layout,
  },
  setLayout: {
    method: 'PUT',
    path: '/home/layout',
    kind: 'write',
    access: 'signedIn',
    audited: false,
    quiet: true,
    summary: ['保存自己的首页布局', 'Save your home page layout'],
    body: layout,
    answer: layout,
  },
})

export type WaitingItem = z.output<typeof item>
export type HomeLink = z.output<typeof link>
export type HomeWarning = z.output<typeof warning>
export type HomeLayout = z.output<typeof layout>
export type HomeFiguresAnswer = z.output<typeof figures>
export type HomePlan = z.output<typeof plan>
export type HomeTop = z.output<typeof top>
export type HomeErrorRow = z.output<typeof error>
