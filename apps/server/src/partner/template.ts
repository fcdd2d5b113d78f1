import type { ConnectionTemplate, TemplateStageSpec } from '@kabao/contract/template'

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

/** The connection template by which the built-in partner is called as an organisation. @param base such as `http://127.0.0.1:9000` */
export function partnerTemplate(
  base: string,
  org: string,
  { canQuery = true, timeoutMs = 3_000 } = {},
): ConnectionTemplate {
  const stage = (name: 'submit' | 'query', body: string): TemplateStageSpec => ({
    ...{ method: 'POST', url: `${base}/${org}/${name}`, headers: [], timeoutMs, content: 'json', body },
    ...{ sign: null, seal: null, envelope: null, reply },
  })
  const submit = stage(
    'submit',
    `{"requestId": {{ requestId }}, "phone": {{ phone }}, "name": {{ name }}, "cityCode": {{ cityCode }}, "age": {{ age }}}`,
  )
  const query = stage('query', `{"requestId": {{ requestId }}}`)
  return { secrets: [], maps: [], stages: canQuery ? { submit, query } : { submit } }
}
