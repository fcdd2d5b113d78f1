import {
  type ConnectionTemplate,
  type TemplateStage,
  type TemplateStageSpec,
  templateStages,
} from '@kabao/contract/partners/template'
import { bodyOf, type Pair, type PairContent, pairsOf } from './pairs.ts'

/** How a request is sent; the fields of `GET form` are its query. */
export const sendKinds = ['POST json', 'POST form', 'GET form', 'PUT json', 'PUT form'] as const
type SendKind = (typeof sendKinds)[number]

type Whole = 'method' | 'content' | 'body'

/** A stage as the form shows it: its body is a list of fields. */
export interface StageForm extends Omit<TemplateStageSpec, Whole> {
  send: SendKind
  fields: Pair[]
}

/** A template as the form shows it. What has no field there, such as encryption, is kept as it is. */
export interface TemplateForm extends Omit<ConnectionTemplate, 'stages'> {
  stages: Partial<Record<TemplateStage, StageForm>>
}

/** Whether the body is written as JSON or as a form. */
export const contentOf = ({ send }: Pick<StageForm, 'send'>) => send.split(' ')[1] as PairContent

/**
 * A template as the form shows it; undefined if it says more than the form can: XML, plain text, or a body that is no list of fields.
 * `toTemplate` makes the same template again, apart from blanks and line breaks between the fields of a body.
 */
export function fromTemplate({ stages, ...shared }: ConnectionTemplate): TemplateForm | undefined {
  const forms: TemplateForm['stages'] = {}
  for (const name of templateStages) {
    const spec = stages[name]
    if (!spec) continue
    const { method, content, body, ...rest } = spec
    const send = sendKinds.find((kind) => kind === `${method} ${content}`)
    const fields = send && pairsOf(contentOf({ send }), body)
    if (!fields) return undefined
    forms[name] = Object.assign({ send, fields }, rest)
  }
  return Object.assign({}, shared, { stages: forms })
}

/** The template that a form describes. */
export function toTemplate({ stages, ...shared }: TemplateForm): ConnectionTemplate {
  const specs: ConnectionTemplate['stages'] = {}
  for (const name of templateStages) {
    const form = stages[name]
    if (!form) continue
    const { send, fields, url, headers, timeoutMs, ...rest } = form
    const content = contentOf(form)
    const method = send.split(' ')[0] as TemplateStageSpec['method']
    const request = { method, url, headers, timeoutMs, content, body: bodyOf(content, fields) }
    specs[name] = Object.assign(request, rest)
  }
  return Object.assign({}, shared, { stages: specs })
}

/** A stage that a person begins with. */
export const blankStage = (): StageForm => ({
  send: 'POST json',
  url: 'https://',
  headers: [],
  timeoutMs: 3_000,
  fields: [{ name: 'requestId', value: '{{ requestId }}' }],
  sign: null,
  seal: null,
  envelope: null,
  reply: {
    format: 'json',
    statuses: [200],
    failedStatuses: [429],
    unseal: null,
    outcomes: [{ when: [{ path: '$.code', is: ['0'] }], outcome: 'accepted' }],
    reason: '$.message',
    externalId: null,
    price: null,
    url: null,
    agreements: null,
  },
})

export const blankForm = (): TemplateForm => ({ secrets: [], maps: [], stages: {} })
