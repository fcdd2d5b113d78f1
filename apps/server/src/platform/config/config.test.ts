import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rightsSection } from '#boot/prepare'
import { repositoryRoot } from '../base/paths.ts'
import { readConfig, variables, variableTable } from './config.ts'

const key = Buffer.alloc(32).toString('base64')

test('without any variable set, the configuration is the embedded demo on this machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    isLocal: true,
    isEmbedded: true,
    demoUsers: 20_000,
    demoTraffic: true,
    settings: true,
    drainSeconds: 0,
  })
})

test('made-up traffic is never on beside a database that is configured, nor without demo users', () => {
  const database = { DATABASE_URL: 'postgres://u:p@db/kabao', DATA_KEY: key }
  expect(() => readConfig({ ...database, DEMO_TRAFFIC: '1' })).toThrow(/DEMO_TRAFFIC/)
  expect(readConfig({ ...database, DEMO_TRAFFIC: '0' }).demoTraffic).toBe(false)
  expect(readConfig({ DEMO_TRAFFIC: '0' }).demoTraffic).toBe(false)
  expect(readConfig({ DEMO_TRAFFIC: '1', DEMO_USERS: '0' }).demoTraffic).toBe(false)
})

test('with a database set, it is a production service without demo data and settings drawer', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://u:p@db/kabao', DATA_KEY: key, HOST: '0.0.0.0' })
  expect(config).toMatchObject({
    isEmbedded: false,
    demoUsers: 0,
    demoTraffic: false,
    settings: false,
    isLocal: false,
    logLevel: 'info',
    drainSeconds: 5,
  })
})

test.each([
  [{ PORT: 'eighty' }, /PORT/],
  [{ DATABASE_URL: 'mysql://u:hunter2@db/x' }, /DATABASE_URL: must begin with postgres/],
  [{ DATABASE_URL: 'postgres://u:hunter2@db/x' }, /DATA_KEY must be set/],
  [
    { DATABASE_OPEN_URL: 'postgres://u:hunter2@db/x' },
    /With DATABASE_OPEN_URL set, DATABASE_URL must be set/,
  ],
  [
    { DATABASE_URL: 'postgres://u:hunter2@db/x?pool_mode=transaction', DATA_KEY: key },
    /DATABASE_URL may not have pool_mode=transaction/,
  ],
  [{ DATA_KEY: 'short' }, /DATA_KEY: must be 32 bytes/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  [{ S3_SECRET_KEY: 'hunter2' }, /S3_BUCKET must be set/],
  [{ S3_BUCKET: 'files', S3_SECRET_KEY: 'hunter2' }, /S3_ACCESS_KEY and S3_SECRET_KEY must be set together/],
  [{ S3_BUCKET: 'files', S3_ENDPOINT: 's3.local' }, /S3_ENDPOINT/],
  [{ S3_BUCKET: 'files', S3_PREFIX: 'a b' }, /S3_PREFIX: may hold letters/],
])('%j is refused with a sentence that names the variable and no secret', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
  expect(() => readConfig(env)).not.toThrow(/hunter2/)
})

test('files are kept beside the data, in a folder of their own, or in a bucket', () => {
  expect(readConfig({ DATA_DIR: '/data' }).files).toEqual({ folder: '/data/files', s3: null })
  const env = { FILES_DIR: '/files', S3_BUCKET: 'files', S3_ACCESS_KEY: 'id', S3_SECRET_KEY: 'secret' }
  expect(readConfig(env).files).toEqual({
    folder: '/files',
    s3: {
      bucket: 'files',
      region: 'us-east-1',
      prefix: 'kabao/',
      endpoint: null,
      keys: { accessKeyId: 'id', secretAccessKey: 'secret' },
    },
  })
})

test('traces are on where a receiver is named, and only its one protocol is taken', () => {
  const receiver = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  expect(readConfig({}).traces).toBeNull()
  expect(readConfig(receiver).traces).toEqual({ followsCallers: false, mostWaiting: 2_048 })
  expect(readConfig({ ...receiver, OTEL_PROPAGATORS: 'tracecontext' }).traces?.followsCallers).toBe(true)
  expect(readConfig({ ...receiver, OTEL_SDK_DISABLED: 'true' }).traces).toBeNull()
  expect(() => readConfig({ ...receiver, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(/must be http\/json/)
  expect(() => readConfig({ ...receiver, OTEL_TRACES_SAMPLER: 'some' })).toThrow(/OTEL_TRACES_SAMPLER/)
})

test('the document of the configuration has the table of the variables', () => {
  const text = readFileSync(join(repositoryRoot, 'docs/configuration.md'), 'utf8')
  expect(text).toContain(`\n${variableTable()}\n`)
  expect(variableTable().split('\n')).toHaveLength(variables.length + 2)
})

test('the section that a warning refers to is there', () => {
  expect(readFileSync(join(repositoryRoot, 'docs/operating.md'), 'utf8')).toContain(
    `\n### ${rightsSection}\n`,
  )
})
