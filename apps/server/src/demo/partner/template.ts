import type { ConnectionTemplate, TemplateStage, TemplateStageSpec } from '@kabao/contract/partners/template'

const reply: TemplateStageSpec['reply'] = {
  format: 'json',
  statuses: [200],
  failedStatuses: [429, 500],
  unseal: null,
  outcomes: [
    { when: [{ path: '$.code', is: ['0'] }], outcome: 'accepted' },
    { when: [{ path: '$.code', is: ['1001'] }], outcome: 'duplicate' },
    { when: [{ path: '$.code', is: ['2001'] }], outcome: 'rejected' },
    { when: [{ path: '$.code', is: ['4001', '4404'] }], outcome: 'failed' },
  ],
  reason: '$.message',
  externalId: '$.data.orderId',
  price: null,
  url: null,
  agreements: null,
}

const checkReply: TemplateStageSpec['reply'] = {
  ...reply,
  price: { path: '$.data.priceFen', unit: 'fen' },
  agreements: { items: '$.data.agreements[*]', name: '$.name', url: '$.url', version: '$.version' },
}
const loginReply: TemplateStageSpec['reply'] = { ...reply, url: '$.data.url' }

export interface PartnerTemplateOptions {
  canQuery?: boolean
  timeoutMs?: number
  /** `half` also checks by the hash of the phone, under the secret `hashKey`; `uv` and `city` have the login only. */
  flow?: 'full' | 'half' | 'uv' | 'city'
}

/** The connection template by which the built-in partner is called as an organization. @param base such as `http://127.0.0.1:9000` */
export function partnerTemplate(
  base: string,
  org: string,
  { canQuery = true, timeoutMs = 3_000, flow = 'full' }: PartnerTemplateOptions = {},
): ConnectionTemplate {
  const stage = (name: TemplateStage, body: string, read = reply): TemplateStageSpec => ({
    method: 'POST',
    url: `${base}/${org}/${name}`,
    headers: [],
    timeoutMs,
    content: 'json',
    body,
    sign: null,
    seal: null,
    envelope: null,
    reply: read,
  })
  const submit = stage(
    'submit',
    `{"requestId": {{ requestId }}, "phone": {{ phone }}, "name": {{ name }}, "cityCode": {{ cityCode }}, "age": {{ age }}}`,
  )
  const query = stage('query', `{"requestId": {{ requestId }}}`)
  const asked = canQuery ? { submit, query } : { submit }
  if (flow === 'full') return { secrets: [], maps: [], stages: asked }
  if (flow === 'uv' || flow === 'city') {
    const login = stage('login', `{"requestId": {{ requestId }}, "phone": {{ phone }}}`, loginReply)
    return { secrets: [], maps: [], stages: { login } }
  }
  const check = stage(
    'check',
    `{"requestId": {{ requestId }}, "phoneHash": {{ phone | hmac_sha256: secret.hashKey }}, "cityCode": {{ cityCode }}}`,
    checkReply,
  )
  const apply = stage(
    'submit',
    `{"requestId": {{ requestId }}, "checkId": {{ externalId }}, "phone": {{ phone }}, "name": {{ name }}, "agreements": [
      {% for each in agreements %}{"name": {{ each.name }}, "version": {{ each.version }}, "at": {{ each.acceptedAt }}}
      {% unless forloop.last %},{% endunless %}{% endfor %}]}`,
  )
  return {
    secrets: [{ name: 'hashKey', kind: 'text', encoding: 'utf8' }],
    maps: [],
    stages: { ...asked, check, submit: apply },
  }
}
