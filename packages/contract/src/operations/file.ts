import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { area, id } from '../kernel/kernel.ts'

const mebibyte = 1024 * 1024
const images = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
const sheets = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const

/** The media types that any use accepts, with their names for readers. */
export const mediaTypes = {
  'image/png': { name: 'PNG', extension: 'png' },
  'image/jpeg': { name: 'JPEG', extension: 'jpg' },
  'image/webp': { name: 'WebP', extension: 'webp' },
  'image/gif': { name: 'GIF', extension: 'gif' },
  'application/pdf': { name: 'PDF', extension: 'pdf' },
  'text/csv': { name: 'CSV', extension: 'csv' },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { name: 'XLSX', extension: 'xlsx' },
  'application/zip': { name: 'ZIP', extension: 'zip' },
} as const
export type MediaType = keyof typeof mediaTypes

/** A use of files: the maximum size, the types, who may upload, and who may see the file. */
interface Use {
  maxBytes: number
  /** In one request. */
  maxFiles: number
  types: readonly MediaType[]
  /** A larger image is scaled down to fit this square, in pixels. */
  maxSide?: number
  /** Every signed-in administrator, everyone who may import into some list, or the holders of one of these permission points. */
  upload: 'signedIn' | 'importer' | readonly string[]
  /**
   * What is required besides seeing the record that owns the file, in the same form; `uploader` is only the uploader. Who may see
   * the record is a rule of its area (`files` of its `apps/server/src/areas/x/index.ts`).
   */
  read: 'signedIn' | 'uploader' | readonly string[]
}

/** Every use of a file. A new use is one line here; the area decides which records own its files. */
export const fileUses = {
  avatar: {
    maxBytes: 5 * mebibyte,
    maxFiles: 1,
    types: images,
    maxSide: 512,
    upload: 'signedIn',
    read: 'signedIn',
  },
  feedback: {
    maxBytes: 10 * mebibyte,
    maxFiles: 9,
    types: images,
    maxSide: 2560,
    upload: ['feedback:reply'],
    read: ['feedback:page'],
  },
  voucher: {
    maxBytes: 10 * mebibyte,
    maxFiles: 5,
    types: [...images, 'application/pdf'],
    maxSide: 2560,
    upload: ['recharge:create'],
    read: ['recharge:page'],
  },
  resolutionVoucher: {
    maxBytes: 10 * mebibyte,
    maxFiles: 1,
    types: [...images, 'application/pdf'],
    maxSide: 2560,
    upload: ['resolution:create'],
    read: ['resolution:page'],
  },
  settlementVoucher: {
    maxBytes: 10 * mebibyte,
    maxFiles: 1,
    types: [...images, 'application/pdf'],
    maxSide: 2560,
    upload: ['settlement:pay'],
    read: ['settlement:page'],
  },
  followUp: {
    maxBytes: 10 * mebibyte,
    maxFiles: 9,
    types: images,
    maxSide: 2560,
    upload: ['lead:followUp'],
    read: ['lead:page'],
  },
  logo: {
    maxBytes: 5 * mebibyte,
    maxFiles: 1,
    types: images,
    maxSide: 1024,
    upload: ['org:create', 'org:update', 'orgUv:create', 'orgUv:update'],
    read: ['org:page', 'orgUv:page'],
  },
  cover: {
    maxBytes: 10 * mebibyte,
    maxFiles: 1,
    types: images,
    maxSide: 2560,
    upload: ['product:create', 'product:update', 'productUv:create', 'productUv:update'],
    read: ['product:page', 'productUv:page'],
  },
  import: {
    maxBytes: 50 * mebibyte,
    maxFiles: 1,
    types: sheets,
    upload: 'importer',
    read: 'uploader',
  },
  reconcile: {
    maxBytes: 50 * mebibyte,
    maxFiles: 1,
    types: [...sheets, 'application/zip'],
    upload: ['reconcile:run'],
    read: 'uploader',
  },
} as const satisfies Record<string, Use>

export type FileUse = keyof typeof fileUses
/** The limits that every use has. */
export const ruleOf = (use: FileUse): Use => fileUses[use]

/** The maximum size of a use's file, as shown to a reader: `5 MB`. */
export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / mebibyte)} MB`

/** The accepted types of a use, as shown to a reader: `PNG / JPEG`. */
export const typeNames = (use: FileUse): string =>
  ruleOf(use)
    .types.map((type) => mediaTypes[type].name)
    .join(' / ')

/** The most pixels an image may have before it is scaled down, because a few kilobytes can decompress to gigabytes. */
export const maxPixels = 40_000_000
/** The longest side of a thumbnail, in pixels. */
export const thumbnailSide = 256

const use = z.enum(Object.keys(fileUses) as [FileUse, ...FileUse[]], 'choice')

/** A stored file, as its uploader and its owner see it. */
const row = z.object({
  id,
  name: z.string(),
  /** Detected from the content; the type that the sender named is ignored. */
  mediaType: z.string(),
  size: z.int(),
  /** In pixels; null if it is not an image. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
row.register(z.globalRegistry, { id: 'File' })

/** Placeholder for the content of a file, which no schema describes. */
const content = z.unknown()

export const file = area('file', {
  /** All of them are stored or none; errors are given at `files.0`, `files.1`, … */
  upload: {
    method: 'POST',
    path: '/common/upload',
    kind: 'write',
    affects: [],
    access: 'signedIn',
    byPerson: false,
    upload: true,
    summary: ['上传文件', 'Upload files'],
    query: z.strictObject({ use }),
    answer: z.array(row),
  },
  get: {
    method: 'GET',
    path: '/file/{id}',
    kind: 'read',
    access: 'signedIn',
    byPerson: false,
    owned: true,
    download: true,
    mediaTypes: Object.keys(mediaTypes),
    summary: ['查看文件', 'View a file'],
    answer: content,
  },
  thumbnail: {
    method: 'GET',
    path: '/file/{id}/thumbnail',
    kind: 'read',
    access: 'signedIn',
    byPerson: false,
    owned: true,
    download: true,
    mediaTypes: ['image/webp'],
    summary: ['查看缩略图', 'View a thumbnail'],
    answer: content,
  },
  /** A ticket opens one file once, within a minute, so that the browser can save it without the session token. */
  ticket: {
    method: 'POST',
    path: '/file/{id}/ticket',
    kind: 'write',
    affects: [],
    access: 'signedIn',
    byPerson: false,
    owned: true,
    audited: false,
    summary: ['获取下载凭证', 'Get a ticket to download a file'],
    answer: z.object({ ticket: z.string() }),
  },
  download: {
    method: 'GET',
    path: '/common/download',
    kind: 'write',
    access: 'anyone',
    download: true,
    mediaTypes: Object.keys(mediaTypes),
    summary: ['用下载凭证下载文件', 'Download a file by ticket'],
    // A used ticket, or one whose owner may no longer see the file.
    refuses: [codes.forbidden, codes.notFound],
    query: z.strictObject({
      ticket: z
        .string('required')
        .max(43, 'type')
        .regex(/^[\w-]{43}$/, 'type'),
    }),
    answer: content,
  },
})

export type FileRow = z.output<typeof row>
