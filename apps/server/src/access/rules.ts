import type { Settings } from '#platform/settings/settings'
import type { LockoutLimits } from './lockout.ts'

/** The sign-in rules of the general settings, as they are now. */
export interface Rules {
  session(): SessionLifetime
  lockout(): LockoutLimits
  password(): PasswordRules
  /** The most days that a personal access token is valid; 0: none is. */
  token(): { maxDays: number }
}

/** How long a session lives without a request, and in all, in seconds. */
export interface SessionLifetime {
  idleSeconds: number
  absoluteSeconds: number
}

export interface PasswordRules {
  minLength: number
  refuseCommon: boolean
  /** How many of the last passwords, including the current one, may not be reused. */
  history: number
  /** 0: a password never expires. */
  maxAgeDays: number
}

export const rulesOf = (settings: Settings): Rules => ({
  session: () => ({
    idleSeconds: settings.get('session.idleMinutes') * 60,
    absoluteSeconds: settings.get('session.absoluteHours') * 60 * 60,
  }),
  lockout: () => ({
    failures: settings.get('lockout.failures'),
    addressFailures: settings.get('lockout.addressFailures'),
    firstDelaySeconds: settings.get('lockout.firstDelaySeconds'),
    maxDelaySeconds: Math.max(
      settings.get('lockout.maxDelaySeconds'),
      settings.get('lockout.firstDelaySeconds'),
    ),
  }),
  password: () => ({
    minLength: settings.get('password.minLength'),
    refuseCommon: settings.get('password.refuseCommon'),
    history: settings.get('password.history'),
    maxAgeDays: settings.get('password.maxAgeDays'),
  }),
  token: () => ({ maxDays: settings.get('token.maxDays') }),
})
