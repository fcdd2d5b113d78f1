import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Config } from '../config.ts'
import { StartRefusal } from '../refusal.ts'
import type { Storage } from './storage.ts'

type Bucket = NonNullable<Config['files']['s3']>

/**
 * Bytes in a bucket of S3, or of what speaks like it.
 * @param incoming a folder of this machine for what is on its way there
 * @throws StartRefusal where the bucket cannot be used
 */
export async function s3Storage(options: Bucket, incoming: string): Promise<Storage> {
  const { bucket, prefix, endpoint, region, keys } = options
  const client = new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: keys }),
    // What is not Amazon's own often knows nothing of the newer checksums; the content is signed below.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would write to the console; what fails is thrown, and told in our own log.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { requestTimeout: 60_000, connectionTimeout: 5_000 },
  })
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  await client.send(new HeadBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    throw new StartRefusal(`The bucket S3_BUCKET cannot be used: ${reasonOf(error)}`)
  })

  return {
    incoming,
    async put(key, path, { size, sha256, mediaType }) {
      await again(async () => {
        const put = new PutObjectCommand({
          ...at(key),
          Body: createReadStream(path),
          ContentLength: size,
          ContentType: mediaType,
        })
        // The hash is part of what is signed, so the other side refuses bytes that changed on the way.
        put.middlewareStack.add(
          (next) => (args) => {
            const { headers } = args.request as { headers: Record<string, string> }
            headers['x-amz-content-sha256'] = sha256.toString('hex')
            return next(args)
          },
          { step: 'build', name: 'contentHash' },
        )
        await client.send(put)
      })
    },
    async open(key) {
      const { Body } = await client.send(new GetObjectCommand(at(key)))
      return Body as Readable
    },
    // One by one: removing many in one call needs a checksum on which the others do not agree.
    async remove(keys) {
      for (const key of keys) await client.send(new DeleteObjectCommand(at(key)))
    },
  }
}

/** Tries once more where the other side was at fault; the SDK does so too, but not where it would need the bytes again. */
async function again(run: () => Promise<void>, left = 2): Promise<void> {
  try {
    await run()
  } catch (error) {
    const status = (error as S3ServiceException).$metadata?.httpStatusCode ?? 500
    if (left === 0 || status < 500) throw error
    await sleep(300)
    await again(run, left - 1)
  }
}

function reasonOf(error: unknown): string {
  const { $metadata, name, code } = error as S3ServiceException & { code?: string }
  switch ($metadata?.httpStatusCode) {
    case 403:
      return 'it refuses this key.'
    case 404:
      return 'there is none of that name.'
    default:
      return `${code ?? name}.`
  }
}
