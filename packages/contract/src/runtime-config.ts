/** What a deployment tells the console before it starts: the answer of `GET /config.json`. */
export interface RuntimeConfig {
  /** Origin (and path) of the service, without `/api`; empty means the console's own. */
  apiBase: string
  /** Whether the settings drawer is offered (docs/specification/frame.md). */
  settings: boolean
  /** The embedded demo: the console says so in a banner (docs/specification/sign-in.md). */
  demo: boolean
  /** Where the business is (setting `business.timezone`): every time is shown as its clock reads. */
  timezone: string
  /** When a day of the business begins, `hh:mm` (setting `business.dayStartsAt`): what the days of a filter mean. */
  dayStartsAt: string
  /** Addresses of the two external menu entries (docs/specification/business.md). */
  links: { designSystem: string; faq: string }
}
