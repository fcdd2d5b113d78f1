import {
  clockSeconds,
  maxOverlapDays,
  nonceSeconds,
  signatureFaults,
  signatureFaultWords,
  signatureHeaders,
  signatureVectors,
  signatureVersion,
  signedLines,
  signedLineWords,
  vectorSecret,
  vectorTimestamp,
  webhookVector,
} from '@kabao/contract/partners/signature'
import { canonicalText } from '../signature/canonical.ts'
import { code, inline, paragraph, type Section } from './model.ts'
import type { Say } from './say.ts'

/** How a request is signed. @param keyHeader the header that names the key */
export const signingSection = (keyHeader: string, say: Say): Section => ({
  title: [say('signature')],
  blocks: [
    paragraph(say('signatureText', { header: signatureHeaders.signature, version: signatureVersion })),
    {
      kind: 'table',
      head: [say('line'), say('content')].map(inline),
      rows: signedLines.map((line, index) => [[String(index + 1)], inline(say.of(signedLineWords[line]))]),
    },
    paragraph(say('headers')),
    {
      kind: 'table',
      head: [say('header'), say('content')].map(inline),
      rows: [
        [code(keyHeader), inline(say('keyHeader'))],
        [code(signatureHeaders.timestamp), inline(say('timestampHeader', { seconds: clockSeconds }))],
        [code(signatureHeaders.nonce), inline(say('nonceHeader', { seconds: nonceSeconds }))],
        [code(signatureHeaders.signature), inline(say('signatureHeader'))],
      ],
    },
    paragraph(say('faults')),
    {
      kind: 'table',
      head: [say('fault'), say('meaning')].map(inline),
      rows: signatureFaults.map((fault) => [code(fault), inline(say.of(signatureFaultWords[fault]))]),
    },
    paragraph(say('rotation', { days: maxOverlapDays })),
  ],
})

/** Requests with their signatures, and the signed text of the first. */
export function vectorSection(say: Say): Section {
  const [firstText = ''] = signatureVectors
    .slice(0, 1)
    .map(({ method, target, nonce, body }) =>
      canonicalText({ method, target, nonce, timestamp: vectorTimestamp, body: Buffer.from(body) }),
    )
  return {
    title: [say('vectors')],
    blocks: [
      paragraph(say('vectorsText', { secret: vectorSecret, timestamp: vectorTimestamp })),
      {
        kind: 'table',
        head: [say('description'), say('request'), inlineNonce, say('body'), say('signature')].map(inline),
        rows: signatureVectors.map(({ words, method, target, nonce, body, signature }) => [
          inline(say.of(words)),
          code(`${method} ${target}`),
          code(nonce),
          body === '' ? inline(say('empty')) : code(JSON.stringify(body)),
          code(signature),
        ]),
      },
      paragraph(say('signedText')),
      { kind: 'code', language: 'text', text: firstText },
    ],
  }
}

/** A webhook with its signature. */
export const webhookVectorSection = (say: Say): Section => ({
  title: [say('webhookVector')],
  blocks: [
    paragraph(say('webhookVectorText', { secret: webhookVector.secret })),
    {
      kind: 'table',
      head: [say('header'), say('content')].map(inline),
      rows: [
        [code('webhook-id'), code(webhookVector.id)],
        [code('webhook-timestamp'), code(webhookVector.timestamp)],
        [code('webhook-signature'), code(webhookVector.signature)],
        [inline(say('body')), code(JSON.stringify(webhookVector.body))],
      ],
    },
  ],
})

const inlineNonce = `\`${signatureHeaders.nonce}\``
