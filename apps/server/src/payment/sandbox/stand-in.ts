import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isFresh, isSigned, noticeHeaders } from '../signed-notice.ts'
import { billOf } from './bill.ts'
import { SandboxCalls } from './calls.ts'
import { SandboxMemory } from './memory.ts'
import { sendNotices } from './notices.ts'
import { pageOf } from './page.ts'

export interface SandboxOptions {
  /** Default: any free one. */
  port?: number
  host?: string
  /** Signs the calls to it and its notices: the callback key of the collection channel. */
  key: string
  /** How long the notice of a `late` payment waits, in milliseconds. */
  lateMs?: number
  /** A person pays by themselves after this time, in milliseconds; without it only on the page. */
  paysAfterMs?: number
}

export interface Sandbox {
  port: number
  memory: SandboxMemory
  /** Pays an order as its page does; resolves once its notices were sent. */
  pay(merchantNo: string, orderNo: string): Promise<void>
  stop(): Promise<void>
}

const mostBytes = 64 * 1024

/**
 * A payment provider for tests and the demo: a real HTTP server. `POST /pay/create`, `query`, `close`, `refund`, `refundQuery` and
 * `bill` take signed JSON and answer with signed JSON; `GET /pay/MERCHANT/ORDER` is the page on which a person pays.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', key, lateMs = 20_000, paysAfterMs } = options
  const memory = new SandboxMemory()
  const files = new Map<string, string>()
  const timers = new Set<NodeJS.Timeout>()
  const later = (ms: number, act: () => Promise<void>) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void act().catch(() => {})
    }, ms)
    timers.add(timer)
  }
  const base = () => `http://${host}:${(server.address() as AddressInfo).port}`
  const calls = new SandboxCalls(memory, key, base)

  /** Says where the file is; its address can be used by who was told it. */
  function bill(response: ServerResponse, merchantNo: string, day: string) {
    const csv = billOf(memory, merchantNo, day)
    if (csv === '') return say(response, { code: 'ok', address: '' })
    const name = randomUUID()
    files.set(name, csv)
    say(response, { code: 'ok', address: `${base()}/bill/${name}` })
  }

  async function pay(merchantNo: string, orderNo: string) {
    const order = memory.find(merchantNo, orderNo)
    if (order?.state !== 'created' || order.expiresAt <= Date.now()) return
    calls.settle(order)
    await sendNotices(order, { key, lateMs, later })
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const [first, second = '', third = ''] = (request.url ?? '').split('?')[0]?.split('/').slice(1) ?? []
    if (first === 'bill') return void response.end(files.get(second) ?? '')
    if (first !== 'pay') return void response.writeHead(404).end()
    if (third !== '') return page(request, response, decodeURIComponent(second), decodeURIComponent(third))
    const body = await textOf(request)
    const { 'x-pay-timestamp': timestamp = '', 'x-pay-signature': signature = '' } = request.headers
    if (!isSigned(key, String(timestamp), String(signature), body) || !isFresh(String(timestamp), new Date()))
      return say(response, { code: 'signature', message: 'The signature is wrong' })
    const read = JSON.parse(body) as Record<string, unknown>
    if (second === 'bill') return bill(response, String(read.merchantNo), String(read.day))
    const result = calls.answer(second, read)
    if (result === 'drop') return void response.socket?.destroy()
    if (result === 'error') return void response.writeHead(500).end('Internal error')
    if (result === 'rubbish') return void response.writeHead(200).end('{"code":"ok","mess')
    say(response, result)
    if (second !== 'create' || paysAfterMs === undefined) return
    later(paysAfterMs, () => pay(String(read.merchantNo), String(read.orderNo)))
  }

  async function page(
    request: IncomingMessage,
    response: ServerResponse,
    merchantNo: string,
    orderNo: string,
  ) {
    const order = memory.find(merchantNo, orderNo)
    if (!order) return void response.writeHead(404).end()
    if (request.method === 'POST') {
      const act = new URLSearchParams(await textOf(request)).get('act')
      if (act === 'fail' && order.state === 'created') order.state = 'failed'
      if (act === 'pay') await pay(merchantNo, orderNo)
      const location = order.returnUrl ?? request.url ?? '/'
      return void response.writeHead(303, { location }).end()
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(order))
  }

  function say(response: ServerResponse, result: object) {
    const body = JSON.stringify(result)
    response.writeHead(200, noticeHeaders(key, new Date(), body)).end(body)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    memory,
    pay,
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      await close(server)
    },
  }
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > mostBytes) throw new Error('The request is too large')
  }
  return text
}
