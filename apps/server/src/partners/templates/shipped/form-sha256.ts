import type { ConnectionTemplate, TemplateStageSpec } from '@kabao/contract/partners/template'
import { genderMap, incomeMap, rule } from './parts.ts'

/** The SHA-256 of the sorted pairs, with the secret before and after them, as the pair `sign`. */
const sign: TemplateStageSpec['sign'] = {
  over: 'sortedPairs',
  before: '{{ secret.appSecret }}',
  after: '{{ secret.appSecret }}',
  algorithm: 'sha256',
  secret: null,
  encoding: 'hex',
  field: 'sign',
}

const reply: TemplateStageSpec['reply'] = {
  format: 'json',
  statuses: [200],
  failedStatuses: [429],
  unseal: null,
  outcomes: [
    {
      when: [
        { path: '$.success', is: ['true'] },
        { path: '$.data.state', is: ['1'] },
      ],
      outcome: 'accepted',
    },
    {
      when: [
        { path: '$.success', is: ['true'] },
        { path: '$.data.state', is: ['2'] },
      ],
      outcome: 'duplicate',
    },
    {
      when: [
        { path: '$.success', is: ['true'] },
        { path: '$.data.state', is: ['3'] },
      ],
      outcome: 'rejected',
    },
    rule('$.errorCode', ['SIGN_ERROR', 'PARAM_ERROR', 'RATE_LIMIT'], 'failed'),
  ],
  reason: '$.data.note',
  externalId: '$.data.serialNo',
  price: { path: '$.data.unitPrice', unit: 'fen' },
  url: '$.data.redirect',
  agreements: null,
}

const common = `app_key={{ secret.appKey }}
&timestamp={{ now | date: "%Y-%m-%d %H:%M:%S" }}
&nonce={{ nonce }}
&request_id={{ requestId }}`

/** Form fields with a SHA-256 over the sorted fields: a check by a keyed hash, submit and joint login. */
export const formSha256: ConnectionTemplate = {
  secrets: [
    { name: 'appKey', kind: 'text', encoding: 'utf8' },
    { name: 'appSecret', kind: 'text', encoding: 'utf8' },
  ],
  maps: [genderMap, incomeMap],
  stages: {
    check: {
      method: 'POST',
      url: 'https://partner.example/gateway/check',
      headers: [],
      timeoutMs: 3000,
      content: 'form',
      body: `${common}
&mobile_hash={{ phone | append: secret.appSecret | sha256 }}
&city={{ cityCode }}`,
      sign,
      seal: null,
      envelope: null,
      reply,
    },
    submit: {
      method: 'POST',
      url: 'https://partner.example/gateway/submit',
      headers: [],
      timeoutMs: 3000,
      content: 'form',
      body: `${common}
&mobile={{ phone }}
&name={{ name }}
&id_card={{ idNumber }}
&sex={{ gender | lookup: "gender" }}
&age={{ age }}
&city={{ cityCode }}
&job={{ occupation }}`,
      sign,
      seal: null,
      envelope: null,
      reply,
    },
    login: {
      method: 'POST',
      url: 'https://partner.example/gateway/login',
      headers: [],
      timeoutMs: 3000,
      content: 'form',
      body: `${common}
&serial_no={{ externalId }}
&mobile={{ phone }}`,
      sign,
      seal: null,
      envelope: null,
      reply,
    },
  },
}
