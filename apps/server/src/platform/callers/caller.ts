/** The caller of a request, and what the caller may do at this moment. */
export interface Caller {
  sessionId: string
  adminId: string
  username: string
  name: string
  mustChangePassword: boolean
  hasDefaultPassword: boolean
  /** A role of the caller requires a second factor, and the caller has none. */
  mustSetUpSecondFactor: boolean
  /** Holds every permission point. */
  isSuper: boolean
  /** `own` if every role of the caller has the data scope `own`. */
  dataScope: 'all' | 'own'
  /** Permission points and menu nodes, by name. */
  points: ReadonlySet<string>
  /** The place in the database's log after the last write of the session; null before the first. */
  wroteLsn: string | null
}

/** @param isUse whether the request keeps an idle session alive; an open stream alone does not */
export type FindCaller = (token: string | null, isUse?: boolean) => Promise<Caller | null>
