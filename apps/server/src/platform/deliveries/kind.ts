import type { Db } from '../db/client.ts'
import type { OutgoingRequest, OutgoingResult } from '../outgoing/outgoing.ts'

/** A delivery that this instance has claimed. */
export interface Delivery {
  id: string
  eventId: string
  targetId: string
  /** 0: none, as with the record. */
  subjectId: string
  refId: string
  fen: number
  event: string
  round: number
  isCounted: boolean
}

/** What becomes of a call: it was taken, is made again, or would never be taken. */
export type Outcome = 'ok' | 'failed' | 'refused'

/** A request as it is kept: secrets and what is sealed are masked. */
export interface KeptRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
}

type Request = Pick<OutgoingRequest, 'address' | 'method' | 'headers' | 'body' | 'deadlineMs'>

/** One call that tells a target of one or several deliveries. */
export interface DeliveryCall {
  ids: readonly string[]
  /** An HTTP request, perhaps with limits of its own; or how else it is sent, which never throws and ends within a minute. */
  request: (Request & Partial<Pick<OutgoingRequest, 'key' | 'limits'>>) | (() => Promise<OutgoingResult>)
  kept: KeptRequest
  /** How the answer is read for the delivery at a place of `ids`. */
  read(result: OutgoingResult, place: number): { outcome: Outcome; reason: string | null }
  /** How long an answer asks not to be called, in milliseconds; default: by the rules of HTTP. */
  pauseOf?(result: OutgoingResult): number
  /** Takes secrets, and what is sealed, out of an answer that repeats them. */
  hide(text: string): string
}

/** What a kind makes of claimed deliveries of one target: calls, and those that end without one. */
export interface Prepared {
  calls: readonly DeliveryCall[]
  /** By id: why it is not sent, or never can be. */
  ended: ReadonlyMap<string, { state: 'untold' | 'dead'; reason: string }>
  /** By id: in how many milliseconds it comes due, because now is not its time; or why it cannot be sent now, which is a try. */
  later?: ReadonlyMap<string, number | string>
}

/** A delivery that is over. */
export interface DeliveryOver {
  eventId: string
  state: 'sent' | 'dead' | 'untold'
}

/** A call by HTTP. */
export interface HttpCall extends DeliveryCall {
  request: Request
}

/** A kind of deliveries: what is sent, and how the answer is read. A module declares its own to the worker. */
export interface DeliveryKind {
  /** Unique: letters only. */
  name: string
  /** The pauses before a delivery that was not taken is tried again, in milliseconds; after the last one it is dead. */
  pauses: readonly number[]
  /** The most deliveries of a target that are prepared together, if what is due goes in as few calls as possible. */
  together?: number
  /** Decides together about claimed deliveries of one target, and makes their requests. */
  prepare(db: Db, targetId: string, deliveries: readonly Delivery[]): Promise<Prepared>
  /** Notes in the transaction of the results which deliveries are over, for those who keep that longer than the deliveries. */
  over?: (write: Db, ended: readonly DeliveryOver[]) => Promise<void>
}

/** The name of a target among those of all kinds: what shares limits, a breaker and a pause. */
export const targetName = (kind: string, targetId: string): string => `${kind}:${targetId}`
