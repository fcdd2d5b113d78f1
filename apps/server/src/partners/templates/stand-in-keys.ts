import { generateKeyPairSync } from 'node:crypto'

let made: { publicKey: string; privateKey: string } | undefined

/** An RSA key pair that stands in for real keys in previews; made once, and only in memory. Short, because it protects nothing. */
export const standInKeys = () => {
  made ??= generateKeyPairSync('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return made
}
