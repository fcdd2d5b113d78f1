/** The caller of a request, and what the caller may do at this moment. */
export interface Caller {
  /** The session of the call; null if the call was made with a token. */
  sessionId: string | null
  /** The personal access token of the call; null in a session. */
  token: CallerToken | null
  adminId: string
  username: string
  name: string
  mustChangePassword: boolean
  hasDefaultPassword: boolean
  /** A role of the caller requires a second factor, and the caller has none. */
  mustSetUpSecondFactor: boolean
  /** Holds every permission point; never with a token. */
  isSuper: boolean
  /** `own` if every role of the caller has the data scope `own`, or the token has it. */
  dataScope: 'all' | 'own'
  /** Permission points and menu nodes, by name; with a token, those that both the token and its owner have. */
  points: ReadonlySet<string>
  /** The place in the database's log after the last write of the session or token; null before the first. */
  wroteLsn: string | null
}

export interface CallerToken {
  id: string
  name: string
  /** The token has the data scope `own`, and its owner sees all. */
  isNarrower: boolean
  /** The call comes from an address from which the token may not be used. */
  isElsewhere: boolean
}

export interface CallOrigin {
  /** The address of the call, which some tokens limit. */
  ip?: string
  /** Whether the call needs a caller; a personal access token counts only then. Default: true. */
  isNeeded?: boolean
  /** Whether the request keeps an idle session alive; an open stream alone does not. Default: true. */
  isUse?: boolean
}

/** @param token of a session, or a personal access token @throws Problem 2000 if it is a personal access token that is not valid */
export type FindCaller = (token: string | null, origin?: CallOrigin) => Promise<Caller | null>
