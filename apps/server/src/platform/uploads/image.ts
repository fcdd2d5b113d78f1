import { writeFile } from 'node:fs/promises'
import { type MediaType, maxPixels, thumbnailSide } from '@kabao/contract/operations/file'
import type { Sharp } from 'sharp'
import { isSystemError } from '../storage/failure.ts'
import { inTurn } from './turns.ts'

/** The result of processing an image. */
export interface Redrawn {
  mediaType: MediaType
  width: number
  height: number
}

/** The timeout for one image, in seconds. */
const patience = 20
/** How many images are processed at once; each may need 250 MB of memory. */
const turn = inTurn(2)

/**
 * Re-encodes an image and creates its thumbnail. Only the pixels are kept, upright and in sRGB; other content of the file (EXIF,
 * profiles, comments, bytes behind its end) is dropped, and of an animation only the first frame is kept.
 * @throws ImageProblem, or the system error if this machine could not write
 */
export const redraw = (from: string, to: string, thumbnail: string, type: MediaType, maxSide: number) =>
  turn(async (): Promise<Redrawn> => {
    const sharp = await load()
    try {
      const image = sharp(from, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
        .autoOrient()
        .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
        .toColorspace('srgb')
        .timeout({ seconds: patience })
      const { format, encode } = encodings[type] ?? encodings['image/png']
      const { data, info } = await encode(image).toBuffer({ resolveWithObject: true })
      const small = await sharp(data)
        .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .timeout({ seconds: patience })
        .toBuffer()
      // Not written by the decoder, whose error would not distinguish a full disk from a damaged image.
      await writeFile(to, data, { mode: 0o600 })
      await writeFile(thumbnail, small, { mode: 0o600 })
      return { mediaType: format, width: info.width, height: info.height }
    } catch (error) {
      if (isSystemError(error)) throw error
      const isTooLarge = /pixel limit/i.test(String((error as Error).message))
      throw new ImageProblem(isTooLarge ? 'imageTooLarge' : 'fileDamaged', { cause: error })
    }
  })

export class ImageProblem extends Error {
  override name = 'ImageProblem'
  readonly problem: 'imageTooLarge' | 'fileDamaged'

  constructor(problem: 'imageTooLarge' | 'fileDamaged', options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

interface Encoding {
  format: MediaType
  encode: (image: Sharp) => Sharp
}
const png: Encoding = { format: 'image/png', encode: (image) => image.png({ compressionLevel: 8 }) }
const encodings: Partial<Record<MediaType, Encoding>> & { 'image/png': Encoding } = {
  'image/png': png,
  'image/jpeg': { format: 'image/jpeg', encode: (image) => image.jpeg({ quality: 85 }) },
  'image/webp': { format: 'image/webp', encode: (image) => image.webp({ quality: 85 }) },
  'image/gif': png,
}

/**
 * Loaded with the first image and configured only once, because another image may be in progress. Only the four accepted formats
 * are ever decoded, whatever a file claims to be.
 */
const load = () => (loaded ??= loadOnce())
let loaded: ReturnType<typeof loadOnce> | undefined

async function loadOnce() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp', 'Nsgif'].flatMap((kind) => [
      `VipsForeignLoad${kind}File`,
      `VipsForeignLoad${kind}Buffer`,
    ]),
  })
  return sharp
}
