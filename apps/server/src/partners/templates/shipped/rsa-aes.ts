import type { ConnectionTemplate, TemplateStageSpec } from '@kabao/contract/partners/template'
import { genderMap, incomeMap, rule } from './parts.ts'

/** A fresh AES key for each request, sealed by the organization's RSA key; the sealed body is signed by ours. */
const sealing: Pick<TemplateStageSpec, 'sign' | 'seal' | 'envelope'> = {
  sign: {
    over: 'sealed',
    before: '{{ secret.appId }}{{ now | date: "%Q" }}',
    after: '',
    algorithm: 'rsaSha256',
    secret: 'ourKey',
    encoding: 'base64',
    field: null,
  },
  seal: {
    cipher: 'aesCbc',
    key: { from: 'fresh', bits: 128, secret: 'theirKey', padding: 'oaepSha256', as: 'base64' },
    iv: 'separate',
    encoding: 'base64',
  },
  envelope: {
    content: 'json',
    body: `{
  "appId": {{ secret.appId }},
  "timestamp": {{ now | date: "%Q" | number }},
  "encryptKey": {{ sealedKey }},
  "iv": {{ iv }},
  "data": {{ sealed }},
  "sign": {{ signature }}
}`,
  },
}

const unseal: TemplateStageSpec['reply']['unseal'] = {
  path: '$.data',
  cipher: 'aesCbc',
  key: { from: 'reply', path: '$.encryptKey', secret: 'ourKey', padding: 'oaepSha256', as: 'base64' },
  iv: { path: '$.iv' },
  encoding: 'base64',
  format: 'json',
}

const failed = [rule('$.code', ['BAD_SIGN', 'BAD_REQUEST', 'LIMITED'], 'failed')]

/** What the replies of both stages have in common. */
const reply = {
  format: 'json',
  statuses: [200],
  failedStatuses: [429],
  unseal,
  reason: '$.unsealed.remark',
  agreements: null,
} satisfies Partial<TemplateStageSpec['reply']>

/** JSON sealed by AES, whose key is sealed by RSA, in both directions; joint login by an address in the reply. */
export const rsaAes: ConnectionTemplate = {
  secrets: [
    { name: 'appId', kind: 'text', encoding: 'utf8' },
    { name: 'theirKey', kind: 'rsaPublic', encoding: 'utf8' },
    { name: 'ourKey', kind: 'rsaPrivate', encoding: 'utf8' },
  ],
  maps: [genderMap, incomeMap],
  stages: {
    submit: {
      method: 'POST',
      url: 'https://partner.example/open/apply',
      headers: [],
      timeoutMs: 5000,
      content: 'json',
      body: `{
  "bizNo": {{ requestId }},
  "mobile": {{ phone }},
  "realName": {{ name }},
  "idCard": {{ idNumber }},
  "birthday": {{ birthday | date: "%Y%m%d" }},
  "sex": {{ gender | lookup: "gender" }},
  "monthlyIncome": {{ incomeBand | lookup: "income" }},
  "hasHouse": {% if house %}1{% else %}0{% endif %},
  "hasCar": {% if car %}1{% else %}0{% endif %}
}`,
      ...sealing,
      reply: {
        ...reply,
        outcomes: [
          rule('$.unsealed.status', ['ACCEPT'], 'accepted'),
          rule('$.unsealed.status', ['EXISTS'], 'duplicate'),
          rule('$.unsealed.status', ['DECLINE'], 'rejected'),
          ...failed,
        ],
        externalId: '$.unsealed.applyNo',
        price: { path: '$.unsealed.price', unit: 'yuan' },
        url: null,
      },
    },
    login: {
      method: 'POST',
      url: 'https://partner.example/open/login',
      headers: [],
      timeoutMs: 5000,
      content: 'json',
      body: `{
  "bizNo": {{ requestId }},
  "applyNo": {{ externalId }},
  "mobile": {{ phone }}
}`,
      ...sealing,
      reply: {
        ...reply,
        outcomes: [
          rule('$.unsealed.status', ['OK'], 'accepted'),
          rule('$.unsealed.status', ['DECLINE'], 'rejected'),
          ...failed,
        ],
        externalId: null,
        price: null,
        url: '$.unsealed.loginUrl',
      },
    },
  },
}
