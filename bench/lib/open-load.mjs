/* The load of the open API, a process of its own. It prints one JSON line at its end. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

const { url, keys, visitCalls, visitsEach, registrations, seconds, closed, cityCodes } = JSON.parse(
  process.argv[2],
)
const agent = new Agent({ keepAlive: true, maxSockets: closed ?? 512 })
const place = new URL(url)
const durations = { visit: [], user: [] }
const statuses = {}
const codes = {}
let visits = 0
let users = 0
let next = 0
const run = Date.now() % 100_000_000

function signed({ key, secret }, target, payload) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomBytes(18).toString('base64url')
  const hash = createHash('sha256').update(payload).digest('hex')
  const text = ['POST', target, '', timestamp, nonce, hash].join('\n')
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    'x-channel': key,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'idempotency-key': randomUUID(),
    'x-signature': `v1=${createHmac('sha256', secret).update(text).digest('hex')}`,
  }
}

/** @returns the code of the envelope */
function send(kind, target, body) {
  const payload = JSON.stringify(body)
  const headers = signed(keys[next++ % keys.length], target, payload)
  const began = performance.now()
  return new Promise((resolve) => {
    const sent = request(
      { host: place.hostname, port: place.port, path: target, method: 'POST', agent, headers },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        answer.on('end', () => {
          durations[kind].push(performance.now() - began)
          statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
          const { code } = JSON.parse(text)
          codes[code] = (codes[code] ?? 0) + 1
          resolve(code)
        })
      },
    )
    sent.on('error', (error) => {
      statuses[error.code] = (statuses[error.code] ?? 0) + 1
      resolve('')
    })
    sent.end(payload)
  })
}

/** Some people share an address. */
const addressOf = (nth) => `198.18.${Math.floor(nth / 200) % 250}.${1 + (nth % 200)}`

async function visit() {
  const now = Date.now()
  const visitorId = `v-${run}-${next}`
  const made = Array.from({ length: visitsEach }, (_, nth) => ({
    visitorId,
    page: `/card/${nth % 20}`,
    at: new Date(now - nth * 1_000).toISOString(),
    ip: addressOf(next),
    userAgent: `Mozilla/5.0 (bench ${nth % 5})`,
    cityCode: '440305',
  }))
  if ((await send('visit', '/open/visit', { visits: made })) === '0000') visits += visitsEach
}

/** A profile with nothing left out, with which a person goes on to the match. The digit at the end follows GB 11643-1999. */
function wholeProfile(nth) {
  const digits = `44030519900101${String(100 + (nth % 900))}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((all, weight, at) => all + weight * Number(digits[at]), 0)
  return {
    cityCode: cityCodes[nth % cityCodes.length],
    idNumber: `${digits}${'10X98765432'[sum % 11]}`,
    gender: Number(digits[16]) % 2 === 1 ? 'male' : 'female',
    incomeBand: 'from5kTo10k',
    creditBand: 'above700',
    house: true,
    car: false,
    socialInsurance: true,
    housingFund: true,
  }
}

/** Room for 100 numbers in a millisecond, so that the phones of two runs differ. */
let phone = (Date.now() % 10_000_000) * 100
async function register() {
  const number = `1${3 + (phone % 7)}${String(phone++ % 1_000_000_000).padStart(9, '0')}`
  const body = {
    phone: number,
    cityCode: '440305',
    name: '张三',
    visitorId: `v-${run}-${next}`,
    ip: addressOf(next),
    ...(cityCodes && wholeProfile(phone)),
  }
  if ((await send('user', '/open/user', body)) === '0000') users++
}

const started = performance.now()
const underWay = new Set()
const begin = (act) => {
  const one = act().finally(() => underWay.delete(one))
  underWay.add(one)
}
if (closed) {
  // As fast as it answers, in the same proportion, the kinds in turn.
  const end = started + seconds * 1000
  const total = visitCalls + registrations
  await Promise.all(
    Array.from({ length: closed }, async (_, client) => {
      for (let nth = client; performance.now() < end; nth++)
        await ((nth * visitCalls) % total < visitCalls ? visit() : register())
    }),
  )
} else {
  const rates = [
    [visit, visitCalls],
    [register, registrations],
  ]
  const sent = rates.map(() => 0)
  for (let past = 0; past < seconds * 1000; past = performance.now() - started) {
    rates.forEach(([act, rate], nth) => {
      for (; sent[nth] < (past / 1000) * rate; sent[nth]++) begin(act)
    })
    await new Promise((done) => setTimeout(done, 5))
  }
  await Promise.all(underWay)
}
const took = (performance.now() - started) / 1000
const quantiles = (values) => {
  const sorted = values.sort((a, b) => a - b)
  return [0.5, 0.95, 0.99].map(
    (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))],
  )
}
process.stdout.write(
  JSON.stringify({
    visits,
    users,
    took,
    statuses,
    codes,
    calls: durations.visit.length + durations.user.length,
    visitMs: quantiles(durations.visit),
    userMs: quantiles(durations.user),
  }),
)
process.exit(0)
