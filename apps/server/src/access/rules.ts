import type { LockoutLimits } from './lockout.ts'

/** What the general settings say of signing in, as it is at the moment of asking. */
export interface Rules {
  session(): SessionLifetime
  lockout(): LockoutLimits
  password(): PasswordRules
}

/** How long a session lives without a call, and at most, in seconds. */
export interface SessionLifetime {
  idleSeconds: number
  absoluteSeconds: number
}

export interface PasswordRules {
  minLength: number
  refuseCommon: boolean
  /** How many passwords, the present one among them, may not come back. */
  history: number
  /** 0: a password never grows too old. */
  maxAgeDays: number
}

/** What holds until the general settings say otherwise. */
export const standardRules: Rules = {
  session: () => ({ idleSeconds: 2 * 60 * 60, absoluteSeconds: 12 * 60 * 60 }),
  lockout: () => ({ failures: 5, addressFailures: 120, firstDelaySeconds: 60, maxDelaySeconds: 3600 }),
  password: () => ({ minLength: 8, refuseCommon: true, history: 5, maxAgeDays: 0 }),
}
