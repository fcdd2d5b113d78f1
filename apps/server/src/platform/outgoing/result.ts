/** The call was not made, and would be refused again while the address and the request stay the same. */
export type Refusal =
  /** It is not the usual spelling of one host: blanks, percent signs, numbers in odd spelling, a dot at the end. */
  | 'addressForm'
  | 'scheme'
  | 'credentials'
  | 'port'
  /** The name has a meaning only inside a network: `localhost`, one word without a dot, `….internal`. */
  | 'hostName'
  /** The address, or one that its name resolves to, is not on the public internet. */
  | 'notPublic'
  /** A header is not valid HTTP, or is one that only the service itself may set. */
  | 'headers'

/** The call failed before anything of the request was sent, so it may be retried. */
export type NotSentReason =
  /** The limit of concurrent calls of this key is reached. */
  | 'busy'
  /** The limit of calls of this key in a period is reached. */
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

/** The request was sent, whole or in part, and no whole response arrived, so the other side may have acted on it. */
export type UnknownReason = 'broken' | 'badAnswer' | 'headersTooLarge' | 'timeout' | 'stopped'

export interface Answer {
  kind: 'answer'
  /** 200 to 599; a redirect is a response like any other and is not followed. */
  status: number
  /** By names in lower case, without `set-cookie`; repeated headers are joined by a comma. */
  headers: Record<string, string>
  /** Decompressed and decoded, well-formed and without U+0000, so that PostgreSQL can store it. */
  body: string
  /** As they came, perhaps compressed; only if the request asked for bytes. */
  bytes?: Buffer
  /** The response was longer than the limit; `body` or `bytes` is its beginning. */
  tooLarge: boolean
  /** `encoding`: its compression is unknown or broken; `body` is empty. `charset`: some characters are replaced by U+FFFD. */
  unreadable: 'encoding' | 'charset' | null
  /** From the call to the end of the response, in milliseconds. */
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
  /** If the head of a response had arrived. */
  status?: number
}

export type OutgoingResult = Answer | Refused | NotSent | Unknown

export const refused = (why: Refusal): Refused => ({ kind: 'refused', why })
export const notSent = (why: NotSentReason): NotSent => ({ kind: 'notSent', why })

/** Why a call was aborted from outside; the value of its signal's `reason`. */
export type GivenUp = 'timeout' | 'stopped'
