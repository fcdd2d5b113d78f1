import { languages } from '@kabao/contract'
import { intakeEndpoints } from '@kabao/contract/intake/calls'
import { fieldRows } from '@kabao/contract/intake/field-rows'
import { exampleNotice, orderNotice } from '@kabao/contract/intake/order-notice'
import { refusalsOf } from '@kabao/contract/kernel/refusals'
import {
  idempotencyKeyLength,
  signatureVectors,
  vectorSecret,
  vectorTimestamp,
} from '@kabao/contract/partners/signature'
import { marked, type Token, type Tokens } from 'marked'
import { describe, expect, test } from 'vitest'
import { signatureOf } from '../signature/sign.ts'
import { callsFor, type GuideReader, guideOf, readSamples } from './guide.ts'
import { markdownOf } from './markdown.ts'
import type { Block, Inline, Section } from './model.ts'

const samples = await readSamples()
const reader: GuideReader = {
  kind: 'channel',
  name: '抖音信息流',
  address: 'https://kabao.example.com',
  key: 'ck_0123456789abcdefghijklmn',
  isSandbox: false,
  limits: { callsPerSecond: 37, checksPerDay: 12_345, dailyCap: 678 },
}
const kinds = ['channel', 'org'] as const
const each = kinds.flatMap((kind) => languages.map((language) => ({ kind, language })))

/** What a reader sees of parsed text: its letters, whatever is code. */
function shown(tokens: Token[] = []): string {
  return tokens
    .map((token) => {
      if (token.type === 'codespan' || token.type === 'escape') return token.text
      if (token.type === 'text') return 'tokens' in token && token.tokens ? shown(token.tokens) : token.text
      throw new Error(`Markdown read a piece of text as ${token.type}: ${token.raw}`)
    })
    .join('')
}
const plain = (pieces: Inline) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece.replace(/\s*\n\s*/g, ' ') : piece.code)).join('')

/** A document as a list of its parts, read from the Markdown. */
const partsIn = (markdown: string) =>
  marked
    .lexer(markdown)
    .filter(({ type }) => type !== 'space')
    .map((token) => {
      if (token.type === 'heading') return `${'#'.repeat(token.depth)} ${shown(token.tokens)}`
      if (token.type === 'paragraph') return shown(token.tokens)
      if (token.type === 'code') return { language: token.lang, text: token.text }
      const table = token as Tokens.Table
      return [table.header, ...table.rows].map((row) => row.map((cell) => shown(cell.tokens)))
    })

/** The same list, made from the model. */
function partsOf({ title, blocks, sections = [] }: Section, level = 1): unknown[] {
  const part = (block: Block) => {
    if (block.kind === 'text') return plain(block.text)
    if (block.kind === 'code') return { language: block.language, text: block.text.replace(/\n$/, '') }
    return [block.head, ...block.rows].map((row) => row.map((cell) => plain(cell)))
  }
  return [
    `${'#'.repeat(level)} ${plain(title)}`,
    ...blocks.map(part),
    ...sections.flatMap((section) => partsOf(section, level + 1)),
  ]
}

/** The parts of a document under the heading that ends so, up to the next heading. */
function partsUnder(markdown: string, heading: string) {
  const parts = partsIn(markdown)
  const from = parts.findIndex(
    (part) => typeof part === 'string' && part.startsWith('#') && part.endsWith(heading),
  )
  expect(from, heading).toBeGreaterThan(-1)
  const rest = parts.slice(from + 1)
  const end = rest.findIndex((part) => typeof part === 'string' && /^#+ /.test(part))
  return end < 0 ? rest : rest.slice(0, end)
}

describe.each(each)('the guide of a $kind in $language', ({ kind, language }) => {
  const guide = guideOf({ ...reader, kind }, samples, language)
  const markdown = markdownOf(guide)

  test('is read from its Markdown as it was meant: headings, texts, tables and code', () => {
    expect(partsIn(markdown)).toEqual(partsOf(guide))
  })

  test('every row of a table has as many cells as its head', () => {
    const tables = (section: Section): Block[] => [
      ...section.blocks.filter((block) => block.kind === 'table'),
      ...(section.sections ?? []).flatMap(tables),
    ]
    expect(tables(guide).length).toBeGreaterThan(callsFor(kind).length)
    for (const table of tables(guide))
      if (table.kind === 'table') for (const row of table.rows) expect(row).toHaveLength(table.head.length)
  })

  test.each(callsFor(kind))('has $method $path with every field, every code and its example', (call) => {
    const parts = partsUnder(markdown, `${call.method} /open${call.path}`)
    const rows = parts.flatMap((part) => (Array.isArray(part) ? part : []))
    const at = language === 'zh-CN' ? 0 : 1
    const wanted = [
      ...(call.body ? fieldRows(call.body, 'input') : []),
      ...fieldRows(call.answer, 'output'),
      ...Object.entries(call.params ?? {}).map(([name]) => ({ name, words: null })),
    ]
    for (const { name, words } of wanted) {
      const row = rows.find(
        ([first, ...cells]) => first === name && (!words || cells.includes(words[at].replaceAll('`', ''))),
      )
      expect(row, name).toBeDefined()
    }
    const codes = parts.find((part) => typeof part === 'string' && /\b50000\b/.test(part)) as string
    for (const code of refusalsOf(call)) expect(codes).toContain(code)
    const [request, answer] = parts.flatMap((part) =>
      typeof part === 'object' && 'text' in part ? [part.text] : [],
    )
    if (call.body) expect(call.body.safeParse(JSON.parse(request?.split('\n\n')[1] ?? '')).success).toBe(true)
    expect(call.answer.safeParse(JSON.parse(answer ?? '').data).success).toBe(true)
  })

  test('its vectors verify', () => {
    const table = partsIn(markdown).find(
      (part) => Array.isArray(part) && part.some((row) => row.includes(signatureVectors[0]?.signature ?? '')),
    ) as string[][]
    const [, ...rows] = table
    expect(rows).toHaveLength(signatureVectors.length)
    for (const [, request = '', nonce = '', body = '', signature] of rows) {
      const [method = '', target = ''] = request.split(' ')
      const bytes = Buffer.from(body.startsWith('"') ? JSON.parse(body) : '')
      expect(
        signatureOf(vectorSecret, { method, target, nonce, timestamp: vectorTimestamp, body: bytes }),
      ).toBe(signature)
    }
  })

  test('has the samples whole, the values of the partner, and the header of its key', () => {
    for (const { text } of samples) expect(markdown).toContain(text.trimEnd())
    expect(markdown).toContain('`https://kabao.example.com/open`')
    expect(markdown).toContain('`ck_0123456789abcdefghijklmn`')
    expect(markdown).toContain(kind === 'org' ? '`x-org`' : '`x-channel`')
    expect(markdown).not.toContain(kind === 'org' ? '`x-channel`' : '`x-org`')
  })
})

test('every call is in a guide, except those of payment providers', () => {
  const inGuides = new Set(kinds.flatMap((kind) => callsFor(kind).map(({ name }) => name)))
  expect(intakeEndpoints.filter(({ name }) => !inGuides.has(name)).map(({ caller }) => caller)).toEqual([
    'provider',
  ])
})

test('a channel is told where its check key comes from, an organization has none', () => {
  const text = markdownOf(guideOf(reader, samples, 'zh-CN'))
  expect(text).toContain('| 查重密钥 | 以 `ckey_` 开头')
  expect(markdownOf(guideOf({ ...reader, kind: 'org' }, samples, 'zh-CN'))).not.toContain('查重密钥 |')
})

test('has the limits of the key, and says when a refused call may be sent again', () => {
  const rows = partsUnder(markdownOf(guideOf(reader, samples, 'en-US')), 'Limits').flatMap((part) =>
    Array.isArray(part) ? part : [],
  )
  expect(rows).toEqual([
    ['Item', 'Value'],
    ['Calls per second', '37'],
    ['/open/check per business day', '12345'],
    ['New registrations per business day', '678'],
  ])
  const none = { ...reader, limits: { ...reader.limits, dailyCap: null } }
  expect(markdownOf(guideOf(none, samples, 'en-US'))).toContain(
    '| New registrations per business day | No limit |',
  )
  const org = markdownOf(guideOf({ ...reader, kind: 'org' }, samples, 'en-US'))
  expect(org).toContain('| Calls per second | 37 |')
  expect(org).not.toContain('per business day')
  const answers = partsUnder(markdownOf(guideOf(reader, samples, 'en-US')), 'Answers and codes').join('\n')
  for (const name of ['Retry-After', 'retryAfterSeconds', 'opensAt', '503', '415', 'application/json'])
    expect(answers).toContain(name)
})

test.each(each)('a $kind is told in $language how an instant is written, and the length of keys', (of) => {
  const markdown = markdownOf(guideOf({ ...reader, kind: of.kind }, samples, of.language))
  const instants = callsFor(of.kind).flatMap((call) => [
    ...(call.body ? fieldRows(call.body, 'input') : []),
    ...fieldRows(call.answer, 'output'),
  ])
  expect(instants.filter(({ isInstant }) => isInstant).map(({ name }) => name)).toContain(
    of.kind === 'channel' ? 'visits[].at' : 'at',
  )
  expect(markdown).toContain('`2026-09-22T01:30:00.000Z`')
  expect(markdown).toContain(`${idempotencyKeyLength.min}–${idempotencyKeyLength.max}`)
})

test('a channel is told what a notice of an order has', () => {
  const parts = partsUnder(markdownOf(guideOf(reader, samples, 'en-US')), 'Payment notices')
  const rows = parts.flatMap((part) => (Array.isArray(part) ? part.map(([name]) => name) : []))
  expect(rows).toEqual(['Field', ...Object.keys(orderNotice.shape)])
  expect(orderNotice.safeParse(exampleNotice).success).toBe(true)
  expect(markdownOf(guideOf({ ...reader, kind: 'org' }, samples, 'en-US'))).not.toContain('noticeId')
})

test('a partner without a key, and a sandbox key', () => {
  expect(markdownOf(guideOf({ ...reader, key: null }, samples, 'en-US'))).toContain('| Not made yet |')
  expect(markdownOf(guideOf({ ...reader, isSandbox: true }, samples, 'zh-CN'))).toContain('| 沙箱 |')
})

test.each([
  'a | b',
  '# title',
  '`code` ``',
  'line\n# next\n\n| a |',
  '<img src=x onerror=alert(1)>',
  '[link](https://example.com) ![image](x)',
  'https://example.com www.example.com a@example.com',
  '*bold* _em_ ~~gone~~ \\* &amp; {x}',
])('the name “%s” changes nothing but the name', (name) => {
  const guide = guideOf({ ...reader, name, key: '`|`' }, samples, 'en-US')
  const markdown = markdownOf(guide)
  expect(partsIn(markdown)).toEqual(partsOf(guide))
  expect(partsIn(markdown)[0]).toBe(`# Integration guide · ${name.replace(/\s*\n\s*/g, ' ')}`)
})
