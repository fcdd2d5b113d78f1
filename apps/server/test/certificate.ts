import { generateKeyPairSync, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/**
 * A self-signed certificate for a test's TLS server or payment provider, generated each time so that no key is stored.
 * @param rsa with an RSA key of 2048 bits
 */
export function certificateFor(
  names: string[],
  {
    from = new Date(Date.now() - 3_600_000),
    until = new Date(Date.now() + 3_600_000),
    rsa = false,
    serial = 1,
  } = {},
): { key: string; cert: string } {
  const { privateKey, publicKey } = rsa
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(names[0] ?? '')))))
  const alternatives = names.map((one) =>
    isIPv4(one) ? der(0x87, Buffer.from(one.split('.').map(Number))) : der(0x82, Buffer.from(one)),
  )
  const signatureKind = rsa
    ? sequence(objectId('2a864886f70d01010b'), der(0x05))
    : sequence(objectId('2a8648ce3d040302'))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([serial])),
    signatureKind,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(objectId('551d11'), der(0x04, sequence(...alternatives))))),
  )
  const signature = sign('sha256', content, privateKey)
  const whole = sequence(content, signatureKind, der(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  }
}

/** One element of DER: its tag, its length, its content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
