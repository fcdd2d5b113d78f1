import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough, Writable } from 'node:stream'
import { type FastifyBaseLogger, fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { registerErrors } from './errors.ts'
import { createLogger } from './logger.ts'

/** A service with one call, whose answer is a stream that the test ends, and what it logs and counts. */
async function service() {
  const lines: { level: number; msg: string; status?: number }[] = []
  const target = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const note = vi.fn()
  const app = fastify({ loggerInstance: createLogger('info', target) as FastifyBaseLogger })
  registerErrors(app, { note })
  app.addHook('onResponse', async (request, { statusCode }) =>
    request.log.info({ status: statusCode }, 'answered'),
  )
  const answer = new PassThrough()
  const called = new Promise<void>((resolve) => {
    app.post('/slow', (_request, reply) => {
      resolve()
      return reply.send(answer)
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  // Like the calls of the console: the body is read before the answer begins.
  socket.write(
    'POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  )
  await called
  return { lines, note, answer, socket }
}
const wordsOf = (lines: readonly { level: number; msg: string }[]) =>
  lines.map(({ level, msg }) => `${level} ${msg}`)

test('a client that goes away before its answer is no error of the service', async () => {
  const { lines, note, answer, socket } = await service()
  const closed = once(answer, 'close')
  socket.destroy()
  await closed
  await vi.waitFor(() =>
    expect(wordsOf(lines)).toContain('30 the client closed the connection before its answer'),
  )
  expect(lines.filter(({ level }) => level > 30)).toEqual([])
  expect(lines.filter(({ status }) => status !== undefined && status >= 500)).toEqual([])
  expect(note).not.toHaveBeenCalled()
})

test('a stream that breaks while the client waits is an error of the service, and is answered', async () => {
  const { lines, note, answer, socket } = await service()
  const answered = once(socket, 'data')
  answer.destroy()
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 500 /)
  expect(wordsOf(lines)).toContain('50 a request failed')
  expect(note).toHaveBeenCalledOnce()
})
