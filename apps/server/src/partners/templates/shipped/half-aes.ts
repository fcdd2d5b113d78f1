import type { ConnectionTemplate, TemplateStageSpec } from '@kabao/contract/partners/template'
import { genderMap, incomeMap, rule } from './parts.ts'

const seal: TemplateStageSpec['seal'] = {
  cipher: 'aesEcb',
  key: { from: 'secret', secret: 'aesKey' },
  iv: 'prefixed',
  encoding: 'base64',
}

const envelope: TemplateStageSpec['envelope'] = {
  content: 'json',
  body: `{
  "channelId": {{ secret.channelId }},
  "timestamp": {{ now | date: "%s" | number }},
  "data": {{ sealed }}
}`,
}

const unseal: TemplateStageSpec['reply']['unseal'] = {
  path: '$.data',
  cipher: 'aesEcb',
  key: { from: 'secret', secret: 'aesKey' },
  iv: 'prefixed',
  encoding: 'base64',
  format: 'json',
}

/** What the replies of both stages have in common. */
const reply = {
  format: 'json',
  statuses: [200],
  failedStatuses: [429],
  unseal,
  reason: '$.unsealed.reason',
  price: { path: '$.unsealed.priceFen', unit: 'fen' },
  url: null,
} satisfies Partial<TemplateStageSpec['reply']>

/**
 * The half flow by the hash of the phone, with AES in ECB: before the person consents, only a keyed hash and what does not identify
 * anybody is sent. ECB is what these partners use; it hides no patterns, and it does not notice a change.
 */
export const halfAes: ConnectionTemplate = {
  secrets: [
    { name: 'channelId', kind: 'text', encoding: 'utf8' },
    { name: 'aesKey', kind: 'key', encoding: 'utf8' },
    { name: 'hashKey', kind: 'text', encoding: 'utf8' },
  ],
  maps: [genderMap, incomeMap],
  stages: {
    check: {
      method: 'POST',
      url: 'https://partner.example/half/check',
      headers: [],
      timeoutMs: 3000,
      content: 'json',
      body: `{
  "phoneHash": {{ phone | hmac_sha256: secret.hashKey }},
  "cityCode": {{ cityCode }},
  "age": {{ age }},
  "income": {{ incomeBand | lookup: "income" }},
  "housingFund": {{ housingFund }}
}`,
      sign: null,
      seal,
      envelope,
      reply: {
        ...reply,
        outcomes: [
          rule('$.unsealed.result', ['PASS'], 'accepted'),
          rule('$.unsealed.result', ['REPEAT'], 'duplicate'),
          rule('$.unsealed.result', ['REFUSE'], 'rejected'),
          rule('$.code', ['4001', '5001'], 'failed'),
        ],
        externalId: '$.unsealed.checkId',
        agreements: {
          items: '$.unsealed.protocols[*]',
          name: '$.title',
          url: '$.link',
          version: '$.version',
        },
      },
    },
    submit: {
      method: 'POST',
      url: 'https://partner.example/half/submit',
      headers: [],
      timeoutMs: 3000,
      content: 'json',
      body: `{
  "checkId": {{ externalId }},
  "requestId": {{ requestId }},
  "phone": {{ phone }},
  "name": {{ name }},
  "idNumber": {{ idNumber }},
  "gender": {{ gender | lookup: "gender" }},
  "protocols": [{% for each in agreements %}
    { "title": {{ each.name }}, "version": {{ each.version }}, "time": {{ each.acceptedAt | date: "%Y-%m-%d %H:%M:%S" }} }{% unless forloop.last %},{% endunless %}{% endfor %}
  ]
}`,
      sign: null,
      seal,
      envelope,
      reply: {
        ...reply,
        outcomes: [
          rule('$.unsealed.result', ['SUCCESS'], 'accepted'),
          rule('$.unsealed.result', ['REPEAT'], 'duplicate'),
          rule('$.unsealed.result', ['REFUSE'], 'rejected'),
          rule('$.code', ['4001'], 'failed'),
        ],
        externalId: '$.unsealed.orderId',
        agreements: null,
      },
    },
  },
}
