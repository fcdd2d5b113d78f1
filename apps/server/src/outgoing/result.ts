/** The call was not made, and will not be while the address or the request stays as it is. */
export type Refusal =
  /** It is not the address of one host as people write it: blanks, percent signs, numbers in odd spelling, a dot at the end. */
  | 'addressForm'
  | 'scheme'
  | 'credentials'
  | 'port'
  /** The name means something inside a network only: `localhost`, one word without a dot, `….internal`. */
  | 'hostName'
  /** The address, or one that its name stands for, is not on the public internet. */
  | 'notPublic'
  /** A header has a form that HTTP does not know, or is one that only the caller itself may set. */
  | 'headers'

/** The call failed before anything of the request had left: it may be repeated. */
export type NotSentReason =
  /** As many calls as allowed are under way for this key. */
  | 'busy'
  /** As many calls as allowed were made for this key in this time. */
  | 'rate'
  | 'nameUnknown'
  | 'nameLookup'
  | 'connectionRefused'
  | 'unreachable'
  | 'connectionFailed'
  | 'tlsSelfSigned'
  | 'tlsUntrusted'
  | 'tlsExpired'
  | 'tlsWrongName'
  | 'tlsFailed'
  | 'timeout'
  | 'stopped'

/** The request left, whole or in part, and no whole answer came: the other side may have acted on it. */
export type UnknownReason = 'broken' | 'badAnswer' | 'headersTooLarge' | 'timeout' | 'stopped'

export interface Answer {
  kind: 'answer'
  /** 200 to 599; a redirect is an answer like any other and is not followed. */
  status: number
  /** By names in small letters, without `set-cookie`; what came twice is joined by a comma. */
  headers: Record<string, string>
  /** Decompressed and decoded, well-formed and without U+0000, so that PostgreSQL can store it. */
  body: string
  /** The answer had more than the limit; `body` is its beginning. */
  tooLarge: boolean
  /** `encoding`: it is compressed in a way that is not known, or broken; `body` is empty. `charset`: some characters are replaced by U+FFFD. */
  unreadable: 'encoding' | 'charset' | null
  /** From the call to the end of the answer, in milliseconds. */
  ms: number
}

export interface NotSent {
  kind: 'notSent'
  why: NotSentReason
  /** With `rate`: in how many milliseconds the next call is allowed. */
  retryInMs?: number
}

export interface Refused {
  kind: 'refused'
  why: Refusal
}

export interface Unknown {
  kind: 'unknown'
  why: UnknownReason
  /** Where the head of an answer had come. */
  status?: number
}

export type OutgoingResult = Answer | Refused | NotSent | Unknown

export const refused = (why: Refusal): Refused => ({ kind: 'refused', why })
export const notSent = (why: NotSentReason): NotSent => ({ kind: 'notSent', why })

/** Why a call was given up from outside; the value of its signal's `reason`. */
export type GivenUp = 'timeout' | 'stopped'
