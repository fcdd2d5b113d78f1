import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { bodyTime, uploadTime } from './body-time.ts'

const app = startApp()

/** Announces a body, sends a part of it, and waits. @returns whether the server has kept the connection */
async function dawdle(path: string, type: string, token: string) {
  if (!app.app.server.listening) await app.app.listen({ port: 0 })
  const { port } = app.app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  let isOpen = true
  socket.on('close', () => {
    isOpen = false
  })
  socket.on('error', () => undefined)
  socket.write(
    `POST /api${path} HTTP/1.1\r\nhost: x\r\ntoken: ${token}\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n{"size":`,
  )
  return { isOpen: () => isOpen, end: () => socket.destroy() }
}

test('a body that does not arrive times out after 30 s, but an upload has longer', async () => {
  expect([bodyTime, uploadTime, app.app.server.requestTimeout]).toEqual([30_000, 600_000, 600_000])
  const { token } = await app.as('user:page')
  const timers: { run: () => void; ms: number }[] = []
  const real = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
    if (ms === bodyTime) timers.push({ run, ms })
    return real(run, ms)
  }) as typeof setTimeout)
  const [call, upload] = [
    await dawdle('/user/page', 'application/json', token),
    await dawdle('/common/upload?use=avatar', 'multipart/form-data; boundary=x', token),
  ]
  await vi.waitFor(() => expect(timers).toHaveLength(1))
  expect([call.isOpen(), upload.isOpen()]).toEqual([true, true])
  timers[0]?.run()
  await vi.waitFor(() => expect(call.isOpen()).toBe(false))
  await new Promise((resolve) => real(resolve, 100))
  expect(upload.isOpen()).toBe(true)
  upload.end()
})
