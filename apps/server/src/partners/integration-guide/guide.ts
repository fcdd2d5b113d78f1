import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codes, type Language } from '@kabao/contract'
import { intakeEndpoints } from '@kabao/contract/intake/calls'
import { fieldRows } from '@kabao/contract/intake/field-rows'
import { intakePrefix, type OpenCaller } from '@kabao/contract/intake/kernel'
import { exampleNotice, orderNotice } from '@kabao/contract/intake/order-notice'
import { intakeRefusalWords } from '@kabao/contract/intake/refusals'
import { userCalls } from '@kabao/contract/intake/user'
import { type RefusalCode, refusalsOf } from '@kabao/contract/kernel/refusals'
import { deliveryPauseSeconds } from '@kabao/contract/partners/delivery-event'
import {
  idempotencyHours,
  idempotencyKeyLength,
  openBodyBytes,
  signatureHeaders,
} from '@kabao/contract/partners/signature'
import { noticePauseSeconds } from '@kabao/contract/payment/payment-order'
import { webhookBody, webhookCatalog } from '@kabao/contract/reach/webhook-event'
import { samplesFolder } from '#platform/base/paths'
import { callSection, fieldsOf } from './calls.ts'
import { code, type Guide, inline, paragraph, type Section } from './model.ts'
import { type Say, sayIn } from './say.ts'
import { signingSection, vectorSection, webhookVectorSection } from './signing.ts'

/** Whom a guide is for. The secret is not among the values, so that no guide can contain it. */
export interface GuideReader {
  kind: 'channel' | 'org'
  /** As a person typed it. */
  name: string
  /** The address of the service, without the path of the open API: `https://kabao.example.com`; null if nobody has set it yet. */
  address: string | null
  /** The public name of the key (`ck_…`); null if there is none yet. */
  key: string | null
  isSandbox: boolean
  limits: KeyLimits
}

/** What a key may do at most. */
export interface KeyLimits {
  callsPerSecond: number
  /** Only of channels. */
  checksPerDay: number | null
  /** New registrations in a business day; null: no limit. */
  dailyCap: number | null
}

/** The program that signs a request in one language. */
export interface Sample {
  title: string
  language: string
  text: string
}

/** The samples of the repository. @throws if a file is missing */
export const readSamples = (): Promise<Sample[]> =>
  Promise.all(
    sampleFiles.map(async ({ file, ...sample }) => ({
      ...sample,
      text: await readFile(join(samplesFolder, file), 'utf8'),
    })),
  )

const sampleFiles = [
  ...[
    { title: 'Node.js', language: 'js', file: 'sign.mjs' },
    { title: 'Python', language: 'python', file: 'sign.py' },
    { title: 'Java', language: 'java', file: 'Sign.java' },
    { title: 'PHP', language: 'php', file: 'sign.php' },
  ],
  ...[
    { title: 'Node.js: verify.mjs', language: 'js', file: 'verify.mjs' },
    { title: 'Python: verify.py', language: 'python', file: 'verify.py' },
    { title: 'Java: Verify.java', language: 'java', file: 'Verify.java' },
    { title: 'PHP: verify.php', language: 'php', file: 'verify.php' },
  ],
]

/** The calls that a guide of each kind describes: a channel also writes the pages that browsers show. */
const callersOf: Record<GuideReader['kind'], OpenCaller[]> = { channel: ['channel', 'browser'], org: ['org'] }

/** The calls that a guide of this kind describes. */
export const callsFor = (kind: GuideReader['kind']) =>
  intakeEndpoints.filter(({ caller }) => callersOf[kind].includes(caller))

/** The integration guide of one partner: what to call, how to sign, with samples and vectors. */
export function guideOf(reader: GuideReader, samples: readonly Sample[], language: Language): Guide {
  const say = sayIn(language)
  const calls = callsFor(reader.kind)
  return {
    title: [`${say('title')} · `, reader.name],
    blocks: [],
    sections: [
      valuesSection(reader, say),
      envelopeSection([...new Set(calls.flatMap(refusalsOf))], say),
      signingSection(signatureHeaders[reader.kind], say),
      {
        title: [say('idempotency')],
        blocks: [paragraph(say('idempotencyText', { hours: idempotencyHours, ...idempotencyKeyLength }))],
      },
      limitsSection(reader, say),
      { title: [say('calls')], blocks: [], sections: calls.map((call) => callSection(call, say)) },
      ...(reader.kind === 'channel' ? [noticesSection(say)] : []),
      eventsSection(reader.kind, say),
      samplesSection(samples, say),
      vectorSection(say),
      webhookVectorSection(say),
    ],
  }
}

const valuesSection = ({ kind, address, key, isSandbox }: GuideReader, say: Say): Section => ({
  title: [say('values')],
  blocks: [
    {
      kind: 'table',
      head: [say('item'), say('value')].map(inline),
      rows: [
        [
          inline(say('address')),
          address === null ? inline(say('noAddress')) : code(`${address}${intakePrefix}`),
        ],
        [
          inline(say('key', { header: signatureHeaders[kind] })),
          key === null ? inline(say('noKey')) : code(key),
        ],
        [inline(say('keyKind')), inline(say(isSandbox ? 'sandbox' : 'live'))],
        [inline(say('secret')), inline(say('secretShown'))],
        ...(kind === 'channel'
          ? [[inline(say('checkKey')), inline(say('checkKeyShown', { path: checkPath }))]]
          : []),
      ],
    },
  ],
})

const envelopeSection = (refusals: RefusalCode[], say: Say): Section => ({
  title: [say('envelope')],
  blocks: [
    paragraph(say('envelopeText')),
    paragraph(say('types')),
    paragraph(say('statuses')),
    paragraph(say('waiting')),
    {
      kind: 'table',
      head: [say('code'), say('meaning')].map(inline),
      rows: [
        [code(codes.success), inline(say('success'))],
        ...refusals.sort().map((each) => [code(each), inline(say.of(intakeRefusalWords[each]))]),
      ],
    },
  ],
})

const checkPath = `${intakePrefix}${userCalls.check.path}`

const limitsSection = ({ kind, limits }: GuideReader, say: Say): Section => {
  const { callsPerSecond, checksPerDay, dailyCap } = limits
  const ofDay = [
    [inline(say('checksPerDay', { path: checkPath })), inline(String(checksPerDay))],
    [inline(say('registrationsPerDay')), inline(dailyCap === null ? say('noLimit') : String(dailyCap))],
  ]
  return {
    title: [say('limits')],
    blocks: [
      paragraph(say('limitsText', { kib: openBodyBytes / 1024 })),
      {
        kind: 'table',
        head: [say('item'), say('value')].map(inline),
        rows: [
          [inline(say('perSecond')), inline(String(callsPerSecond))],
          ...(kind === 'channel' ? ofDay : []),
        ],
      },
    ],
  }
}

/** What channels are told of their orders. */
const noticesSection = (say: Say): Section => ({
  title: [say('notices')],
  blocks: [
    paragraph(
      say('noticesText', {
        key: signatureHeaders.channel,
        timestamp: signatureHeaders.timestamp,
        nonce: signatureHeaders.nonce,
        signature: signatureHeaders.signature,
        tries: noticePauseSeconds.length,
        pauses: noticePauseSeconds.map((seconds) => say('pause', { seconds })).join(' · '),
      }),
    ),
    ...fieldsOf(say('inBody'), fieldRows(orderNotice, 'output'), say, { isAnswer: true }),
    paragraph(say('example')),
    { kind: 'code', language: 'json', text: JSON.stringify(exampleNotice, null, 2) },
  ],
})

/** What channels are told by postbacks of our own JSON, and organizations by webhooks. */
const eventsSection = (kind: GuideReader['kind'], say: Say): Section => ({
  title: [say('events')],
  blocks: [
    paragraph(
      say(kind === 'channel' ? 'postbacksText' : 'webhooksText', {
        ...signatureHeaders,
        tries: deliveryPauseSeconds.length,
      }),
    ),
    {
      kind: 'table',
      head: [say('event'), say('meaning')].map(inline),
      rows: webhookCatalog
        .filter(({ event }) => kind === 'channel' || orgEvents.has(event))
        .map(({ event, words }) => [code(event), inline(say.of(words))]),
    },
    ...fieldsOf(say('inBody'), fieldRows(webhookBody, 'output'), say, { isAnswer: true }),
    paragraph(say('example')),
    { kind: 'code', language: 'json', text: JSON.stringify(exampleEvent, null, 2) },
  ],
})
const exampleEvent = webhookCatalog.find(({ event }) => event === 'accepted')?.example
/** The facts that name an organization. */
const orgEvents: ReadonlySet<string> = new Set([
  'pushed',
  'accepted',
  'rejected',
  'charged',
  'returned',
  'ordered',
])

const samplesSection = (samples: readonly Sample[], say: Say): Section => ({
  title: [say('samples')],
  blocks: [paragraph(say('samplesText'))],
  sections: samples.map(({ title, language, text }) => ({
    title: [title],
    blocks: [{ kind: 'code', language, text }],
  })),
})
