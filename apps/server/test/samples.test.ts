import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signatureVectors, vectorSecret, vectorTimestamp } from '@kabao/contract/partners/signature'
import { afterAll, expect, test } from 'vitest'
import { samplesFolder } from '#platform/base/paths'

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
