import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  signatureVectors,
  vectorSecret,
  vectorTimestamp,
  webhookVector,
} from '@kabao/contract/partners/signature'
import { afterAll, expect, test } from 'vitest'
import { signedHeaders } from '#partners'
import { samplesFolder } from '#platform/base/paths'
import { standardSign } from '#reach/sign'

/*
 * The samples that partners copy sign all vectors. A sample whose language the machine does not have is skipped, and the title of
 * its test says so.
 */

const classes = mkdtempSync(join(tmpdir(), 'kabao-samples-'))
afterAll(() => rmSync(classes, { recursive: true, force: true }))

const has = (command: string, option: string) => spawnSync(command, [option]).status === 0

/** Runs a program with bytes on its standard input. @returns what it printed */
function run(command: string, given: string[], input: string): string {
  const { status, stdout, stderr } = spawnSync(command, given, { input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
  return stdout.trim()
}

const sample = (name: string) => join(samplesFolder, name)
const expected = signatureVectors.map(({ signature }) => signature)

/** One JSON request for each vector. */
const lines = signatureVectors
  .map(({ method, target, nonce, body }) =>
    JSON.stringify({ secret: vectorSecret, timestamp: vectorTimestamp, method, target, nonce, body }),
  )
  .join('\n')

/** Runs a program once for each vector: the request as arguments, the body as input. */
const runEach = (command: string, before: string[]) =>
  signatureVectors.map(({ method, target, nonce, body }) =>
    run(command, [...before, vectorSecret, method, target, vectorTimestamp, nonce], body),
  )

test('the Node sample signs every vector', () => {
  expect(run(process.execPath, [sample('sign.mjs')], lines).split('\n')).toEqual(expected)
})

const python = has('python3', '--version')
test.skipIf(!python)(`the Python sample signs every vector${python ? '' : ' (skipped: no python3)'}`, () => {
  expect(run('python3', [sample('sign.py')], lines).split('\n')).toEqual(expected)
})

const java = has('javac', '-version')
test.skipIf(!java)(`the Java sample signs every vector${java ? '' : ' (skipped: no javac)'}`, () => {
  run('javac', ['-d', classes, sample('Sign.java')], '')
  expect(runEach('java', ['-cp', classes, 'Sign'])).toEqual(expected)
})

const php = has('php', '--version')
test.skipIf(!php)(`the PHP sample signs every vector${php ? '' : ' (skipped: no php)'}`, () => {
  expect(runEach('php', [sample('sign.php')])).toEqual(expected)
})

/** What the service sends now, as it signs it, and the same with one letter of the body changed. */
const now = Math.floor(Date.now() / 1_000)
const notice = {
  secret: vectorSecret,
  target: '/pay?from=kabao&a=%20b',
  timestamp: String(now),
  nonce: 'a-nonce-of-sixteen',
  body: '{"event":"paid","name":"张三"}',
}
const { 'x-signature': noticeSignature = '', ...noticeHeaders } = signedHeaders(
  { method: 'POST', target: notice.target, body: Buffer.from(notice.body) },
  ['whsec_the_one_before', vectorSecret],
  now * 1_000,
)
const noticeSent = {
  ...notice,
  nonce: noticeHeaders['x-nonce'] ?? '',
  timestamp: noticeHeaders['x-timestamp'] ?? '',
  signature: noticeSignature,
}
const { secret, id, body } = webhookVector
const standard = standardSign([secret, `whsec_${Buffer.from('the one before').toString('base64')}`])
const webhookSent = {
  secret,
  id,
  timestamp: String(now),
  body,
  signature: standard({ method: 'POST', url: '', body, id, now: now * 1_000 })['webhook-signature'] ?? '',
}
const old = { ...webhookSent, timestamp: vectorTimestamp, signature: webhookVector.signature }
const received = [noticeSent, webhookSent].flatMap((sent) => [sent, { ...sent, body: `${sent.body} ` }])
const verdicts = [...received, old]
const right = ['true', 'false', 'true', 'false', 'false']
const verifyLines = verdicts.map((each) => JSON.stringify(each)).join('\n')
/** Runs a program once for each request. */
const verifyEach = (command: string, before: string[]) =>
  verdicts.map((each) =>
    run(
      command,
      'id' in each
        ? [...before, 'webhook', each.secret, each.signature, each.id, each.timestamp]
        : [...before, 'notice', each.secret, each.signature, each.target, each.timestamp, each.nonce],
      each.body,
    ),
  )

test('the vector of a webhook is what the service signs', () => {
  const at = Number(webhookVector.timestamp) * 1_000
  const sent = standardSign([secret])({ method: 'POST', url: '', body, id, now: at })
  expect(sent['webhook-signature']).toBe(webhookVector.signature)
})

test('the Node sample believes what the service sends now, and nothing else', () => {
  expect(run(process.execPath, [sample('verify.mjs')], verifyLines).split('\n')).toEqual(right)
})

test.skipIf(!python)(`the Python sample believes the same${python ? '' : ' (skipped: no python3)'}`, () => {
  expect(run('python3', ['-B', sample('verify.py')], verifyLines).split('\n')).toEqual(right)
})

test.skipIf(!java)(`the Java sample believes the same${java ? '' : ' (skipped: no javac)'}`, () => {
  run('javac', ['-d', classes, sample('Sign.java'), sample('Verify.java')], '')
  expect(verifyEach('java', ['-cp', classes, 'Verify'])).toEqual(right)
})

test.skipIf(!php)(`the PHP sample believes the same${php ? '' : ' (skipped: no php)'}`, () => {
  expect(verifyEach('php', [sample('verify.php')])).toEqual(right)
})
