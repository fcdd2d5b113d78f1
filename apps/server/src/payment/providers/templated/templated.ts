import type { ProviderKind } from '@kabao/contract/payment/payment-provider'
import type {
  PaymentStage,
  PaymentStageSpec,
  PaymentTemplate,
} from '@kabao/contract/payment/payment-template'
import {
  buildStage,
  openSecrets,
  type RequestSpec,
  realRandom,
  type Secrets,
  TemplateFailure,
  type Value,
} from '#partners'
import { ask, codeSaid, plainSubject, said, unknown } from '../../ask-provider.ts'
import { readPlainBill } from '../../bill/plain.ts'
import { hiddenIn, readWithPrevious } from '../../previous-keys.ts'
import type {
  Created,
  PaymentProvider,
  ProviderAccount,
  ProviderMaker,
  ProviderRefund,
  ProviderServices,
  ProviderUnknown,
  Queried,
  RefundQueried,
} from '../../provider.ts'
import { isSignedNotice, isVerifiedNotice } from '../../signed-notice.ts'
import { readTemplatedNotice } from './callback.ts'
import { checkTemplated, readTemplate, secretsIn } from './check.ts'
import { bodyOf, isSigned, outcomeOf, type ReadValues, valuesOf } from './read.ts'
import { type PaymentScope, paymentFieldNames, paymentScope } from './scope.ts'

/** Providers that are connected by a template: UnionPay and banks. */
export const templated = (kind: ProviderKind): ProviderMaker => ({
  open: (account, services) => open(kind, account, services),
  check: (account) => checkTemplated(account),
})

interface StageRead {
  outcome: string
  values: ReadValues
}

function open(kind: ProviderKind, account: ProviderAccount, services: ProviderServices): PaymentProvider {
  const read = readTemplate(account.settings.template)
  const template = 'template' in read ? read.template : null
  const secrets = template && openSecrets(template, secretsIn(account.secrets))
  const merchantNo = account.settings.merchantNo ?? ''
  const has = (stage: PaymentStage) => template?.stages[stage] !== undefined

  /** The request of a stage; null if it cannot be built, which says nothing about a secret. */
  function built(template: PaymentTemplate, secrets: Secrets, stage: PaymentStage, given: PaymentScope) {
    const spec = template.stages[stage] as RequestSpec & { prehash?: boolean }
    const now = services.now().toISOString()
    const nonce = realRandom(16).toString('hex')
    try {
      return buildStage({
        template,
        spec,
        secrets,
        prefix: `stages.${stage}`,
        names: paymentFieldNames,
        random: realRandom,
        fieldsOf: (named) => paymentScope({ ...given, merchantNo, now, nonce }, named),
        prehash: spec.prehash === true,
      })
    } catch (error) {
      if (error instanceof TemplateFailure) return null
      throw error
    }
  }

  /** Asks at a stage. What is not signed by the provider, or about something else, is not believed. */
  async function call(
    stage: PaymentStage,
    given: PaymentScope,
  ): Promise<StageRead | (ProviderUnknown & { values?: never })> {
    const spec = template?.stages[stage]
    if (!template || !secrets) return { ...unknown('keys'), notSent: true }
    if (!spec || !('reply' in spec)) return { ...unknown('cannot'), notSent: true }
    const request = built(template, secrets, stage, given)
    if (!request) return { ...unknown('keys'), notSent: true }
    const { url: address, method, headers, body, timeoutMs } = request
    const answer = await ask(account, services, {
      address,
      method,
      headers,
      ...(body === null ? {} : { body }),
      timeoutMs,
    })
    if ('outcome' in answer) return answer
    const { reply } = spec as PaymentStageSpec
    if (!reply.statuses.includes(answer.status)) return unknown('status')
    const told = await readWithPrevious(
      account,
      services,
      (each): { value: Value } | { why: 'signature' | 'form' } => {
        const opened = openSecrets(template, secretsIn(each.secrets))
        if (!isSigned(reply.verify, answer.body, reply.format, answer.headers, opened))
          return { why: 'signature' }
        const value = bodyOf(answer.body, reply.format, reply.unseal, opened)
        return value === null ? { why: 'form' } : { value }
      },
      { fits: (read) => 'value' in read },
    )
    if ('why' in told) return unknown(told.why)
    const { value } = told
    const values = valuesOf(reply.values, value)
    const isOther =
      isAnother(values.orderNo, given.orderNo) ||
      isAnother(values.refundNo, given.refundNo) ||
      isAnother(values.merchantNo, merchantNo)
    if (isOther) return unknown('mismatch')
    const outcome = outcomeOf(reply.outcomes, value)
    if (outcome === null) return unknown('says', said(values.message ?? values.code, hiddenIn(account)))
    return { outcome, values }
  }

  const refusal = ({ code, message }: ReadValues) => ({
    outcome: 'refused' as const,
    code: codeSaid(code),
    message: said(message, hiddenIn(account)),
  })

  async function refundAt(stage: 'refund' | 'queryRefund', given: PaymentScope): Promise<RefundQueried> {
    const answer = await call(stage, given)
    if (answer.values === undefined) return answer
    if (answer.outcome === 'refunded') return { outcome: 'refunded', refundedAt: answer.values.at }
    if (answer.outcome === 'pending' || answer.outcome === 'notFound') return { outcome: answer.outcome }
    return answer.outcome === 'refused' ? refusal(answer.values) : unknown('form')
  }

  return {
    kind,
    can: {
      query: has('query'),
      close: has('close'),
      refund: has('refund'),
      bill: false,
      callback: template?.callback !== null && template !== null,
    },
    async create(order): Promise<Created> {
      const { orderNo, amountFen, notifyUrl, returnUrl = '', clientIp = '', device, expiresAt } = order
      const given = {
        orderNo,
        amountFen,
        notifyUrl,
        returnUrl,
        clientIp,
        device,
        subject: plainSubject(order.subject),
        expiresAt: expiresAt.toISOString(),
      }
      if (template?.stages.create.how === 'form' && secrets) {
        const request = built(template, secrets, 'create', given)
        if (!request) return { ...unknown('keys'), notSent: true }
        const fields = Object.fromEntries(new URLSearchParams(request.body ?? ''))
        return { outcome: 'created', pay: { kind: 'form', value: { address: request.url, fields } } }
      }
      const answer = await call('create', given)
      if (answer.values === undefined) return answer
      if (answer.outcome === 'refused') return refusal(answer.values)
      return answer.outcome === 'created' && answer.values.pay
        ? { outcome: 'created', pay: answer.values.pay }
        : unknown('form')
    },
    async query(orderNo): Promise<Queried> {
      const answer = await call('query', { orderNo })
      if (answer.values === undefined) return answer
      const { outcome, values } = answer
      if (outcome === 'unpaid' || outcome === 'closed' || outcome === 'notFound') return { outcome }
      if (outcome !== 'paid') return unknown('form')
      const { tradeNo, amountFen, currency, at } = values
      if (amountFen === null) return unknown('amount')
      if (tradeNo === null || at === null) return unknown('form')
      return { outcome, tradeNo, amountFen, currency, appId: values.appId ?? '', paidAt: at }
    },
    async close(orderNo) {
      const answer = await call('close', { orderNo })
      if (answer.values === undefined) return answer
      if (answer.outcome === 'closed' || answer.outcome === 'notFound') return { outcome: 'closed' }
      return answer.outcome === 'paid' ? { outcome: 'paid' } : unknown('form')
    },
    async refund({ reason, notifyUrl = '', ...numbers }: ProviderRefund) {
      const read = await refundAt('refund', { ...pick(numbers), notifyUrl, reason: plainSubject(reason) })
      return read.outcome === 'notFound' ? unknown('form') : read
    },
    queryRefund: ({ orderNo, refundNo }) => refundAt('queryRefund', { orderNo, refundNo }),
    readCallback: async (callback) =>
      template
        ? readWithPrevious(
            account,
            services,
            (each) =>
              readTemplatedNotice(
                template,
                openSecrets(template, secretsIn(each.secrets)),
                merchantNo,
                callback,
              ),
            { fits: isSignedNotice, counts: isVerifiedNotice },
          )
        : unknown('keys'),
    answer: (ok) => ({
      status: 200,
      contentType: 'text/plain',
      body: (ok ? template?.callback?.ok : template?.callback?.again) ?? '',
    }),
    downloadBill: async () => unknown('cannot'),
    parseBill: readPlainBill,
    async tryIt() {
      if (!has('query')) return unknown('cannot')
      // An order that nobody made.
      const answer = await call('query', { orderNo: '7434023108739072042' })
      return answer.values === undefined ? answer : { outcome: 'ok' }
    },
  }
}

const pick = ({
  orderNo,
  tradeNo,
  refundNo,
  amountFen,
  totalFen,
}: Omit<ProviderRefund, 'reason' | 'notifyUrl'>) => ({
  orderNo,
  tradeNo,
  refundNo,
  amountFen,
  totalFen,
})

/** Where the answer says a number, it must be that of the question. */
const isAnother = (said: string | null, asked: string | number | undefined) =>
  said !== null && asked !== undefined && asked !== '' && said !== String(asked)
