import * as z from 'zod'
import { area, id, instant } from '../kernel/kernel.ts'
import { flows } from '../users/user.ts'

/** The kinds of items that can wait for an administrator, the most urgent first. */
export const waitingKinds = [
  'feedbackOverdue',
  'pushesDead',
  'jobsFailed',
  'balancesLow',
  'balancesLowUv',
  'plansExhausted',
  'poolsLow',
  'feedbackMine',
  'feedbackPending',
  'suspenseOpen',
  'differencesOpen',
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

/** The limit of each count, which limits the cost of the call; a count of `mostWaiting` means this many or more. */
export const mostWaiting = 100

const item = z.object({
  kind: z.enum(waitingKinds),
  count: z.int().min(1).max(mostWaiting),
  /** The list that shows the items: the route name of its page, and its filters. */
  link: z.object({ name: z.string(), query: z.record(z.string(), z.string()) }),
})
item.register(z.globalRegistry, { id: 'WaitingItem' })

/** The cards of the home page, in their order until somebody moves them. */
export const homeCards = [
  'figures',
  'waiting',
  'funnel',
  'plans',
  'messages',
  'channels',
  'orgs',
  'errors',
  'recent',
  'pages',
] as const
export type HomeCard = (typeof homeCards)[number]

const layout = z.strictObject({
  /** The cards in their order; a card that is left out is at the end. */
  order: z.array(z.enum(homeCards, 'choice')).max(homeCards.length, 'tooMany'),
  hidden: z.array(z.enum(homeCards, 'choice')).max(homeCards.length, 'tooMany'),
})
layout.register(z.globalRegistry, { id: 'HomeLayout' })

/** Counts first, then amounts in fen. */
export const homeFigures = ['uv', 'registrations', 'pushes', 'accepted', 'revenueFen', 'profitFen'] as const
export type HomeFigure = (typeof homeFigures)[number]
export const funnelSteps = ['uv', 'registrations', 'matches', 'pushes', 'accepted'] as const

const figures = z.object({
  /** The business day. */
  day: z.iso.date(),
  /** Everything until then is in the figures; null: not known yet. */
  upTo: instant.nullable(),
  /** Yesterday is told until this minute of the clock, which today has reached. Null while nothing of today is counted. */
  comparedTo: instant.nullable(),
  figures: z.array(
    z.object({
      key: z.enum(homeFigures),
      today: z.int(),
      /** Yesterday, until the compared minute. */
      before: z.int().nullable(),
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

/** The home page. What the caller may not see is null. */
export const home = area('home', {
  waiting: {
    method: 'GET',
    path: '/home/waiting',
    kind: 'read',
    access: 'signedIn',
    summary: ['待办事项的数量', 'Number of waiting items'],
    /** Only kinds with waiting items whose list the caller may open. */
    answer: z.array(item),
  },
  figures: {
    method: 'GET',
    path: '/home/figures',
    kind: 'read',
    access: 'signedIn',
    summary: ['今日数据', 'Figures of today'],
    answer: figures.nullable(),
  },
  plans: {
    method: 'GET',
    path: '/home/plans',
    kind: 'read',
    access: 'signedIn',
    summary: ['正在运行的计划', 'Plans that run now'],
    /** Those of which most is used today. */
    answer: z.array(plan).nullable(),
  },
  tops: {
    method: 'GET',
    path: '/home/tops',
    kind: 'read',
    access: 'signedIn',
    summary: ['今日收入最高的渠道和机构', 'Channels and organizations with the highest revenue of today'],
    answer: z.object({ channels: z.array(top).nullable(), orgs: z.array(top).nullable() }),
  },
  errors: {
    method: 'GET',
    path: '/home/errors',
    kind: 'read',
    access: 'signedIn',
    summary: ['最近的未处理错误', 'Newest open errors'],
    answer: z.array(error).nullable(),
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
export type HomeLayout = z.output<typeof layout>
export type HomeFiguresAnswer = z.output<typeof figures>
export type HomePlan = z.output<typeof plan>
export type HomeTop = z.output<typeof top>
export type HomeErrorRow = z.output<typeof error>
