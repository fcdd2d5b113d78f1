import type { ConnectionTemplate, TemplateStageSpec } from '@kabao/contract/partners/template'

/** A stage for tests: sends a text, and reads `{"code": "0"}` as accepted. */
export const testStage = (own: Partial<TemplateStageSpec> = {}): TemplateStageSpec => ({
  method: 'POST',
  url: 'https://partner.test/apply',
  headers: [],
  timeoutMs: 3000,
  content: 'text',
  body: 'x',
  sign: null,
  seal: null,
  envelope: null,
  ...own,
  reply: {
    format: 'json',
    statuses: [200],
    failedStatuses: [],
    unseal: null,
    outcomes: [{ when: [{ path: '$.code', is: ['0'] }], outcome: 'accepted' }],
    reason: null,
    externalId: null,
    price: null,
    url: null,
    agreements: null,
    ...own.reply,
  },
})

/** A template for tests with one stage, a secret of each kind, and a map. */
export const testTemplate = (
  own: Partial<TemplateStageSpec> = {},
  stage: keyof ConnectionTemplate['stages'] = 'submit',
): ConnectionTemplate => ({
  secrets: [
    { name: 'token', kind: 'text', encoding: 'utf8' },
    { name: 'key', kind: 'key', encoding: 'hex' },
    { name: 'iv', kind: 'key', encoding: 'hex' },
    { name: 'theirKey', kind: 'rsaPublic', encoding: 'utf8' },
    { name: 'ourKey', kind: 'rsaPrivate', encoding: 'utf8' },
  ],
  maps: [{ name: 'gender', entries: [{ from: 'male', to: 'M' }] }],
  stages: { [stage]: testStage(own) },
})
