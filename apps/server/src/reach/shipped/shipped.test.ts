import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { postbackTemplate } from '@kabao/contract/reach/postback-template'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '#platform/base/paths'
import type { OutgoingResult } from '#platform/outgoing/outgoing'
import { builtFor, callOf } from '../kind.ts'
import { type EventValues, exampleEvent } from '../scope.ts'
import { problemsOf, readAnswer } from '../template.ts'
import { shippedPostbacks } from './index.ts'

/** One recorded call and answers to it, of each event. `pairs/make_pairs.py` wrote them without the library. */
interface Pair {
  events: EventValues[]
  secrets: Record<string, string>
  method: string
  url: string
  body: unknown
  answers: { status: number; body: string; outcome: string; reason: string | null }[][]
}
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'pairs/pairs.json'), 'utf8')) as Record<
  string,
  Pair[]
>

test('every shipped template has pairs, and may be saved', () => {
  expect(shippedPostbacks.map(({ code }) => code).toSorted()).toEqual(Object.keys(recorded).toSorted())
  for (const { template } of shippedPostbacks) {
    expect(postbackTemplate.parse(template)).toEqual(template)
    expect(problemsOf(template)).toEqual([])
  }
})

test('the document about Baidu says what its templates send', () => {
  const text = readFileSync(join(repositoryRoot, 'docs/connect-baidu.md'), 'utf8')
  const [conversions, invalid] = ['baiduConversions', 'baiduInvalid'].map((code) => {
    const found = shippedPostbacks.find((each) => each.code === code)
    if (!found) throw new Error(code)
    expect(text).toContain(found.words[0])
    expect(text).toContain(found.page)
    return found.template
  })
  const entries = conversions?.maps.find(({ name }) => name === 'types')?.entries ?? []
  expect(entries.length).toBeGreaterThan(4)
  for (const { from, to } of entries)
    expect(text).toContain(from === '*' ? `and ${to} for all others` : `\`${from}\` ${to}`)
  expect(text).toContain(conversions?.request.url)
  expect(text).toContain(invalid?.request.url.split('/').at(-1))
  const sent = JSON.parse(/## What is sent[\s\S]*?```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '')
  const values = {
    ...exampleEvent('registered'),
    extra: { landingUrl: sent.conversionTypes[0].logidUrl },
    at: '2026-03-01T02:03:04.567Z',
  }
  const template = conversions as NonNullable<typeof conversions>
  expect(JSON.parse(builtFor({ template }, values, { token: '…' }).sent.body ?? '')).toEqual(sent)
})

describe.each(shippedPostbacks)('$code', ({ code, template }) => {
  test.each(recorded[code] ?? [])('makes the request, and reads the answers (%#)', (pair) => {
    const group = pair.events.map((values) => ({
      id: values.eventId,
      eventId: values.eventId,
      values,
      ...builtFor({ template }, values, pair.secrets),
    }))
    const { request, kept } = callOf({ template }, group, pair.secrets, () => ({}))
    expect(request.method).toBe(pair.method)
    expect(request.address).toBe(pair.url)
    expect(request.body === undefined ? null : JSON.parse(request.body as string)).toEqual(pair.body)
    // What is kept has neither the secret nor what came with the click.
    for (const value of [...Object.values(pair.secrets), 'EPHk9c&X3', 'bd_vid=749'])
      expect(JSON.stringify(kept)).not.toContain(value)
    for (const answers of pair.answers)
      for (const [place, { status, body, outcome, reason }] of answers.entries()) {
        const result = {
          kind: 'answer',
          status,
          headers: {},
          body,
          tooLarge: false,
          unreadable: null,
          ms: 1,
        } as OutgoingResult
        expect(readAnswer(template, result, place)).toEqual({ outcome, reason })
      }
  })
})
