import { maskText } from '@kabao/contract/kernel/personal-text'
import { type CollectionTrial, type TrialCall, trialFen } from '@kabao/contract/payment/collection-trial'
import { hidingSecrets, type NotePrevious } from '#partners'
import { databaseDate } from '#platform/db/now'
import type { Outgoing, OutgoingRequest, OutgoingResult } from '#platform/outgoing/outgoing'
import type { Collection } from '../../collections.ts'
import { accountOf, providersBy } from '../../open.ts'
import type { PayWay } from '../../provider.ts'
import { newTrialNumber } from '../../trial-number.ts'

/** How much of a request or an answer is shown, in characters. */
const mostShown = 4_000
/** How long the trial order could be paid if it could not be closed, in milliseconds. */
const payableMs = 5 * 60_000

interface Trying {
  outgoing: Outgoing
  notePrevious: NotePrevious
  /** The address for callbacks. */
  notifyUrl: string
}

/**
 * Makes an order of 0.01 yuan at the provider, asks what became of it, and closes it, so that nobody pays it. It is no row anywhere: its
 * number tells callbacks and bills that it is a trial, so it is in no figure, no books and no reconciliation.
 */
export async function tryOrder(
  collection: Collection,
  { outgoing, notePrevious, notifyUrl }: Trying,
): Promise<CollectionTrial> {
  const { secrets, previous } = collection
  const hide = hidingSecrets([
    ...Object.values(secrets),
    ...previous.flatMap(({ values }) => Object.values(values)),
  ])
  const calls: TrialCall[] = []
  let step: TrialCall['step'] = 'create'
  const noting: Outgoing = {
    ...outgoing,
    call: async (request) => {
      const result = await outgoing.call(request)
      calls.push(shown(step, request, result, hide))
      return result
    },
  }
  const provider = providersBy(noting, notePrevious)(accountOf(collection))
  const orderNo = newTrialNumber()
  const created = await provider.create({
    orderNo,
    amountFen: trialFen,
    subject: 'TEST',
    notifyUrl,
    returnUrl: notifyUrl,
    clientIp: '127.0.0.1',
    expiresAt: new Date(databaseDate().getTime() + payableMs),
    device: 'pc',
  })
  const told = { orderNo, amountFen: trialFen, calls }
  if (created.outcome !== 'created') {
    const parts =
      created.outcome === 'refused' ? [created.code, created.message] : [created.why, created.message]
    return { ...told, works: false, reason: parts.filter(Boolean).join(': '), pay: null }
  }
  const pay = hide(maskText(textOf(created.pay))).slice(0, mostShown)
  step = 'query'
  const queried = provider.can.query ? await provider.query(orderNo) : null
  step = 'close'
  if (provider.can.close) await provider.close(orderNo)
  if (queried?.outcome === 'unknown')
    return { ...told, works: false, reason: [queried.why, queried.message].filter(Boolean).join(': '), pay }
  return { ...told, works: true, reason: null, pay }
}

const textOf = ({ kind, value }: PayWay): string =>
  kind === 'form' ? `POST ${value.address}\n${new URLSearchParams(value.fields)}` : value

function shown(
  step: TrialCall['step'],
  { address, method, headers = {}, body }: OutgoingRequest,
  result: OutgoingResult,
  hide: (text: string) => string,
): TrialCall {
  const text = (value: string) => hide(maskText(value)).slice(0, mostShown)
  const texts = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]))
  const isAnswer = result.kind === 'answer'
  return {
    step,
    method,
    url: text(address),
    headers: texts(headers),
    body: body === undefined ? null : text(typeof body === 'string' ? body : `${body.length} bytes`),
    why: 'why' in result ? result.why : null,
    status: 'status' in result ? (result.status ?? null) : null,
    ms: 'ms' in result ? result.ms : null,
    answerHeaders: isAnswer ? texts(result.headers) : null,
    answer: isAnswer ? text(result.body) : null,
  }
}
