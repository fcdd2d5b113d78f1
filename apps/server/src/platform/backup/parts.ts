import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
  type S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { StartRefusal } from '../base/refusal.ts'

/** Where an object is. */
export interface Place {
  Bucket: string
  Key: string
}

const mebibyte = 1024 * 1024

/** An upload has at most 10,000 parts. They grow, so that memory stays small and a terabyte fits. */
export const partSize = (number: number): number => 16 * mebibyte * 2 ** Math.floor((number - 1) / 2_000)

/** How long a part is tried before the upload fails, in milliseconds. */
const patienceMs = 10 * 60_000

export interface Upload {
  /** Sends a part, unless it is there already. */
  part(number: number, bytes: Buffer): Promise<void>
  complete(): Promise<void>
  abort(): Promise<void>
}

/** Begins an upload in parts, or goes on with the one that an interruption left. */
export async function openUpload(
  client: S3Client,
  place: Place,
  { resume, patience = patienceMs }: { resume: boolean; patience?: number },
): Promise<Upload> {
  const tries = <T>(run: () => Promise<T>) => again(run, patience)
  const left = resume ? await tries(() => unfinished(client, place)) : undefined
  const UploadId =
    left ?? (await tries(() => client.send(new CreateMultipartUploadCommand(place)))).UploadId ?? ''
  const there =
    left === undefined ? new Map<number, string>() : await tries(() => partsOf(client, place, left))
  // An interrupted upload may have parts of another backup; only these are put together.
  const sent: { PartNumber: number; ETag: string | undefined }[] = []
  const upload = { ...place, UploadId }
  return {
    async part(PartNumber, Body) {
      const md5 = `"${createHash('md5').update(Body).digest('hex')}"`
      const send = () => client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
      const ETag = there.get(PartNumber) === md5 ? md5 : (await tries(send)).ETag
      sent.push({ PartNumber, ETag })
    },
    async complete() {
      const done = { ...upload, MultipartUpload: { Parts: sent } }
      await tries(() => client.send(new CompleteMultipartUploadCommand(done)))
    },
    async abort() {
      await client.send(new AbortMultipartUploadCommand(upload))
    },
  }
}

/** The newest upload to this place that was neither completed nor aborted. */
async function unfinished(client: S3Client, { Bucket, Key }: Place): Promise<string | undefined> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }))
  return Uploads.filter((each) => each.Key === Key)
    .sort((a, b) => Number(a.Initiated) - Number(b.Initiated))
    .at(-1)?.UploadId
}

async function partsOf(client: S3Client, place: Place, UploadId: string): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (let PartNumberMarker: string | undefined; ; ) {
    const page = await client.send(new ListPartsCommand({ ...place, UploadId, PartNumberMarker }))
    for (const { PartNumber, ETag } of page.Parts ?? [])
      if (PartNumber !== undefined && ETag !== undefined) found.set(PartNumber, ETag)
    if (!page.IsTruncated) return found
    PartNumberMarker = page.NextPartNumberMarker
  }
}

/** Tries again while the fault is the network's or the other side's. */
export async function again<T>(run: () => Promise<T>, patience = patienceMs): Promise<T> {
  const until = performance.now() + patience
  for (let wait = 200; ; wait = Math.min(wait * 2, 15_000)) {
    try {
      return await run()
    } catch (error) {
      const status = (error as S3ServiceException).$metadata?.httpStatusCode ?? 500
      if ((status < 500 && status !== 429) || performance.now() + wait > until)
        throw new StartRefusal(`The bucket does not take or give the backup: ${(error as Error).name}.`)
      await sleep(wait)
    }
  }
}
