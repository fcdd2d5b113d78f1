import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const key = Buffer.alloc(32).toString('base64')

test('without anything set it is the embedded demo on this machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    isLocal: true,
    isEmbedded: true,
    demoUsers: 20_000,
    settings: true,
  })
})

test('with a database it is a production service: no demo data, no settings drawer', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://u:p@db/kabao', DATA_KEY: key, HOST: '0.0.0.0' })
  expect(config).toMatchObject({
    isEmbedded: false,
    demoUsers: 0,
    settings: false,
    isLocal: false,
    logLevel: 'info',
  })
})

test.each([
  [{ PORT: 'eighty' }, /PORT/],
  [{ DATABASE_URL: 'mysql://u:hunter2@db/x' }, /DATABASE_URL: must begin with postgres/],
  [{ DATABASE_URL: 'postgres://u:hunter2@db/x' }, /DATA_KEY must be set/],
  [{ DATA_KEY: 'short' }, /DATA_KEY: must be 32 bytes/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
])('%j is refused with a sentence that names it and no secret', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
  expect(() => readConfig(env)).not.toThrow(/hunter2/)
})
