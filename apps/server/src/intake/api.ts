import {
  intakeDescription,
  intakeTitle,
  noticeDescription,
  webhookDescription,
} from '@kabao/contract/intake/api-document'
import { intakeEndpoints } from '@kabao/contract/intake/calls'
import { fieldWords, intakePrefix, type OpenCall } from '@kabao/contract/intake/kernel'
import { exampleNotice, orderNotice } from '@kabao/contract/intake/order-notice'
import { signatureHeaders } from '@kabao/contract/partners/signature'
import { webhookCatalog } from '@kabao/contract/reach/webhook-event'
import type { Api } from '#platform/http/openapi'

const header = (name: string) => ({ type: 'apiKey', in: 'header', name })

/** The open API, as its OpenAPI document describes it. */
export const intakeApi: Api = {
  title: intakeTitle,
  description: intakeDescription,
  prefix: intakePrefix,
  endpoints: intakeEndpoints,
  areas: { open: ['开放接口', 'Open API'], webhook: ['事件通知', 'Events'] },
  security: {
    channel: header(signatureHeaders.channel),
    org: header(signatureHeaders.org),
    timestamp: header(signatureHeaders.timestamp),
    nonce: header(signatureHeaders.nonce),
    signature: header(signatureHeaders.signature),
  },
  securityOf: (endpoint) => [[(endpoint as OpenCall).caller, 'timestamp', 'nonce', 'signature']],
  notesOf: (endpoint) => (endpoint as OpenCall).description,
  fieldWords: (schema) => fieldWords.get(schema)?.words,
  examples: Object.fromEntries(
    intakeEndpoints.flatMap(({ name, example }) =>
      example.body === undefined ? [] : [[name, example.body]],
    ),
  ),
  webhooks: [
    ...webhookCatalog.map(({ event, words, body, example }) => ({
      name: event,
      area: 'webhook',
      summary: words,
      description: webhookDescription,
      body,
      example,
    })),
    {
      name: 'orderNotice',
      area: 'webhook',
      summary: [
        '渠道的订单已支付、退款、关闭或失败',
        'An order of a channel was paid, refunded or closed, or has failed',
      ],
      description: noticeDescription,
      body: orderNotice,
      example: exampleNotice,
    },
  ],
}
