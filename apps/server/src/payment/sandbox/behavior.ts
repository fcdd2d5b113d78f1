/**
 * How the sandbox treats an order. It is chosen by the last two digits of the amount in fen, or by a word in brackets in the subject,
 * which wins: `Card [late]`.
 *
 * `pay`: as whoever opens the page decides · `refuse`: the order is not created · `fail`: the payment fails · `late`: the notice comes
 * after `lateMs` · `silent`: no notice at all · `twice`: the notice comes twice · `wrongAmount`, `wrongSignature`, `wrongOrder`,
 * `wrongApplication`: such a notice comes first, then the right one · `twoPayments`: paid twice, under two trade numbers · `lostCreate`,
 * `lostRefund`: it is done, and the connection breaks before the answer, the first time · `slowRefund`: a refund is pending until it is
 * asked about twice · `refuseRefund` · `error`: HTTP 500 to every call · `rubbish`: answers that mean nothing
 */
export const sandboxBehaviors = {
  '01': 'refuse',
  '02': 'fail',
  '03': 'late',
  '04': 'silent',
  '05': 'twice',
  '06': 'wrongAmount',
  '07': 'wrongSignature',
  '08': 'wrongOrder',
  '09': 'wrongApplication',
  '11': 'twoPayments',
  '12': 'lostCreate',
  '13': 'lostRefund',
  '14': 'slowRefund',
  '15': 'refuseRefund',
  '16': 'error',
  '17': 'rubbish',
} as const
export type SandboxBehavior = (typeof sandboxBehaviors)[keyof typeof sandboxBehaviors] | 'pay'

const all: readonly string[] = Object.values(sandboxBehaviors)

export function behaviorOf(amountFen: number, subject: string): SandboxBehavior {
  const [, word] = /\[(\w+)\]/.exec(subject) ?? []
  if (word === 'pay' || (word !== undefined && all.includes(word))) return word as SandboxBehavior
  const digits = String(amountFen % 100).padStart(2, '0')
  return (sandboxBehaviors as Record<string, SandboxBehavior>)[digits] ?? 'pay'
}
