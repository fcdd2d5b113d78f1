import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3 } from '../../../test/s3-server.ts'
import { diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

let folder: string
let s3: Awaited<ReturnType<typeof startS3>>
const storages: Record<string, Storage> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabao-storage-'))
  s3 = await startS3()
  storages.disk = await diskStorage(join(folder, 'disk'))
  storages.s3 = await s3Storage(s3.options, storages.disk.incoming)
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

async function arrived(content: Buffer) {
  const path = join(storages.disk?.incoming ?? '', randomUUID())
  await writeFile(path, content)
  const sha256 = createHash('sha256').update(content).digest()
  return { path, about: { size: content.length, sha256, mediaType: 'image/png' } }
}
const read = async (storage: Storage, key: string) => buffer(await storage.open(key))

describe.each(['disk', 's3'])('%s', (name) => {
  const storage = () => storages[name] as Storage

  test('stored bytes are read back unchanged, and are gone after removal', async () => {
    const content = randomBytes(3_000_000)
    const { path, about } = await arrived(content)
    const [key, other] = [randomUUID(), `${randomUUID()}-thumbnail`]
    await storage().put(key, path, about)
    const small = await arrived(Buffer.from('small'))
    await storage().put(other, small.path, small.about)
    expect((await read(storage(), key)).equals(content)).toBe(true)
    await storage().remove([key])
    await expect(storage().open(key)).rejects.toThrow()
    expect((await read(storage(), other)).toString()).toBe('small')
    await storage().remove([key, other, randomUUID()])
    await expect(storage().open(other)).rejects.toThrow()
  })

  test('twenty concurrent files are all stored', async () => {
    const contents = Array.from({ length: 20 }, () => randomBytes(100_000))
    const put = await Promise.all(
      contents.map(async (content) => {
        const { path, about } = await arrived(content)
        const key = randomUUID()
        await storage().put(key, path, about)
        return key
      }),
    )
    const found = await Promise.all(put.map((key) => read(storage(), key)))
    expect(found.every((content, index) => content.equals(contents[index] as Buffer))).toBe(true)
  })
})

test('a key never points outside the folder', async () => {
  await expect(storages.disk?.open('../../../../etc/passwd')).rejects.toThrow('Not a key')
  await expect(storages.disk?.remove(['..'])).rejects.toThrow('Not a key')
})

describe('a bucket', () => {
  test('is checked at the start, and an error is reported in one sentence', async () => {
    const open = (change: object) => s3Storage({ ...s3.options, ...change }, folder)
    await expect(open({ bucket: 'other' })).rejects.toThrow(
      'The bucket S3_BUCKET cannot be used: there is none of that name.',
    )
    const wrong = { keys: { ...s3.options.keys, secretAccessKey: 'wrong' } }
    await expect(open(wrong)).rejects.toThrow('it refuses this key.')
    await expect(open({ endpoint: 'http://127.0.0.1:1' })).rejects.toThrow('ECONNREFUSED')
    expect(s3.refused).toContain('SignatureDoesNotMatch')
  })

  test('holds every file under its prefix, with its media type', async () => {
    const { path, about } = await arrived(Buffer.from('content'))
    const key = randomUUID()
    await storages.s3?.put(key, path, about)
    expect(s3.objects.get(`kabao/${key}`)).toMatchObject({ type: 'image/png' })
  })

  test('refuses bytes whose hash was not signed', async () => {
    const { path, about } = await arrived(Buffer.from('content'))
    const other = createHash('sha256').update('other').digest()
    await expect(storages.s3?.put(randomUUID(), path, { ...about, sha256: other })).rejects.toThrow()
    expect(s3.refused.at(-1)).toBe('XAmzContentSHA256Mismatch')
  })

  test('that is down for a moment is retried', async () => {
    const { path, about } = await arrived(Buffer.from('content'))
    const key = randomUUID()
    s3.goDown(true)
    setTimeout(() => s3.goDown(false), 60)
    await storages.s3?.put(key, path, about)
    expect((await read(storages.s3 as Storage, key)).toString()).toBe('content')
  })
})
