import { maskText } from '@kabao/contract/kernel/personal-text'
import type { Answer, OutgoingRequest, OutgoingResult } from '#platform/outgoing/outgoing'
import type { ProviderAccount, ProviderServices, ProviderUnknown } from './provider.ts'

/** The most calls of this instance to one provider at once, and how many begin in a second. */
const providerLimits = { concurrent: 16, calls: 100, seconds: 1 }
/** From the call to the end of the answer, in milliseconds. Providers advise 5 to 10 s; a payment is not waited for. */
const deadlineMs = 10_000
/** The same for a bill. */
const billDeadlineMs = 110_000
/** The most bytes of a bill as it is sent; 100,000 lines are about 6 MB in ZIP and 30 MB as CSV. */
const mostBillBytes = 96 * 1024 * 1024

export const unknown = (why: ProviderUnknown['why'], message = ''): ProviderUnknown => ({
  outcome: 'unknown',
  why,
  ...(message === '' ? {} : { message }),
})

type Request = Pick<OutgoingRequest, 'address' | 'method' | 'headers' | 'body'>

/** Calls a provider once. What is not a whole answer says whether something may have arrived there. */
export async function ask(
  { key }: Pick<ProviderAccount, 'key'>,
  { outgoing, signal }: ProviderServices,
  request: Request & { timeoutMs?: number },
): Promise<Answer | ProviderUnknown> {
  const { timeoutMs = deadlineMs, ...call } = request
  const result = await outgoing.call({
    ...call,
    deadlineMs: timeoutMs,
    key,
    limits: providerLimits,
    ...(signal ? { signal } : {}),
  })
  if (result.kind !== 'answer') return unasked(result)
  if (result.tooLarge || result.unreadable) return unknown('form')
  return result
}

/** Fetches a file of a provider. Its address has come from the provider and is checked like any that a person typed. */
export async function askForFile(
  { key }: Pick<ProviderAccount, 'key'>,
  { outgoing, signal }: ProviderServices,
  request: Pick<OutgoingRequest, 'address' | 'headers'>,
): Promise<{ outcome: 'file'; bytes: Buffer; headers: Record<string, string> } | ProviderUnknown> {
  const result = await outgoing.call({
    ...request,
    method: 'GET',
    deadlineMs: billDeadlineMs,
    bytes: { most: mostBillBytes },
    key: `${key}:bill`,
    limits: { concurrent: 1, calls: 10, seconds: 1 },
    ...(signal ? { signal } : {}),
  })
  if (result.kind !== 'answer') return unasked(result)
  if (result.status !== 200) return unknown('status')
  if (result.tooLarge || !result.bytes) return unknown('form')
  return { outcome: 'file', bytes: result.bytes, headers: result.headers }
}

function unasked(result: Exclude<OutgoingResult, Answer>): ProviderUnknown {
  if (result.kind === 'refused') return { ...unknown('address'), notSent: true }
  if (result.kind === 'unknown') return unknown(result.status === undefined ? 'noAnswer' : 'form')
  const isBusy = result.why === 'busy' || result.why === 'rate'
  return { ...unknown(isBusy ? 'busy' : 'notSent'), notSent: true }
}

/** The longest text of a provider that is kept, in characters. */
const mostSaid = 200
/** A shorter secret is not looked for, because it would be found in other words. */
const shortestSecret = 6

/** A text of a provider as it may be kept and shown: one line, without personal data, without the values of secrets. */
export function said(text: unknown, secrets: Readonly<Record<string, string>> = {}): string {
  if (typeof text !== 'string') return ''
  const hidden = Object.values(secrets)
    .filter((value) => value.length >= shortestSecret)
    .reduce((left, value) => left.replaceAll(value, '••••'), text.slice(0, 4_000))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return maskText(hidden.replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim()).slice(0, mostSaid)
}

/** A provider's code as it may be kept. */
export const codeSaid = (code: unknown): string =>
  typeof code === 'string' && /^[\w.:-]{1,64}$/.test(code) ? code : 'other'

/** What is bought, as every provider takes it and no bill is broken by it: no separators, quotes or control characters. */
export const plainSubject = (subject: string, most = 64): string =>
  [...subject.replace(/[^\p{L}\p{N}\p{P}\p{Zs}]|[,"'`=&|<>\\]/gu, ' ').replace(/\s+/g, ' ')]
    .slice(0, most)
    .join('')
    .trim() || '-'
