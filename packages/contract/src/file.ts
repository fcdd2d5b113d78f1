import * as z from 'zod'
import { codes } from './envelope.ts'
import { area, id } from './kernel.ts'

const mebibyte = 1024 * 1024
const images = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
const sheets = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const

/** The media types that any use takes, with what a reader calls them. */
export const mediaTypes = {
  'image/png': { name: 'PNG', extension: 'png' },
  'image/jpeg': { name: 'JPEG', extension: 'jpg' },
  'image/webp': { name: 'WebP', extension: 'webp' },
  'image/gif': { name: 'GIF', extension: 'gif' },
  'application/pdf': { name: 'PDF', extension: 'pdf' },
  'text/csv': { name: 'CSV', extension: 'csv' },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { name: 'XLSX', extension: 'xlsx' },
} as const
export type MediaType = keyof typeof mediaTypes

/** What a file is for: how large and of what it may be, who may send one, and who sees it. */
interface Use {
  maxBytes: number
  /** In one call. */
  maxFiles: number
  types: readonly MediaType[]
  /** An image is made no larger than this square, in pixels. */
  maxSide?: number
  /** Anyone who signed in, who may import into some list, or who holds one of these permission points. */
  upload: 'signedIn' | 'importer' | readonly string[]
  /**
   * What is asked for besides seeing the record that the file belongs to, said in the same way; `uploader` is only who sent it.
   * The record's own visibility is a rule of its area (`files` of its `apps/server/src/areas/x/index.ts`).
   */
  read: 'signedIn' | 'uploader' | readonly string[]
}

/** Every use of a file. A new one is a line here; what claims its files is its area's business. */
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
    upload: ['recharge:create', 'recharge:update'],
    read: ['recharge:page'],
  },
  logo: {
    maxBytes: 5 * mebibyte,
    maxFiles: 1,
    types: images,
    maxSide: 1024,
    upload: ['org:create', 'org:update'],
    read: ['org:page'],
  },
  cover: {
    maxBytes: 10 * mebibyte,
    maxFiles: 1,
    types: images,
    maxSide: 2560,
    upload: ['product:create', 'product:update'],
    read: ['product:page'],
  },
  import: {
    maxBytes: 50 * mebibyte,
    maxFiles: 1,
    types: sheets,
    upload: 'importer',
    read: 'uploader',
  },
} as const satisfies Record<string, Use>

export type FileUse = keyof typeof fileUses
/** What a use asks of its files, whichever it is. */
export const ruleOf = (use: FileUse): Use => fileUses[use]

/** How large a file of a use may be, as a reader is told: `5 MB`. */
export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / mebibyte)} MB`

/** What a use takes, as a reader is told: `PNG / JPEG`. */
export const typeNames = (use: FileUse): string =>
  ruleOf(use)
    .types.map((type) => mediaTypes[type].name)
    .join(' / ')

/** The most pixels an image may have before it is made smaller: a few kilobytes can unfold to gigabytes. */
export const maxPixels = 40_000_000
/** The longest side of a thumbnail, in pixels. */
export const thumbnailSide = 256

const use = z.enum(Object.keys(fileUses) as [FileUse, ...FileUse[]], 'choice')

/** A stored file, as its uploader and its owner see it. */
const row = z.object({
  id,
  name: z.string(),
  /** Found in the content; what the sender called it is not believed. */
  mediaType: z.string(),
  size: z.int(),
  /** In pixels; null for what is no image. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
row.register(z.globalRegistry, { id: 'File' })

/** Stands for the content of a file, which no schema describes. */
const content = z.unknown()

export const file = area('file', {
  /** All of them are stored or none; what is wrong is said at `files.0`, `files.1`, … */
  upload: {
    method: 'POST',
    path: '/common/upload',
    kind: 'write',
    affects: [],
    access: 'signedIn',
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
    owned: true,
    download: true,
    mediaTypes: Object.keys(mediaTypes),
    summary: ['查看文件', 'The content of a file'],
    answer: content,
  },
  thumbnail: {
    method: 'GET',
    path: '/file/{id}/thumbnail',
    kind: 'read',
    access: 'signedIn',
    owned: true,
    download: true,
    mediaTypes: ['image/webp'],
    summary: ['查看缩略图', 'A small picture of an image'],
    answer: content,
  },
  /** A ticket opens one file once, within a minute: the browser saves it by itself, without the token. */
  ticket: {
    method: 'POST',
    path: '/file/{id}/ticket',
    kind: 'write',
    affects: [],
    access: 'signedIn',
    owned: true,
    audited: false,
    summary: ['获取下载凭证', 'A ticket to download a file'],
    answer: z.object({ ticket: z.string() }),
  },
  download: {
    method: 'GET',
    path: '/common/download',
    kind: 'write',
    access: 'anyone',
    download: true,
    mediaTypes: Object.keys(mediaTypes),
    summary: ['凭证下载', 'Download by ticket'],
    // A ticket that is used up, or whose owner may no longer see the file.
    refuses: [codes.forbidden, codes.notFound],
    query: z.strictObject({
      ticket: z
        .string('required')
        .max(43, 'id')
        .regex(/^[\w-]{43}$/, 'id'),
    }),
    answer: content,
  },
})

export type FileRow = z.output<typeof row>
