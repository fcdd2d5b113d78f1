import { expect, test } from 'vitest'
import { type Operation, operationsOf } from '../kernel/families.ts'
import { languages } from '../kernel/language.ts'
import { areaTitles } from './api-document.ts'
import { endpoints } from './areas.ts'

const operations = operationsOf(endpoints)
const families = operations.filter(({ calls }) => calls.length > 1)
const named = (name: string) => operations.find((operation) => operation.name === name) as Operation

test('every call belongs to one endpoint, and a reader has no more than 500', () => {
  expect(operations.flatMap(({ calls }) => calls.map(({ call }) => call.name)).sort()).toEqual(
    endpoints.map(({ name }) => name).sort(),
  )
  expect(operations.length).toBeLessThanOrEqual(500)
})

test('no two endpoints share a name, or a method and path', () => {
  const names = operations.map(({ name }) => name)
  const places = operations.map(
    ({ path, calls }) => `${calls[0]?.call.method} ${path.replace(/\{\w+\}/g, '{}')}`,
  )
  for (const each of [names, places])
    expect(each.filter((one, index) => each.indexOf(one) !== index)).toEqual([])
})

test('the path of a call is that of its endpoint with its words', () => {
  for (const { path, calls } of families)
    for (const { call, words } of calls)
      expect(path.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole)).toBe(call.path)
})

test('the calls of an endpoint are of one kind', () => {
  for (const { name, calls } of families) {
    const kinds = calls.map(({ call }) =>
      JSON.stringify([call.method, call.kind, call.access, call.download, call.mediaTypes, call.upload]),
    )
    expect([name, new Set(kinds).size]).toEqual([name, 1])
    expect(new Set(calls.map(({ words }) => JSON.stringify(words))).size).toBe(calls.length)
  }
})

test('acts, choices, imports and reports are one endpoint each', () => {
  const wordsOf = (name: string) => named(name).calls.map(({ words }) => Object.values(words).join('/'))
  expect(named('channel.act').path).toBe('/channel/{id}/{act}')
  expect(wordsOf('channel.act')).toEqual(['enable', 'disable'])
  expect(wordsOf('channel.batchCount')).toEqual(['enable', 'disable'])
  expect(named('choice.find').path).toBe('/choice/{page}/{field}')
  expect(wordsOf('choice.find')).toContain('push/orgs')
  expect(named('import.importCommit').path).toBe('/import/{list}/{id}/commit')
  expect(named('report.page').path).toBe('/chart/{report}/page')
  expect(named('row.keys').calls.map(({ call }) => call.point)).toEqual([
    'channel:keys',
    'channelUv:keys',
    'org:keys',
    'orgUv:keys',
  ])
})

test('every endpoint says in both languages what it does, and its area has a title', () => {
  for (const { summary, area } of operations) {
    expect(summary).toHaveLength(languages.length)
    for (const text of summary) expect(text).not.toBe('')
    expect(areaTitles).toHaveProperty(area)
  }
})
