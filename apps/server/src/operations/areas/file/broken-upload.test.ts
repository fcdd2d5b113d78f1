import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { diskStorage } from '#platform/storage/disk'
import { startApp } from '#test/harness'
import { picture, upload } from '#test/upload'
import { packed } from '#test/workbook'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()

const incoming = () => readdir(join(app.filesFolder, 'incoming'))
async function portOf() {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' })
  return (app.app.server.address() as AddressInfo).port
}

/** Begins to send a form with one file of this size, sends a part of it, waits, and closes the connection. */
async function breakOff(port: number, token: string, { sent, after }: { sent: number; after: number }) {
  const start =
    '--x\r\ncontent-disposition: form-data; name="files"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n'
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/common/upload?use=import HTTP/1.1\r\nhost: x\r\ntoken: ${token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 5000000\r\n\r\n${start}${'a,b\n'.repeat(sent)}`,
  )
  await sleep(after)
  socket.destroy()
  await new Promise((resolve) => socket.once('close', resolve))
}
const openConnections = () =>
  new Promise<number>((resolve) => app.app.server.getConnections((_error, count) => resolve(count)))

/** Counts the timers with an interval of 30 seconds, such as the one that watches an upload, that are not cleared yet. */
function watchTimers() {
  const living = new Set<unknown>()
  const [set, clear] = [globalThis.setInterval, globalThis.clearInterval]
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void, after: number) => {
    const timer = set(run, after)
    if (after === 30_000) living.add(timer)
    return timer
  }) as typeof setInterval)
  vi.spyOn(globalThis, 'clearInterval').mockImplementation((timer) => {
    living.delete(timer)
    clear(timer as NodeJS.Timeout)
  })
  return living
}

describe('an upload whose sender closes the connection', () => {
  test('before its caller is identified leaves no folder and no timer', async () => {
    const { token } = await app.as('blacklist:import')
    const port = await portOf()
    const timers = watchTimers()
    // The query that identifies the caller now has to wait.
    const { servicePool } = app
    const taken = await Promise.all(
      Array.from({ length: servicePool.options.max }, () => servicePool.connect()),
    )
    await breakOff(port, token, { sent: 10, after: 100 })
    await sleep(100)
    for (const client of taken) client.release()
    await vi.waitFor(async () => {
      expect(servicePool.waitingCount).toBe(0)
      expect(await incoming()).toEqual([])
    })
    await sleep(300)
    expect(await incoming()).toEqual([])
    expect(timers.size).toBe(0)
    vi.restoreAllMocks()
  })

  test('at any moment leaves nothing behind, four hundred times', async () => {
    const { token } = await app.as('blacklist:import')
    const port = await portOf()
    const timers = watchTimers()
    for (let round = 0; round < 20; round++)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          breakOff(port, token, {
            sent: index % 2 === 0 ? 0 : 50_000,
            after: ((round * 20 + index) % 40) / 2,
          }),
        ),
      )
    await vi.waitFor(
      async () => {
        expect(await openConnections()).toBe(0)
        expect(await incoming()).toEqual([])
        expect(timers.size).toBe(0)
      },
      { timeout: 5_000 },
    )
    vi.restoreAllMocks()
    const { data } = await upload(app.app, token, 'import', [{ name: 'a.csv', content: 'a,b\n' }])
    expect(data).toHaveLength(1)
  })
})

/** A disk of 3 MB. Without the right to mount it, the test uses a storage that throws the error of a full disk. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'kabao-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

describe('an upload that finds the disk full', () => {
  const disk = smallDisk()
  afterAll(() => {
    if (!disk) return
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true })
  })
  const refused = {
    code: '50000',
    desc: expect.stringContaining('存储空间不足，服务暂时无法保存文件'),
  }

  test.runIf(disk)(
    'reports the full disk and not a damaged file; a smaller file is stored afterwards',
    async () => {
      const instance = await app.another({ storage: await diskStorage(disk as string) })
      const { token } = await app.as('blacklist:import', 'feedback:reply')
      // The original file fits, but the re-encoded one does not fit as well.
      const side = 900
      const noise = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
      const content = await noise.png().toBuffer()
      expect(content.length).toBeLessThan(2_600_000)
      expect(await upload(instance, token, 'feedback', [{ name: 'a.png', content }])).toMatchObject(refused)
      expect(
        await upload(instance, token, 'import', [{ name: 'a.csv', content: 'a,b\n'.repeat(1_000_000) }]),
      ).toMatchObject(refused)
      const english = await upload(
        instance,
        token,
        'import',
        [{ name: 'a.csv', content: 'a,b\n'.repeat(1_000_000) }],
        'en-US',
      )
      expect(english.desc).toContain('The service has no space left to store files')
      expect(await readdir(join(disk as string, 'incoming'))).toEqual([])
      const small = await picture().png().toBuffer()
      expect(await upload(instance, token, 'feedback', [{ name: 'a.png', content: small }])).toMatchObject({
        code: '0000',
      })
    },
  )

  test('reports it if the storage is full', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const instance = await app.another({ storage: { ...app.storage, put: () => Promise.reject(full) } })
    const { token } = await app.as('blacklist:import')
    expect(await upload(instance, token, 'import', [{ name: 'a.csv', content: 'a,b\n' }])).toMatchObject(
      refused,
    )
    expect(await incoming()).toEqual([])
  })
})

test('a workbook whose list of types decompresses to a huge size is checked in little memory', async () => {
  const { token } = await app.as('blacklist:import')
  const content = await packed({ '[Content_Types].xml': Buffer.alloc(400 * 1024 * 1024, ' ') })
  let most = 0
  const before = process.memoryUsage().rss
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before)
  }, 5)
  const { code } = await upload(app.app, token, 'import', [{ name: 'a.xlsx', content }])
  clearInterval(timer)
  expect(code).toBe('4000')
  expect(most / 1024 / 1024).toBeLessThan(150)
})
