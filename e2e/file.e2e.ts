import { deflateSync } from 'node:zlib'
import { visit } from './frame.ts'
import { call, enter, expect, type Page, test } from './product.ts'

/** A PNG of one color, `side` × `side`. */
function png(side: number): Buffer {
  const crcs = Array.from({ length: 256 }, (_, index) => {
    let crc = index
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
    return crc >>> 0
  })
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    let crc = 0xffffffff
    for (const byte of body) crc = (crcs[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 0], 8)
  const pixels = Buffer.concat(Array(side).fill(Buffer.concat([Buffer.of(0), Buffer.alloc(side, 120)])))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const dialog = (page: Page) => page.getByRole('dialog')
const avatarMenu = (page: Page) => page.getByRole('button', { name: /^账号/ })
const choose = (page: Page, name: string, buffer: Buffer) =>
  dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })

test('an invalid avatar is refused with a sentence, a valid one is shown at once on every page', async ({
  page,
}) => {
  await enter(page, '/user-center')
  await page.getByRole('button', { name: '编辑资料' }).click()
  const button = dialog(page).getByRole('button', { name: '选择图片' })
  await expect(button).toBeVisible()
  await choose(page, 'false.png', Buffer.from('PK\u0003\u0004 not an image at all'))
  await expect(dialog(page).getByText('只支持 PNG / JPEG / WebP / GIF 文件')).toBeVisible()

  await choose(page, '我.png', png(300))
  await expect(dialog(page).getByRole('button', { name: '更换图片' })).toBeVisible()
  await expect(dialog(page).getByText('只支持')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page)).toBeHidden()
  const width = () =>
    avatarMenu(page)
      .locator('img')
      .evaluate((image) => (image as HTMLImageElement).naturalWidth)
  await expect.poll(width).toBe(256)
  await visit(page, '/admin/list?username=admin')
  await expect(page.getByRole('table').locator('tbody img').first()).toBeVisible()

  const { avatarFileId } = (await call(page, 'GET', '/admin/me')).data
  expect(avatarFileId).toMatch(/^\d+$/)
  await visit(page, '/user-center')
  await page.getByRole('button', { name: '编辑资料' }).click()
  await dialog(page).getByRole('button', { name: '移除图片' }).click()
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(avatarMenu(page).locator('img')).toHaveCount(0)
})
