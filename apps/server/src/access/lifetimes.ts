/** How long a session lives without a call, and at most, in seconds. */
export const idleSeconds = 2 * 60 * 60
export const absoluteSeconds = 12 * 60 * 60
/** `last_seen_at` is written at most this often, in seconds: a call must not cost a write. */
export const seenEverySeconds = 60

/** How many wrong attempts are free, and how long the next one waits. */
export const lockoutLimits = () => ({
  failures: 5,
  addressFailures: 100,
  firstDelaySeconds: 60,
  maxDelaySeconds: 3600,
})
