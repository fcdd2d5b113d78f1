import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createVerify,
  generateKeyPairSync,
  privateDecrypt,
} from 'node:crypto'
import { type TemplateCipher, templateCiphers } from '@kabao/contract/partners/template'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt, ivLength } from './cipher.ts'
import { digest } from './digest.ts'
import { decode, encode } from './encode.ts'
import { TemplateFailure } from './failure.ts'
import { rsaDecrypt, rsaEncrypt, rsaSign } from './rsa.ts'

const none = Buffer.alloc(0)
const hex = (text: string) => Buffer.from(text, 'hex')
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(Buffer.from)
const anyBytes = fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each))

describe('digests', () => {
  test('SM3: the examples of GB/T 32905-2016', () => {
    expect(digest('sm3', 'abc', none).toString('hex')).toBe(
      '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0',
    )
    expect(digest('sm3', 'abcd'.repeat(16), none).toString('hex')).toBe(
      'debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732',
    )
  })

  test('MD5 and SHA-256: the examples of RFC 1321 and FIPS 180', () => {
    expect(digest('md5', 'abc', none).toString('hex')).toBe('900150983cd24fb0d6963f7d28e17f72')
    expect(digest('sha256', 'abc', none).toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })

  test('HMAC: the second examples of RFC 2104 and RFC 4231', () => {
    const text = 'what do ya want for nothing?'
    expect(digest('hmacMd5', text, Buffer.from('Jefe')).toString('hex')).toBe(
      '750c783e6ab0b503eaa86e310a5db738',
    )
    expect(digest('hmacSha256', text, Buffer.from('Jefe')).toString('hex')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  test('SM3 and its HMAC are those of OpenSSL, for any bytes and keys of any length', () => {
    fc.assert(
      fc.property(anyBytes, anyBytes, (input, key) => {
        expect(digest('sm3', input, none)).toEqual(createHash('sm3').update(input).digest())
        expect(digest('hmacSm3', input, key)).toEqual(createHmac('sm3', key).update(input).digest())
      }),
    )
  })
})

describe('ciphers', () => {
  const key = hex('0123456789abcdeffedcba9876543210')

  test('SM4: the example of GB/T 32907-2016, before its padding', () => {
    const sealed = encrypt('sm4Ecb', key, none, key)
    expect(sealed.subarray(0, 16).toString('hex')).toBe('681edf34d206965e86b3e94f536e4246')
    expect(decrypt('sm4Ecb', key, none, sealed)).toEqual(key)
  })

  test('AES: the examples of NIST SP 800-38A and of the GCM specification (test case 3)', () => {
    const nist = hex('2b7e151628aed2a6abf7158809cf4f3c')
    const block = hex('6bc1bee22e409f96e93d7e117393172a')
    const iv = hex('000102030405060708090a0b0c0d0e0f')
    expect(encrypt('aesEcb', nist, none, block).subarray(0, 16).toString('hex')).toBe(
      '3ad77bb40d7a3660a89ecaf32466ef97',
    )
    expect(encrypt('aesCbc', nist, iv, block).subarray(0, 16).toString('hex')).toBe(
      '7649abac8119b246cee98e9b12e9197d',
    )
    const sealed = encrypt(
      'aesGcm',
      hex('feffe9928665731c6d6a8f9467308308'),
      hex('cafebabefacedbaddecaf888'),
      hex(
        'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255',
      ),
    )
    expect(sealed.subarray(-16).toString('hex')).toBe('4d5c2af327cd64a62cf35abd2ba6fab4')
  })

  const openssl: Record<TemplateCipher, string> = {
    aesEcb: 'aes-128-ecb',
    aesCbc: 'aes-128-cbc',
    aesGcm: 'aes-128-gcm',
    sm4Ecb: 'sm4-ecb',
    sm4Cbc: 'sm4-cbc',
  }

  test.each(templateCiphers)('%s: OpenSSL opens what is sealed here, and the other way round', (cipher) => {
    fc.assert(
      fc.property(bytes(16), bytes(16), anyBytes, (aKey, longIv, plain) => {
        const iv = longIv.subarray(0, ivLength(cipher))
        const sealed = encrypt(cipher, aKey, iv, plain)
        expect(decrypt(cipher, aKey, iv, sealed)).toEqual(plain)
        if (cipher === 'aesGcm') return
        const usedIv = iv.length === 0 ? null : iv
        const opening = createDecipheriv(openssl[cipher], aKey, usedIv)
        expect(Buffer.concat([opening.update(sealed), opening.final()])).toEqual(plain)
        const sealing = createCipheriv(openssl[cipher], aKey, usedIv)
        expect(sealed).toEqual(Buffer.concat([sealing.update(plain), sealing.final()]))
      }),
    )
  })

  test('GCM refuses a changed byte, anywhere', () => {
    const sealed = encrypt('aesGcm', key, Buffer.alloc(12), Buffer.from('hello'))
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => decrypt('aesGcm', key, Buffer.alloc(12), changed)).toThrow(TemplateFailure)
    }
  })

  test.each<[TemplateCipher, number, number]>([
    ['aesEcb', 15, 0],
    ['aesCbc', 16, 12],
    ['aesGcm', 16, 16],
    ['sm4Ecb', 32, 0],
    ['sm4Cbc', 16, 0],
  ])('%s refuses a key of %i bytes with a vector of %i', (cipher, keyLength, vectorLength) => {
    const act = () => encrypt(cipher, Buffer.alloc(keyLength), Buffer.alloc(vectorLength), none)
    expect(act).toThrow(new TemplateFailure('encryption'))
  })

  test.each(['aesCbc', 'sm4Cbc'] as const)('%s: a wrong padding is refused', (cipher) => {
    const iv = Buffer.alloc(16)
    for (const padding of ['00', '11', '0102', `${'00'.repeat(15)}ff`]) {
      const block = Buffer.concat([Buffer.alloc(16 - padding.length / 2, 7), hex(padding)])
      const sealing = createCipheriv(openssl[cipher], key, iv).setAutoPadding(false)
      const sealed = Buffer.concat([sealing.update(block), sealing.final()])
      expect(() => decrypt(cipher, key, iv, sealed)).toThrow(new TemplateFailure('encryption'))
    }
  })

  test.each(templateCiphers)(
    '%s: rubbish is refused with a failure that has no text of the library',
    (cipher) => {
      const act = () => decrypt(cipher, key, Buffer.alloc(ivLength(cipher)), Buffer.from('rubbish'))
      expect(act).toThrow(new TemplateFailure('encryption'))
    },
  )
})

describe('RSA', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

  test.each(['oaepSha1', 'oaepSha256'] as const)('%s: the round trip', (padding) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (plain) => {
        const sealed = rsaEncrypt(publicKey, padding, plain)
        expect(rsaDecrypt(privateKey, padding, sealed)).toEqual(Buffer.from(plain))
      }),
      { numRuns: 10 },
    )
  })

  test('PKCS #1 v1.5: the padding of RFC 8017 is before the value', () => {
    const sealed = rsaEncrypt(publicKey, 'pkcs1', Buffer.from('hello'))
    const padded = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, sealed)
    expect(padded.subarray(0, 2).toString('hex')).toBe('0002')
    expect(padded.subarray(-6).toString('latin1')).toBe('\0hello')
  })

  test('a signature that OpenSSL verifies', () => {
    const signature = rsaSign(privateKey, '签名')
    expect(createVerify('sha256').update('签名').verify(publicKey, signature)).toBe(true)
    expect(createVerify('sha256').update('签名!').verify(publicKey, signature)).toBe(false)
  })

  test.each([
    ['rubbish', 'rubbish'],
    ['a private key, where a public one is needed', privateKey],
    [
      'a key that is not RSA',
      generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }),
    ],
  ])('%s is refused, and is not in the failure', (_, pem) => {
    const act = () => rsaEncrypt(String(pem), 'pkcs1', none)
    expect(act).toThrow(new TemplateFailure('encryption'))
  })
})

describe('encodings', () => {
  test('what is encoded is decoded again', () => {
    fc.assert(
      fc.property(anyBytes, (input) => {
        expect(decode(encode(input, 'base64'), 'base64')).toEqual(input)
        expect(decode(encode(input, 'hex'), 'hex')).toEqual(input)
        expect(decode(encode(input, 'HEX'), 'hex')).toEqual(input)
      }),
    )
  })

  test.each([
    ['xyz', 'hex'],
    ['abc', 'hex'],
    ['a b!', 'base64'],
    ['=a', 'base64'],
  ] as const)('%s is no %s', (text, encoding) => {
    expect(decode(text, encoding)).toBeNull()
  })
})
