import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { FileUse } from '@kabao/contract/operations/file'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { type Part, picture, upload as send } from '#test/upload'

const app = startApp()

type Requester = Awaited<ReturnType<typeof app.as>>
const upload = (request: Requester | null, use: string, parts: Part[], language?: string) =>
  send(app.app, request?.token ?? null, use, parts, language)

const fetchFile = (request: Requester, path: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url: `/api${path}`, headers: { token: request.token, ...headers } })

const storedFiles = async () =>
  (await readdir(join(app.filesFolder, 'stored'), { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  )
const incoming = () => readdir(join(app.filesFolder, 'incoming'))

test('a photo is stored upright, smaller and without its metadata: place, camera, bytes behind its end', async () => {
  const request = await app.as()
  const photo = await picture(1600, 800)
    .withExif({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '31/1 13/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const polyglot = Buffer.concat([photo, Buffer.from('PK\u0003\u0004<script>alert(1)</script>')])
  expect(polyglot.includes('Secret Camera')).toBe(true)
  const { code, data } = await upload(request, 'avatar', [{ name: '我的 照片.jpeg', content: polyglot }])
  expect(code).toBe('0000')
  expect(data).toMatchObject([
    { name: '我的 照片.jpg', mediaType: 'image/jpeg', width: 256, height: 512, size: expect.any(Number) },
  ])

  const got = await fetchFile(request, `/file/${data[0].id}`)
  expect(got.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(data[0].size),
    'content-disposition': `inline; filename="__ __.jpg"; filename*=UTF-8''%E6%88%91%E7%9A%84%20%E7%85%A7%E7%89%87.jpg`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'cross-origin-resource-policy': 'same-origin',
  })
  const meta = await sharp(got.rawPayload).metadata()
  expect(meta).toMatchObject({ width: 256, height: 512, format: 'jpeg' })
  expect([meta.exif, meta.icc, meta.orientation]).toEqual([undefined, undefined, undefined])
  for (const hidden of ['Secret Camera', 'PK\u0003\u0004', 'script'])
    expect(got.rawPayload.includes(hidden)).toBe(false)

  const small = await fetchFile(request, `/file/${data[0].id}/thumbnail`)
  expect(small.headers['content-type']).toBe('image/webp')
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 128, height: 256, format: 'webp' })
  expect((await small.rawPayload).length).toBeLessThan(got.rawPayload.length)
})

test.each([
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/png'],
] as const)(
  'a %s is accepted under any name, and of an animation the first frame is kept',
  async (format, type) => {
    const request = await app.as()
    const frame = await picture(40, 30).raw().toBuffer()
    const moving = sharp(Buffer.concat([frame, frame]), {
      raw: { width: 40, height: 60, channels: 3, pageHeight: 30 },
    })
    const content = await (format === 'gif' ? moving : picture(40, 30)).toFormat(format).toBuffer()
    const { data } = await upload(request, 'avatar', [
      { name: '../../etc/x.exe', content, type: 'text/html' },
    ])
    const extension = type.slice('image/'.length)
    expect(data).toMatchObject([{ name: `x.${extension}`, mediaType: type, width: 40, height: 30 }])
    const got = await fetchFile(request, `/file/${data[0].id}`)
    expect(got.headers['content-type']).toBe(type)
    expect((await sharp(got.rawPayload, { animated: true }).metadata()).pages ?? 1).toBe(1)
  },
)

/** A PNG of `side` × `side` black pixels in a few kilobytes. */
function bomb(side: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length, 0)
    body.copy(framed, 4)
    framed.writeUInt32BE(crc32(body), body.length + 4)
    return framed
  }
  const pixels = deflateSync(Buffer.alloc(side * (1 + side / 8)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const zip = Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), Buffer.alloc(60)])
const elf = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(200)])
/** A PDF to those who read from its beginning, an archive to those who read from its end. */
const pdfAndZip = Buffer.concat([
  Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  Buffer.from([0x50, 0x4b, 0x05, 0x06]),
  Buffer.alloc(18),
])
const noVoucher = [
  '只支持 PNG / JPEG / WebP / GIF / PDF 文件',
  'Only PNG / JPEG / WebP / GIF / PDF files are supported',
]
const noImage = ['只支持 PNG / JPEG / WebP / GIF 文件', 'Only PNG / JPEG / WebP / GIF files are supported']
const noSheet = ['只支持 CSV / XLSX 文件', 'Only CSV / XLSX files are supported']
const damaged = ['文件已损坏，无法读取', 'The file is damaged and can’t be read']

const refused: [string, FileUse, string, () => Buffer | string | Promise<Buffer | string>, string[]][] = [
  ['an empty file', 'avatar', 'a.png', () => '', ['文件是空的', 'The file is empty']],
  ['an archive named as an image', 'avatar', 'a.png', () => zip, noImage],
  ['a program named as an image', 'avatar', 'a.jpg', () => elf, noImage],
  ['a program named as a list', 'import', 'a.csv', () => elf, noSheet],
  ['a picture that is a script', 'avatar', 'a.svg', () => svg, noImage],
  ['a script named as an image', 'avatar', 'a.png', () => `<?xml version="1.0"?>${svg}`, noImage],
  ['a page named as an image', 'avatar', 'a.gif', () => '<html><script>alert(1)</script></html>', noImage],
  ['an image named as a list', 'import', 'a.csv', () => picture().png().toBuffer(), noSheet],
  ['a document that is an archive too', 'voucher', 'a.pdf', () => pdfAndZip, noVoucher],
  ['text of no known kind', 'import', 'a.html', () => '<html></html>', noSheet],
  [
    'half a photo',
    'avatar',
    'a.jpg',
    async () => (await picture().jpeg().toBuffer()).subarray(0, 1500),
    damaged,
  ],
  [
    'a script that begins like an image',
    'avatar',
    'a.gif',
    () => 'GIF89a/*<script>alert(1)</script>*/',
    damaged,
  ],
  [
    'more than the use allows',
    'avatar',
    'a.png',
    () => Buffer.alloc(5 * 1024 * 1024 + 1, 1),
    ['文件不能超过 5 MB', 'The file can’t be larger than 5 MB'],
  ],
  [
    'an image that decompresses to a gigabyte',
    'avatar',
    'a.png',
    () => bomb(16_000),
    ['图片不能超过 4000 万像素', 'An image can have at most 40 megapixels'],
  ],
]

test.each(refused)(
  '%s is refused at its field, in both languages, and nothing is stored',
  async (_what, use, name, make, [zh, en]) => {
    const request = await app.as('blacklist:import', 'recharge:create')
    const content = await make()
    const before = (await storedFiles()).length
    expect(await upload(request, use, [{ name, content, type: 'image/png' }])).toMatchObject({
      code: '4000',
      status: 'fail',
      data: { fields: { 'files.0': zh } },
    })
    expect((await upload(request, use, [{ name, content }], 'en-US')).data.fields).toEqual({ 'files.0': en })
    expect([(await storedFiles()).length, await incoming()]).toEqual([before, []])
    expect(
      (await app.pool.query('select 1 from file where created_by = $1', [request.adminId])).rows,
    ).toEqual([])
  },
)

test('of several files all or none are stored, and the invalid one is named', async () => {
  const request = await app.as('feedback:reply')
  const good = { name: 'good.png', content: await picture(20, 20).png().toBuffer() }
  const mixed = await upload(request, 'feedback', [good, { name: 'bad.png', content: zip }, good])
  expect(mixed.data.fields).toEqual({ 'files.1': noImage[0] })
  const { data } = await upload(request, 'feedback', [good, { ...good, name: 'other.png' }])
  expect(data).toMatchObject([{ name: 'good.png' }, { name: 'other.png' }])
  const many = await upload(request, 'feedback', Array(10).fill(good))
  expect(many.data.fields).toEqual({ files: '一次最多上传 9 个文件' })
  const owned = await app.pool.query('select 1 from file where created_by = $1', [request.adminId])
  expect(owned.rows).toHaveLength(2)
})

test('a form without files, no form, a broken form and an unknown use are refused with a reason', async () => {
  const request = await app.as()
  expect((await upload(request, 'avatar', [])).data.fields).toEqual({ files: '请填写此项' })
  expect((await upload(request, 'nothing', [])).data.fields).toEqual({ use: '请从选项中选择' })
  expect((await request('POST', '/common/upload?use=avatar', {})).body.data.fields).toEqual({
    files: '请填写此项',
  })
  const broken = async (payload: string, type = 'multipart/form-data; boundary=x') =>
    (
      await app.app.inject({
        method: 'POST',
        url: '/api/common/upload?use=avatar',
        headers: { token: request.token, 'content-type': type },
        payload,
      })
    ).json()
  const head = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\nabc'
  for (const each of [head, '--y\r\n\r\n', 'nonsense', ''])
    expect(await broken(each)).toMatchObject({ code: '4000', desc: expect.any(String) })
  expect(await broken('', 'multipart/form-data')).toMatchObject({ code: '4000' })
  expect(await incoming()).toEqual([])
})

test('a caller who may not send files of a use is refused before the body is read', async () => {
  const photo = { name: 'a.png', content: await picture(20, 20).png().toBuffer() }
  expect(await upload(null, 'avatar', [photo])).toMatchObject({ code: '2000' })
  expect(await upload(await app.as('user:page'), 'voucher', [photo])).toMatchObject({ code: '4030' })
  expect(await upload(await app.as('recharge:create'), 'voucher', [photo])).toMatchObject({ code: '0000' })
  expect(await upload(await app.as('*'), 'logo', [photo])).toMatchObject({ code: '0000' })
})

test('an upload is in the audit log with its type and without its name', async () => {
  const request = await app.as()
  const { data } = await upload(request, 'avatar', [
    { name: '李雷的身份证.png', content: await picture(20, 20).png().toBuffer() },
  ])
  const { rows } = await app.pool.query('select * from audit_log where admin_id = $1', [request.adminId])
  expect(rows).toMatchObject([
    {
      point: 'file.upload',
      target_kind: 'file',
      target_id: data[0].id,
      after: { use: 'avatar', mediaType: 'image/png', size: data[0].size },
    },
  ])
  expect(JSON.stringify(rows)).not.toContain('李雷')
})

test('a list is stored unchanged and sent as a download', async () => {
  const request = await app.as('blacklist:import')
  const content = Buffer.from('\uFEFF手机号,备注\r\nBMI,"=1+1"\r\n')
  const { data } = await upload(request, 'import', [{ name: 'BMI 名单.CSV', content }])
  expect(data).toMatchObject([{ name: 'BMI 名单.csv', mediaType: 'text/csv', width: null }])
  const got = await fetchFile(request, `/file/${data[0].id}`, { 'accept-encoding': 'br, gzip' })
  expect(got.rawPayload.equals(content)).toBe(true)
  expect(got.headers['content-disposition']).toContain('attachment;')
  expect((await fetchFile(request, `/file/${data[0].id}/thumbnail`)).json()).toMatchObject({ code: '4040' })
  expect((await fetchFile(await app.as('blacklist:import'), `/file/${data[0].id}`)).json()).toMatchObject({
    code: '4040',
  })
})

test('a browser that has the file cached gets 304, but only while its user may see the file', async () => {
  const request = await app.as()
  const { data } = await upload(request, 'avatar', [
    { name: 'a.png', content: await picture(20, 20).png().toBuffer() },
  ])
  const path = `/file/${data[0].id}`
  const { etag } = (await fetchFile(request, path)).headers
  expect(etag).toMatch(/^"[\w-]+"$/)
  const again = await fetchFile(request, path, { 'if-none-match': etag as string })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const stranger = await fetchFile(await app.as(), path, { 'if-none-match': etag as string })
  expect([stranger.statusCode, stranger.json().code]).toEqual([200, '4040'])
})

test('an administrator with hundreds of unclaimed files may send no more', async () => {
  const request = await app.as()
  await app.pool.query(
    `insert into file (use, key, name, media_type, size, sha256, created_by)
     select 'avatar', 'unused-' || n, 'a.png', 'image/png', 1, '\\x00', $1 from generate_series(1, 300) n`,
    [request.adminId],
  )
  const photo = { name: 'a.png', content: await picture(20, 20).png().toBuffer() }
  expect((await upload(request, 'avatar', [photo])).data.fields.files).toContain('未使用的文件过多')
})

test('the same file sent twenty times at once is stored as twenty whole files', async () => {
  const request = await app.as()
  const content = await picture(800, 600).png().toBuffer()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => upload(request, 'avatar', [{ name: 'a.png', content }])),
  )
  const ids = answers.map(({ data }) => data[0].id)
  expect(new Set(ids).size).toBe(20)
  const bodies = await Promise.all(ids.map((id) => fetchFile(request, `/file/${id}`)))
  expect(new Set(bodies.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
  expect(await incoming()).toEqual([])
})

test('other users of the machine can read neither the folder nor the files', async () => {
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  const [first] = await storedFiles()
  for (const folder of ['', 'incoming', 'stored'])
    expect([folder, await modeOf(join(app.filesFolder, folder))]).toEqual([folder, '700'])
  expect(await modeOf(join(first?.parentPath ?? '', first?.name ?? ''))).toBe('600')
  expect(await readFile(join(first?.parentPath ?? '', first?.name ?? ''))).not.toHaveLength(0)
})

test('a file whose bytes are missing is reported as a server error in an envelope', async () => {
  const request = await app.as()
  const { data } = await upload(request, 'avatar', [
    { name: 'a.png', content: await picture(20, 20).png().toBuffer() },
  ])
  const { rows } = await app.pool.query('select key from file where id = $1', [data[0].id])
  await app.storage.remove([rows[0].key])
  const got = await fetchFile(request, `/file/${data[0].id}`)
  expect([got.statusCode, got.json().code, got.headers['content-type']]).toEqual([
    500,
    '50000',
    'application/json; charset=utf-8',
  ])
})
