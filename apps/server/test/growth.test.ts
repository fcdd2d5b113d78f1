import { normalIp } from '@kabao/contract/kernel/ip'
import { fill } from '@kabao/contract/kernel/language'
import { readNumber } from '@kabao/contract/kernel/number-text'
import { isIdNumber, maskContact, readPhoneFilter } from '@kabao/contract/kernel/personal'
import { maskText, phonePattern } from '@kabao/contract/kernel/personal-text'
import { plainText } from '@kabao/contract/kernel/rich-text'
import { baseAddress } from '@kabao/contract/kernel/web-address'
import { expect, test } from 'vitest'
import { describeUserAgent } from '#access/user-agent'
import { analyze } from '#partners/templates/analyze'
import { sortedPairs } from '#partners/templates/pairs'
import { pathOf } from '#partners/templates/paths'
import { readJson } from '#partners/templates/read-json'
import { readXml } from '#partners/templates/read-xml'
import { readCertificates } from '#payment/keys'
import { scrub } from '#platform/base/scrub'
import { framesOf } from '#platform/errors/frames'
import { cleaned } from '#platform/errors/report'
import { readEnd } from '#platform/imports/ends'
import { plain } from '#platform/imports/head'
import { cleanRichText } from '#platform/rich-text/clean'
import { csvParser } from '#platform/sheet/csv'
import { parserFor } from '#platform/sheet/xml'
import { cleanName } from '#platform/uploads/name'
import { backtracking } from './hostile/cost.ts'

/** So long that work which grows with the square of the text takes minutes, in characters. */
const length = 200_000
/** Far more processor time than any reader needs for such a text, in milliseconds. */
const most = 2_000

const names = { secrets: new Map(), maps: new Set<string>(), fields: new Set<string>(), results: false }
const report = {
  source: 'h5' as const,
  level: 'error' as const,
  userAgent: null,
  release: '',
  requestId: '',
  person: null,
}

/** Everything that reads a text which others wrote, without an endpoint's limit of its length. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  maskText,
  maskContact,
  readPhoneFilter,
  isIdNumber,
  phonePattern: (text) => new RegExp(phonePattern, 'g').test(text),
  normalIp,
  fill: (text) => fill(text, { count: 1 }),
  whole: (text) => readNumber('whole', text),
  money: (text) => readNumber('money', text),
  percent: (text) => readNumber('percent', text),
  plainText,
  baseAddress: (text) => baseAddress.safeParse(text),
  cleanRichText: (text) => cleanRichText(text, 'content'),
  describeUserAgent,
  template: (text) => analyze(text, names),
  pairs: (text) => sortedPairs(text, 'form', null),
  path: pathOf,
  json: readJson,
  xml: readXml,
  certificates: readCertificates,
  scrub,
  stack: (stack) => cleaned({ ...report, name: '', message: '', stack, url: '' }),
  message: (message) => cleaned({ ...report, name: '', message, stack: '', url: '' }),
  address: (url) => cleaned({ ...report, name: '', message: '', stack: '', url }),
  frames: (stack) => framesOf(stack, { source: 'h5', release: '', mapOf: async () => null }),
  heading: plain,
  end: (text) => readEnd(text, 'Asia/Shanghai'),
  csv: (text) => {
    const parser = csvParser()
    parser.push(text)
    parser.end()
  },
  sheetXml: (text) => parserFor({}).write(text),
  fileName: (text) => cleanName(`${text}.png`, 'png' as never),
}

const many = (part: string) => part.repeat(Math.floor(length / part.length))
/** The worst text for each kind of pattern: long runs of what may begin or go on, without the end that is awaited. */
const worst = [
  ...backtracking(length),
  ...[
    'a',
    'a.',
    '.a',
    '-a',
    '0',
    ' ',
    '/',
    '//',
    '<',
    '<a',
    '<a ',
    '"',
    "'",
    '(',
    '[',
    '[[',
    '{{',
    '{{a, ',
    '{%',
    '%',
    '?a',
    '#a',
  ].map(many),
  ...[
    'postgres://a:',
    'token',
    'token ',
    'password=',
    '-----BEGIN CERTIFICATE-----',
    'Version/1',
    'Chrome/',
    '日',
    '2026-',
    '\n',
    '\r',
    ' \n ',
  ].map(many),
  `Version/${many('1')}`,
  `2026-01-01${many(' ')}x`,
  `x${many(' ')}x`,
  `x${many('.')}x`,
  `x${many('/')}x`,
  ...['a', 'a.', ':1', '(', ' ('].map((part) => `${many(part)} :1:1`),
  ...[' (', 'a ', ':1:1', '@'].map((part) => `    at a${many(part)}x`),
]

test.each(Object.keys(readers))(
  '%s takes a time that grows with the text and not with its square',
  async (name) => {
    for (const text of worst) {
      const before = process.cpuUsage()
      try {
        await readers[name]?.(text)
      } catch {
        // A refusal may be thrown.
      }
      const { user } = process.cpuUsage(before)
      expect(user / 1_000, `${name} of ${JSON.stringify(text.slice(0, 40))}…`).toBeLessThan(most)
    }
  },
)
