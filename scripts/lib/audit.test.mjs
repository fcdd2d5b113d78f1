import { expect, test } from 'vitest'
import { readAudit } from './audit.mjs'

/** What `npm audit --json` prints. */
const report = (vulnerabilities) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities,
    metadata: {
      vulnerabilities: { total: Object.keys(vulnerabilities).length },
      dependencies: { prod: 200, dev: 500, total: 700 },
    },
  })

test('an answer without faults says how many packages were asked for', () => {
  expect(readAudit(report({}))).toEqual({ packages: 200, faults: [] })
})

test('every fault is named, once, at the package that has it', () => {
  const fault = { title: 'Reads any file', severity: 'high', range: '<1.2.3', url: 'https://example.com/1' }
  const { faults } = readAudit(
    report({ inner: { name: 'inner', via: [fault] }, outer: { name: 'outer', via: ['inner'] } }),
  )
  expect(faults).toEqual(['- inner <1.2.3: Reads any file (high, https://example.com/1)'])
  expect(readAudit(report({ outer: { name: 'outer', via: ['inner'] } })).faults).toEqual(['- outer'])
})

test.each([
  JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405, error: { summary: '', detail: '' } }),
  JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'the network is away' } }),
  'no JSON at all',
  '',
])('no answer is not taken for one without faults: %s', (output) => {
  expect(() => readAudit(output)).toThrow(/^The registry does not say/)
})
