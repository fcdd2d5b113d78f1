import { createReadStream, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { at } from './paths.mjs'
import { Secrets } from './secrets.mjs'

/** The dumps of the test databases at their end. */
const dumps = () => filesIn(at('.cache/test-data'))
/**
 * The tables with unmasked personal data (decision 005), that of phones where people are divided (decision 125), and the settings, whose
 * contact text is public. In these tables only passwords, tokens and keys are searched.
 */
const personal =
  /^public\.(user|blacklist|import_row|feedback|push_record|push_attempt|match_run|admin|channel|org|plan|setting|salesman|lead|lead_follow_up|lead_merge|phone_owner) /
/** The logs of the tests' servers, including those of the journeys. */
const logFiles = () => filesIn(at('.cache/test-logs'))
/** Values of the tests that no log may contain: passwords, tokens, phones, id numbers; one per line. */
const secretsFile = at('.cache/test/secrets.txt')

/** Deletes the logs and secrets of the previous run. */
export function forgetLogs() {
  for (const folder of ['.cache/test-logs', '.cache/test-data'])
    rmSync(at(folder), { recursive: true, force: true })
  rmSync(secretsFile, { force: true })
}

/**
 * Searches the logs of the whole run for the secrets of the tests, and for any text that looks like a mobile or
 * an id number.
 * @returns the number of lines and secrets, and the places of findings without the values
 */
export const scanLogs = (files = logFiles(), secrets = readSecrets()) => scan(files, secrets, leakIn)

/** Searches every row of the run's databases in the same way, including the audit log. */
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

/** The secrets to search for: all of them, and those without the personal ones for tables that may contain these. */
export const soughtFor = (secrets) => ({
  all: new Secrets(secrets),
  impersonal: new Secrets(secrets.filter((secret) => !isPersonal(secret))),
})

/**
 * As long as an id number: the id of a row whose id begins with its time, the number of a refund made of one, a list of ids, and the
 * print of a guess, which is a hash.
 */
const longNumbers =
  /"(?:(?:\w+_)?id|refund_no)": "?\d{17,19}"?(?=[,}])|"\w+_ids": \[(?:"?\d{17,19}"?(?:, )?)+\]|"print": -?\d{17,19}(?=[,}])/g
/** The same of a fact of January 2020, where such ids begin: as long as a mobile number. */
const firstFact = /^public\.fact \{"id": \d{11},/

/** The provinces. The ids of this product have begun with 91 since 2026, which is none. Source: GB/T 2260. */
const provinces = /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])/

/** Whether 18 characters are an id number: a province, a day that exists, and the check digit. Source: GB 11643-1999. */
export function isIdNumber(text) {
  if (!provinces.test(text)) return false
  const [year, month, day] = [text.slice(6, 10), text.slice(10, 12), text.slice(12, 14)]
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return false
  const sum = [...text.slice(0, 17)].reduce(
    (all, digit, at) => all + Number(digit) * (2 ** (17 - at) % 11),
    0,
  )
  return '10X98765432'[sum % 11] === text[17].toUpperCase()
}

export function leakIn(line, { all }) {
  if (all.areIn(line)) return 'a secret that a test used'
  if (/(?<![\w.-])1[3-9]\d{9}(?![\w.-])/.test(line.replace(firstFact, ''))) return 'a mobile number'
  const numbers = line.replace(longNumbers, '').match(/(?<!\w)[1-9]\d{5}(?:19|20)\d{9}[\dXx](?!\w)/g) ?? []
  if (numbers.some(isIdNumber)) return 'an id number'
  if (/[?&](password|token)=(?!\[removed\])/i.test(line)) return 'a query with a password'
  return null
}

export function leakInRow(line, sought) {
  if (!personal.test(line)) return leakIn(line, sought)
  return sought.impersonal.areIn(line) ? 'a secret that a test used' : null
}

const isPersonal = (value) => /^1[3-9]\d{9}$|^\d{17}[\dXx]$/.test(value)

/** Leaves out values that are too short or common (`admin`). */
function readSecrets() {
  if (!existsSync(secretsFile)) return []
  const lines = readFileSync(secretsFile, 'utf8').split('\n')
  return [...new Set(lines)].filter((line) => line.length >= 6)
}

const filesIn = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : [])
