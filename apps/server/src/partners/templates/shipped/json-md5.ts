import type { ConnectionTemplate, TemplateStageSpec } from '@kabao/contract/partners/template'
import { genderMap, incomeMap, rule } from './parts.ts'

/** The MD5 of the sorted pairs and the key, in upper case, as the pair `sign`. */
const sign: TemplateStageSpec['sign'] = {
  over: 'sortedPairs',
  before: '',
  after: '&key={{ secret.appKey }}',
  algorithm: 'md5',
  secret: null,
  encoding: 'HEX',
  field: 'sign',
}

const reply: TemplateStageSpec['reply'] = {
  format: 'json',
  statuses: [200],
  failedStatuses: [429],
  unseal: null,
  outcomes: [
    rule('$.code', ['0'], 'accepted'),
    rule('$.code', ['1001', '1002'], 'duplicate'),
    rule('$.code', ['2001', '2002', '2003'], 'rejected'),
    rule('$.code', ['4001', '4029'], 'failed'),
  ],
  reason: '$.message',
  externalId: '$.data.orderId',
  price: { path: '$.data.price', unit: 'yuan' },
  url: null,
  agreements: null,
}

/** Plain JSON with an MD5 signature: the full flow, with a query for submits whose answer was lost. */
export const jsonMd5: ConnectionTemplate = {
  secrets: [
    { name: 'appId', kind: 'text', encoding: 'utf8' },
    { name: 'appKey', kind: 'text', encoding: 'utf8' },
  ],
  maps: [genderMap, incomeMap],
  stages: {
    submit: {
      method: 'POST',
      url: 'https://partner.example/api/v1/apply',
      headers: [{ name: 'x-request-id', value: '{{ requestId }}' }],
      timeoutMs: 3000,
      content: 'json',
      body: `{
  "appId": {{ secret.appId }},
  "requestId": {{ requestId }},
  "timestamp": "{{ now | date: "%Q" }}",
  "phone": {{ phone }},
  "name": {{ name }},
  "idNumber": {{ idNumber }},
  "gender": {{ gender | lookup: "gender" }},
  "age": {{ age }},
  "cityCode": {{ cityCode }},
  "income": {{ incomeBand | lookup: "income" }},
  "house": {{ house }},
  "car": {{ car }}
}`,
      sign,
      seal: null,
      envelope: null,
      reply,
    },
    query: {
      method: 'POST',
      url: 'https://partner.example/api/v1/query',
      headers: [{ name: 'x-request-id', value: '{{ requestId }}' }],
      timeoutMs: 3000,
      content: 'json',
      body: `{
  "appId": {{ secret.appId }},
  "requestId": {{ requestId }},
  "timestamp": "{{ now | date: "%Q" }}"
}`,
      sign,
      seal: null,
      envelope: null,
      reply: { ...reply, outcomes: [...reply.outcomes, rule('$.code', ['4404'], 'failed')] },
    },
  },
}
