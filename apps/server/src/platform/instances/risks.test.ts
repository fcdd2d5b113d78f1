import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { risksOf } from './risks.ts'

const database = { DATABASE_URL: 'postgres://kabao@db/kabao', DATA_KEY: Buffer.alloc(32).toString('base64') }
const risky = (env: Record<string, string>, isKept = true) => risksOf(readConfig(env), isKept)

test('a service that is set up for production has no risky settings', () => {
  const env = { HOST: '0.0.0.0', TRUST_PROXY: '1', ALLOWED_HOSTS: 'kabao.example.com' }
  expect(risky({ ...database, ...env, METRICS_TOKEN: 'x'.repeat(32) })).toEqual([])
})

test('each risky setting is named', () => {
  expect(risky({ ...database, HOST: '0.0.0.0' }, false)).toEqual([
    'ownerRights',
    'anyHost',
    'noProxy',
    'noMetricsToken',
  ])
  const others = {
    SANDBOX_PAYMENTS: '1',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'debug',
    METRICS_TOKEN: 'x'.repeat(32),
  }
  expect(risky({ ...database, ...others })).toEqual(['sandbox', 'noDrain', 'wordyLog'])
})

test('the embedded demo is one risk, with all that belongs to a trial', () => {
  expect(risky({})).toEqual(['embedded'])
})
