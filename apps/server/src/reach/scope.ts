import type { ReachEvent } from '@kabao/contract/reach/event'
import { postbackFields } from '@kabao/contract/reach/postback-template'
import type { Scope } from '#partners'

export const postbackFieldNames: ReadonlySet<string> = new Set(Object.keys(postbackFields))

/** An event as a template sees it. */
export interface EventValues {
  eventId: string
  event: ReachEvent
  /** ISO 8601. */
  at: string
  userId: string | null
  clickId: string | null
  extra: Readonly<Record<string, string>>
  channelCode: string | null
  orgCode: string | null
  pushId: string | null
  orderNo: string | null
  leadId: string | null
  amountFen: number | null
  reason: string | null
}

/** A made-up event, for a preview and a trial. */
export const exampleEvent = (event: ReachEvent): EventValues => {
  const of = (name: keyof typeof postbackFields) => String(postbackFields[name].example)
  return {
    eventId: of('eventId'),
    event,
    at: of('at'),
    userId: of('userId'),
    clickId: of('clickId'),
    extra: { landingUrl: of('extra.*') },
    channelCode: of('channelCode'),
    orgCode: of('orgCode'),
    pushId: of('pushId'),
    orderNo: of('orderNo'),
    leadId: of('leadId'),
    amountFen: postbackFields.amountFen.example,
    reason: of('reason'),
  }
}

/** What came with the click, as it may be kept and shown. */
export const maskedEvent = (values: EventValues): EventValues => ({
  ...values,
  clickId: values.clickId === null ? null : masked(values.clickId),
  extra: Object.fromEntries(Object.entries(values.extra).map(([name, value]) => [name, masked(value)])),
})
const masked = (value: string) => (value === '' ? '' : `${value.slice(0, value.length > 8 ? 4 : 0)}***`)

/** What is masked in it, for answers that repeat it. */
export const sealedValues = ({ clickId, extra }: EventValues): string[] => [
  ...(clickId === null ? [] : [clickId]),
  ...Object.values(extra),
]

/** The scope of a request: the documented fields and nothing else, in an object without a prototype. */
export function eventScope(values: EventValues, now: string, secrets: object): Scope {
  const scope: Record<string, unknown> = Object.create(null)
  for (const name of postbackFieldNames) if (!name.includes('.')) scope[name] = null
  Object.assign(scope, values, { now, secret: secrets })
  scope.extra = Object.assign(Object.create(null), values.extra)
  return scope
}
