import { constants, privateDecrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ConnectionTemplate,
  connectionTemplate,
  type TemplateReading,
  type TemplateStage,
} from '@kabao/contract/partners/template'
import { describe, expect, test } from 'vitest'
import {
  checkTemplate,
  examplePerson,
  type PriceBounds,
  preview,
  readReply,
  renderRequest,
  type TemplatePerson,
} from '../templates.ts'
import { shippedTemplates } from './index.ts'

/** One recorded request and reply. `pairs/make_pairs.py` wrote them without the library. */
interface Pair {
  name: string
  stage: TemplateStage
  at: string
  random: string[]
  person: TemplatePerson
  request: { method: string; url: string; headers: Record<string, string>; body: string }
  reply: { status: number; body: string }
  bounds?: PriceBounds
  reading: TemplateReading
}

interface Recorded {
  secrets: Record<string, string>
  theirPrivateKey?: string
  pairs: Pair[]
}

const recorded = (name: string): Recorded =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'pairs', `${name}.json`), 'utf8')) as Recorded

const files = { jsonMd5: 'json-md5', halfAes: 'half-aes', rsaAes: 'rsa-aes', formSha256: 'form-sha256' }

describe.each(Object.entries(files))('%s', (code, file) => {
  const { template } = shippedTemplates[code] as { template: ConnectionTemplate }
  const { secrets, pairs, theirPrivateKey } = recorded(file)

  test('has at least eight pairs, and every stage has one', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(8)
    expect(new Set(pairs.map(({ stage }) => stage))).toEqual(new Set(Object.keys(template.stages)))
  })

  test('may be saved', () => {
    expect(connectionTemplate.parse(template)).toEqual(template)
    expect(checkTemplate(template)).toEqual([])
  })

  test.each(pairs)('$stage: $name', ({ stage, at, random, person, request, reply, bounds, reading }) => {
    const bytes = random.map((hex) => Buffer.from(hex, 'hex'))
    const made = renderRequest(template, stage, person, secrets, {
      now: new Date(at),
      random: (length) => {
        const next = bytes.shift()
        if (next?.length !== length) throw new Error(`No ${length} random bytes are recorded`)
        return next
      },
    })
    const { method, url, headers, body } = made
    expect({ method, url, headers, body: withoutSealedKey(body, theirPrivateKey, random[1]) }).toEqual(
      request,
    )
    expect(readReply(template, stage, reply, secrets, bounds)).toEqual(reading)
  })

  test('a preview has the form of the request, and no secret', () => {
    for (const stage of Object.keys(template.stages) as TemplateStage[]) {
      const text = JSON.stringify(preview(template, stage, examplePerson))
      for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
      expect(text).not.toContain('13800001234')
    }
  })
})

/** RSA gives another result each time, so it is decrypted and compared here: it must be the recorded key in base64. */
function withoutSealedKey(body: string | null, privateKey: string | undefined, key: string | undefined) {
  if (body === null || privateKey === undefined) return body
  const { encryptKey } = JSON.parse(body) as { encryptKey: string }
  const plain = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(encryptKey, 'base64'),
  )
  expect(Buffer.from(plain.toString(), 'base64').toString('hex')).toBe(key)
  return body.replace(encryptKey, 'SEALED')
}
