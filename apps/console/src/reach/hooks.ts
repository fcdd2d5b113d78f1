import { postback } from '@kabao/contract/reach/postback'
import { webhook } from '@kabao/contract/reach/webhook'

/** What is done with the targets of both lists and with their deliveries; they differ in the names of their endpoints only. */
export type HookCalls = Pick<
  typeof postback,
  | 'page'
  | 'turn'
  | 'try'
  | 'resume'
  | 'deliveries'
  | 'details'
  | 'again'
  | 'againMany'
  | 'againCount'
  | 'againMatching'
  | 'figures'
>

/** Postbacks or webhooks. */
export interface HookKind {
  name: 'postback' | 'webhook'
  calls: HookCalls
}

export const postbacks: HookKind = { name: 'postback', calls: postback }
export const webhooks: HookKind = { name: 'webhook', calls: webhook as unknown as HookCalls }

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
