import { maskText } from '@kabao/contract/kernel/personal-text'
import type { PostbackTrial } from '@kabao/contract/reach/delivery'
import type { DeliveryCall } from '#platform/deliveries/kind'
import type { OutgoingResult } from '#platform/outgoing/outgoing'

/** How much of the answer to a trial is shown, in characters. */
const mostShown = 4_000

/** A call that a person tried, and what came of it; secrets are hidden. */
export function shownTrial(call: DeliveryCall, result: OutgoingResult): PostbackTrial {
  const { outcome, reason } = call.read(result, 0)
  const hide = (text: string) => call.hide(maskText(text)).slice(0, mostShown)
  const isAnswer = result.kind === 'answer'
  return {
    request: call.kept,
    kind: result.kind,
    why: 'why' in result ? result.why : null,
    status: 'status' in result ? (result.status ?? null) : null,
    ms: 'ms' in result ? result.ms : null,
    headers: isAnswer
      ? Object.fromEntries(Object.entries(result.headers).map(([name, value]) => [name, hide(value)]))
      : null,
    body: isAnswer ? hide(result.body) : null,
    outcome,
    reason: reason && hide(reason),
  }
}
