import { createReadStream, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { at } from './paths.mjs'
import { Secrets } from './secrets.mjs'

/** What the databases of the tests held at their end. */
const dumps = () => filesIn(at('.cache/test-data'))
/**
 * The tables that keep personal data as it is (decision 005), and the settings, whose contact text is published: there only
 * passwords, tokens and keys are looked for.
 */
const personal = /^public\.(user|blacklist|import_row|feedback|push_record|admin|channel|org|plan|setting) /
/** Where the tests' servers log to, those of the journeys too. */
const logFiles = () => filesIn(at('.cache/test-logs'))
/** Values that tests used and that no log may hold: passwords, tokens, phones, id numbers; a line each. */
const secretsFile = at('.cache/test/secrets.txt')

/** Forgets the logs and secrets of the run before. */
export function forgetLogs() {
  for (const folder of ['.cache/test-logs', '.cache/test-data'])
    rmSync(at(folder), { recursive: true, force: true })
  rmSync(secretsFile, { force: true })
}

/**
 * Looks through the logs of the whole run for what the tests used in secret, and for whatever looks like a mobile or
 * an id number.
 * @returns how many lines and secrets were looked at, and where something was found, without showing it
 */
export const scanLogs = (files = logFiles(), secrets = readSecrets()) => scan(files, secrets, leakIn)

/** Looks through every row of the databases of the run in the same way; most of all the audit log. */
export const scanData = (files = dumps(), secrets = readSecrets()) => scan(files, secrets, leakInRow)

async function scan(files, secrets, look) {
  const sought = soughtFor(secrets)
  const found = []
  let lines = 0
  for (const file of files) {
    let number = 0
    for await (const line of createInterface({ input: createReadStream(file) })) {
      number++
      const kind = look(line, sought)
      if (kind) found.push(`${file}:${number} holds ${kind}`)
    }
    lines += number
  }
  return { files: files.length, lines, secrets: secrets.length, found }
}

/** What is looked for: every secret, and without the personal ones where those may be. */
export const soughtFor = (secrets) => ({
  all: new Secrets(secrets),
  impersonal: new Secrets(secrets.filter((secret) => !isPersonal(secret))),
})

export function leakIn(line, { all }) {
  if (all.areIn(line)) return 'a secret that a test used'
  if (/(?<![\w.-])1[3-9]\d{9}(?![\w.-])/.test(line)) return 'a mobile number'
  if (/(?<!\w)[1-9]\d{5}(?:19|20)\d{9}[\dXx](?!\w)/.test(line)) return 'an id number'
  if (/[?&](password|token)=(?!\[removed\])/i.test(line)) return 'a query with a password'
  return null
}

export function leakInRow(line, sought) {
  if (!personal.test(line)) return leakIn(line, sought)
  return sought.impersonal.areIn(line) ? 'a secret that a test used' : null
}

const isPersonal = (value) => /^1[3-9]\d{9}$|^\d{17}[\dXx]$/.test(value)

/** Values too short or common to look for (`admin`) are left out. */
function readSecrets() {
  if (!existsSync(secretsFile)) return []
  const lines = readFileSync(secretsFile, 'utf8').split('\n')
  return [...new Set(lines)].filter((line) => line.length >= 6)
}

const filesIn = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : [])
