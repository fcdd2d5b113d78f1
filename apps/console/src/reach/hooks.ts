import { postbackEvents, type ReachEvent } from '@kabao/contract/reach/event'
import { postback } from '@kabao/contract/reach/postback'
import { webhook } from '@kabao/contract/reach/webhook'

/** What is done with the targets of a list and with their deliveries; the lists differ in the names of their endpoints only. */
export type HookCalls = Pick<typeof postback, 'page' | 'try' | 'resume' | 'deliveries' | 'details' | 'again'>
/** What is done with many deliveries at once. */
export type ManyCalls = Pick<typeof postback, 'againMany' | 'againCount' | 'againMatching'>

/** Postbacks, webhooks or notices. */
export interface HookKind {
  name: 'postback' | 'webhook' | 'notice'
  calls: HookCalls
  /** What its deliveries are about. */
  events: readonly ReachEvent[]
  /** What an event of its own is called. */
  textOf?: (event: string) => string
  many?: ManyCalls
  figures?: (typeof postback)['figures']
}
/** Postbacks or webhooks, which are turned on and off in the list. */
export interface TurnedKind extends HookKind {
  turn: (typeof postback)['turn']
}

const kindOf = (name: 'postback' | 'webhook', calls: typeof postback): TurnedKind => ({
  name,
  calls,
  events: postbackEvents,
  many: calls,
  figures: calls.figures,
  turn: calls.turn,
})
export const postbacks = kindOf('postback', postback)
export const webhooks = kindOf('webhook', webhook as unknown as typeof postback)

/** Whose targets a page is about; without an owner it is about all. */
export interface HookOwner {
  channelId?: string
  orgId?: string
}

/** What both kinds of targets have. */
export interface HookRow {
  id: string
  name: string
  isOn: boolean
  url: string
  brokenAt: string | null
  pausedUntil: string | null
  waiting: number
  dead: number
}
