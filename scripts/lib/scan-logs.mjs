import { createReadStream, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { at } from './paths.mjs'

/** Where the tests' servers log to. */
const logFiles = () => [at('.cache/test/product.log'), ...filesIn(at('.cache/test-logs'))].filter(existsSync)
/** Values that tests used and that no log may hold: passwords, tokens, phones, id numbers; a line each. */
const secretsFile = at('.cache/test/secrets.txt')

/** Forgets the logs and secrets of the run before. */
export function forgetLogs() {
  rmSync(at('.cache/test-logs'), { recursive: true, force: true })
  rmSync(secretsFile, { force: true })
}

/**
 * Looks through the logs of the whole run for what the tests used in secret, and for whatever looks like a mobile or
 * an id number.
 * @returns how many lines and secrets were looked at, and where something was found, without showing it
 */
export async function scanLogs(files = logFiles(), secrets = readSecrets()) {
  const found = []
  let lines = 0
  for (const file of files) {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      lines++
      const kind = leakIn(line, secrets)
      if (kind) found.push(`${file}:${lines} holds ${kind}`)
    }
  }
  return { files: files.length, lines, secrets: secrets.length, found }
}

export function leakIn(line, secrets) {
  if (secrets.some((secret) => line.includes(secret))) return 'a secret that a test used'
  if (/(?<![\w.-])1[3-9]\d{9}(?![\w.-])/.test(line)) return 'a mobile number'
  if (/(?<!\w)[1-9]\d{5}(?:19|20)\d{9}[\dXx](?!\w)/.test(line)) return 'an id number'
  if (/[?&](password|token)=(?!\[removed\])/i.test(line)) return 'a query with a password'
  return null
}

/** Values too short or common to look for (`admin`) are left out. */
function readSecrets() {
  if (!existsSync(secretsFile)) return []
  const lines = readFileSync(secretsFile, 'utf8').split('\n')
  return [...new Set(lines)].filter((line) => line.length >= 6)
}

const filesIn = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : [])
