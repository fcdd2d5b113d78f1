import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Problem as FieldProblem } from '@kabao/contract'
import { codes } from '@kabao/contract'
import { type FileUse, type MediaType, maxPixels, ruleOf, typeNames } from '@kabao/contract/operations/file'
import { Problem } from '../base/problem.ts'
import { type IncomingFile, type ReadUpload, tooLarge } from '../http/upload.ts'
import { inspectWorkbook } from '../sheet/archive.ts'
import { SheetProblem } from '../sheet/sheet.ts'
import { ImageProblem, redraw } from './image.ts'
import { cleanName } from './name.ts'
import { sniff, whyNoTable } from './sniff.ts'

/** A checked file that may be stored; it is in the folder given to `receive`. */
export interface Received {
  key: string
  path: string
  name: string
  mediaType: MediaType
  size: number
  sha256: Buffer
  image: { width: number; height: number; thumbnail: { path: string; size: number; sha256: Buffer } } | null
}

/**
 * Reads and checks the files of an upload, then passes them to `keep`. After the first invalid file, the rest of the request is
 * still read to its end, so that the sender receives the response.
 * @param folder the temporary folder of the files; files left in it are deleted in any case
 * @throws Problem with the error of the first invalid file
 */
export async function receive<T>(
  readUpload: ReadUpload,
  use: FileUse,
  folder: string,
  keep: (files: Received[]) => Promise<T>,
): Promise<T> {
  const own = await mkdtemp(join(folder, 'upload-'))
  try {
    const files: Received[] = []
    let problem: Problem | null = null
    let at = 0
    for await (const incoming of readUpload(ruleOf(use))) {
      const field = `files.${at++}`
      if (problem) incoming.skip()
      else
        try {
          files.push(await examine(incoming, use, field, own))
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          problem = error
        }
    }
    if (problem) throw problem
    if (files.length === 0) throw refusal('files', 'required')
    return await keep(files)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

async function examine(
  incoming: IncomingFile,
  use: FileUse,
  field: string,
  folder: string,
): Promise<Received> {
  const { types, maxSide = 0, maxBytes } = ruleOf(use)
  const key = randomUUID()
  const path = join(folder, key)
  const { isCut, ...sent } = await incoming.save(path)
  if (isCut) throw tooLarge(maxBytes, field)
  if (sent.size === 0) throw refusal(field, 'fileEmpty')
  const mediaType = await sniff(path, incoming.name)
  if (types.includes(workbook)) await inspected(path, field, mediaType === workbook)
  if (!mediaType || !types.includes(mediaType)) {
    const why = types.includes(workbook) ? await whyNoTable(path, incoming.name) : null
    throw refusal(field, why?.problem ?? 'fileType', why?.values ?? { types: typeNames(use) })
  }
  const name = cleanName(incoming.name, mediaType)
  if (!mediaType.startsWith('image/')) return { key, path, name, mediaType, ...sent, image: null }

  const [drawn, thumbnail] = [`${path}.drawn`, `${path}.thumbnail`]
  const image = await redraw(path, drawn, thumbnail, mediaType, maxSide).catch((error: unknown) => {
    if (!(error instanceof ImageProblem)) throw error
    const megapixels = maxPixels / 1_000_000
    throw refusal(field, error.problem, { megapixels, pixels: megapixels * 100 })
  })
  return {
    key,
    path: drawn,
    name: cleanName(incoming.name, image.mediaType),
    mediaType: image.mediaType,
    ...(await measure(drawn)),
    image: {
      width: image.width,
      height: image.height,
      thumbnail: { path: thumbnail, ...(await measure(thumbnail)) },
    },
  }
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** @param isTaken whether workbooks of this type are accepted; of other workbooks, only macros are reported */
async function inspected(path: string, field: string, isTaken: boolean) {
  try {
    await inspectWorkbook(path)
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error
    if (isTaken || error.problem === 'fileMacro') throw refusal(field, error.problem, error.values)
  }
}

async function measure(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { size: (await stat(path)).size, sha256: hash.digest() }
}

const refusal = (field: string, problem: FieldProblem, values: Record<string, string | number> = {}) =>
  new Problem(codes.invalid, 'invalid', { fields: { [field]: problem }, values })
