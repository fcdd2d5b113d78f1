import { unknown } from '../ask-provider.ts'
import { notBilled } from '../bill/bill.ts'
import { problem } from '../problem.ts'
import type { ProviderMaker } from '../provider.ts'
import { readSignedNoticeOf } from '../signed-notice.ts'

/** Links that were bought elsewhere: an order gets one from the pool, and the seller of the links may send the signed notice. */
export const pool: ProviderMaker = {
  open: (account, services) => ({
    kind: 'pool',
    can: {
      query: false,
      close: false,
      refund: false,
      bill: false,
      callback: (account.secrets.callbackKey ?? '') !== '',
    },
    create: async ({ link }) =>
      link === undefined
        ? { outcome: 'refused', code: 'noLink', message: '' }
        : { outcome: 'created', pay: { kind: 'url', value: link } },
    query: async () => unknown('cannot'),
    close: async () => unknown('cannot'),
    refund: async () => unknown('cannot'),
    queryRefund: async () => unknown('cannot'),
    readCallback: async (callback) =>
      (account.secrets.callbackKey ?? '') === ''
        ? { outcome: 'wrong', reason: 'noCallback' }
        : readSignedNoticeOf(account, services, callback),
    answer: (ok) => ({ status: ok ? 200 : 500, contentType: 'text/plain', body: ok ? 'ok' : 'again' }),
    downloadBill: async () => unknown('cannot'),
    parseBill: notBilled,
    tryIt: async () => ({ outcome: 'ok' }),
  }),
  check: ({ secrets }) =>
    secrets.callbackKey !== undefined && secrets.callbackKey.length < 16
      ? [problem('callbackKey', 'shortKey')]
      : [],
}
