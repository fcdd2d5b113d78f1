/**
 * Registers one made-up person at the demo, as a channel does: the tour of the README. KEY and SECRET are those of an enabled channel of the
 * full flow; AT is the address of the service. It prints the phone, to look the person up, and the service's answer.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { sign } from '../../apps/server/samples/sign.mjs'

const { KEY = '', SECRET = '', AT = 'http://localhost:8080' } = process.env
if (KEY === '' || SECRET === '')
  throw new Error('Name the key and the secret of a channel in KEY and SECRET.')

const digits = (count) => String(randomInt(10 ** count)).padStart(count, '0')
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const first = `44030519900307${digits(3)}`
const sum = weights.reduce((total, weight, index) => total + weight * Number(first[index]), 0)

const phone = `139${digits(8)}`
const body = JSON.stringify({
  phone,
  cityCode: '440305',
  name: '李想',
  idNumber: `${first}${'10X98765432'[sum % 11]}`,
  gender: Number(first[16]) % 2 === 1 ? 'male' : 'female',
  birthday: '1990-03-07',
  incomeBand: 'from5kTo10k',
  creditBand: 'from600To650',
  house: true,
  car: false,
  socialInsurance: true,
  housingFund: true,
  occupation: '工程师',
})
const request = {
  method: 'POST',
  target: '/open/user',
  timestamp: String(Math.floor(Date.now() / 1000)),
  nonce: randomUUID(),
  body,
}
const answer = await fetch(`${AT}${request.target}`, {
  method: request.method,
  body,
  headers: {
    'content-type': 'application/json',
    'x-channel': KEY,
    'x-timestamp': request.timestamp,
    'x-nonce': request.nonce,
    'x-signature': sign(SECRET, request),
  },
})
console.log(`Phone ${phone}: ${await answer.text()}`)
