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
import { StartRefusal } from '../base/refusal.ts'
import type { Config } from '../config/config.ts'
import { StorageAway } from './failure.ts'
import type { Storage } from './storage.ts'

type Bucket = NonNullable<Config['files']['s3']>

/**
 * Stores bytes in a bucket of S3, or of a compatible service.
 * @param incoming a folder of this machine for files before they are sent there
 * @param silenceMs how long it may send nothing
 * @throws StartRefusal if the bucket cannot be used
 */
export async function s3Storage(
  options: Bucket,
  incoming: string,
  silenceMs = mostSilentMs,
): Promise<Storage> {
  const { bucket, prefix } = options
  const client = intakeClient(options, silenceMs)
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
        // The hash is signed too, so the other side refuses bytes that changed on the way.
        put.middlewareStack.add(
          (next) => (args) => {
            const { headers } = args.request as { headers: Record<string, string> }
            headers['x-amz-content-sha256'] = sha256.toString('hex')
            return next(args)
          },
          { step: 'build', name: 'contentHash' },
        )
        await client.send(put)
      }).catch(throwAway)
    },
    async open(key) {
      const { Body } = await client.send(new GetObjectCommand(at(key))).catch(throwAway)
      return Body as Readable
    },
    // One by one, because deleting many in one request needs a checksum that services support differently.
    async remove(keys) {
      for (const key of keys) await client.send(new DeleteObjectCommand(at(key))).catch(throwAway)
    },
  }
}

/** How long the service may send nothing while it has something to answer, in milliseconds. */
const mostSilentMs = 15_000

/** A client of the configured service, for any of its buckets. */
export const intakeClient = ({ endpoint, region, keys }: Bucket, silenceMs = mostSilentMs): S3Client =>
  new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: keys }),
    // Compatible services often do not know the newer checksums; the content's hash is signed below.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would write to the console; errors are thrown, and logged by our own logger.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // Not `requestTimeout`: that is about the whole of a request, and only logs a warning.
    requestHandler: { socketTimeout: silenceMs, connectionTimeout: 5_000 },
  })

/** A file that is not there is no fault of the storage. */
function throwAway(error: unknown): never {
  throw (error as S3ServiceException).$metadata?.httpStatusCode === 404 &&
    (error as Error).name === 'NoSuchKey'
    ? error
    : new StorageAway(error)
}

/** Retries twice if the fault is the other side's. The SDK also retries, but not where it would need the bytes again. */
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
