import { open } from 'node:fs/promises'
import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { StartRefusal } from '../base/refusal.ts'
import { again, openUpload, type Place, partSize } from './parts.ts'
import type { Sink } from './sink.ts'

/** Bytes of one request when a backup is read. */
const readSize = 16 * 1024 * 1024

/** `s3://bucket/some/key`; null if the text is the path of a file. @throws StartRefusal if it is half of one */
export function placeOf(text: string): Place | null {
  if (!text.startsWith('s3://')) return null
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+[^/])$/.exec(text) ?? []
  if (!bucket || !key) throw new StartRefusal('A place in a bucket is written like s3://bucket/folder/name.')
  return { Bucket: bucket, Key: key }
}

/** An object that appears when it is whole. */
export async function bucketSink(client: S3Client, place: Place, patience?: number): Promise<Sink> {
  if (await isThere(client, place))
    throw new StartRefusal(`${place.Key} is there already; name a new object.`)
  const upload = await openUpload(client, place, {
    resume: false,
    ...(patience !== undefined && { patience }),
  })
  let waiting: Buffer[] = []
  let size = 0
  let number = 1
  const send = async (length: number) => {
    const all = Buffer.concat(waiting)
    await upload.part(number++, all.subarray(0, length))
    waiting = [all.subarray(length)]
    size = all.length - length
  }
  return {
    async write(bytes) {
      waiting.push(bytes)
      size += bytes.length
      while (size >= partSize(number)) await send(partSize(number))
    },
    async finish() {
      if (size > 0) await send(size)
      await upload.complete()
    },
    abandon: () => upload.abort(),
  }
}

/**
 * Sends a whole backup from a file. After an interruption, even a killed process, it goes on with the parts that are missing.
 * @param patience how long a part is tried, in milliseconds
 */
export async function sendFile(
  client: S3Client,
  place: Place,
  { path, onSent, patience }: { path: string; onSent?: (size: number) => void; patience?: number },
): Promise<number> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new StartRefusal(`${path} cannot be read: ${error.code}.`)
  })
  try {
    const { size } = await handle.stat()
    const upload = await openUpload(client, place, {
      resume: true,
      ...(patience !== undefined && { patience }),
    })
    let at = 0
    for (let number = 1; at < size; number++) {
      const bytes = Buffer.alloc(Math.min(partSize(number), size - at))
      let filled = 0
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, at + filled)
        if (bytesRead === 0) throw new StartRefusal(`${path} became shorter while it was sent.`)
        filled += bytesRead
      }
      await upload.part(number, bytes)
      at += bytes.length
      onSent?.(at)
    }
    await upload.complete()
    return size
  } finally {
    await handle.close()
  }
}

/** The bytes of an object, in requests of their own, so that one that breaks is made again. */
export async function* readObject(client: S3Client, place: Place): AsyncGenerator<Buffer> {
  const { ContentLength: size = 0, ETag } = await again(() => client.send(new HeadObjectCommand(place)))
  for (let at = 0; at < size; at += readSize) {
    const Range = `bytes=${at}-${Math.min(at + readSize, size) - 1}`
    yield await again(async () => {
      const { Body } = await client.send(new GetObjectCommand({ ...place, Range, IfMatch: ETag }))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    })
  }
}

const isThere = (client: S3Client, place: Place) =>
  client.send(new HeadObjectCommand(place)).then(
    () => true,
    () => false,
  )
