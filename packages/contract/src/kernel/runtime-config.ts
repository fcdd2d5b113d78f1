/** A deployment's configuration of the console, read before the console starts: the response of `GET /config.json`. */
export interface RuntimeConfig {
  /** Origin (and path) of the service, without `/api`; empty means the console's own. */
  apiBase: string
  /** Whether the console has the settings drawer (docs/specification/frame.md). */
  settings: boolean
  /** The embedded demo: the console says so in a banner (docs/specification/sign-in.md). */
  demo: boolean
  /** The business time zone (setting `business.timezone`), in which the console shows every time. */
  timezone: string
  /** When a business day begins, `hh:mm` (setting `business.dayStartsAt`); the days of a filter use it. */
  dayStartsAt: string
  /** The name on the button of single sign-on; null: the login page has none. */
  sso: string | null
  /** Addresses of the two external menu entries (docs/specification/business.md). */
  links: { designSystem: string; faq: string }
}
