import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A statement on its way to the database. */
export interface SeenStatement {
  /** With its parameters behind it, as a JSON array. */
  text: string
  /** The statements of its transaction before it, joined; empty outside a transaction. */
  before: string
}

/** Where a connection is stopped. */
export interface SqlPoint {
  /** `before`: the statement does not reach the database. `after`: it is done, and its answer does not come back. */
  when: 'before' | 'after'
  is(statement: SeenStatement): boolean
}

/** A TCP port in front of a database that stops a connection at a statement, so that a test can kill one of its ends there. */
export interface SqlGate {
  port: number
  /** The next connection that comes to the point is stopped for good. @returns when one was stopped */
  arm(point: SqlPoint): Promise<void>
  close(): Promise<void>
}

/** @param target the path of the socket on which the database listens */
export async function createSqlGate(target: string): Promise<SqlGate> {
  let armed: { point: SqlPoint; reached: () => void } | null = null
  const links = new Set<Socket>()

  /** Whether this connection is the one that stops here. */
  const isHere = (statement: SeenStatement, when: SqlPoint['when']) =>
    armed !== null && armed.point.when === when && armed.point.is(statement)
  const reach = () => {
    armed?.reached()
    armed = null
  }

  const server = createServer((near) => {
    const far = connect(target)
    const transaction: string[] = []
    let current: SeenStatement = { text: '', before: '' }
    let isStopped = false
    for (const socket of [near, far]) {
      links.add(socket)
      socket.on('error', () => undefined)
    }
    near.on('close', () => far.destroy()).on('close', () => links.delete(near))
    far.on('close', () => near.destroy()).on('close', () => links.delete(far))

    let parsed = ''
    const fromClient = messages({ hasStart: true }, (type, whole) => {
      if (isStopped) return
      if (type === 'P') parsed = textAt(whole, afterText(whole, 5))
      const text =
        type === 'Q'
          ? textAt(whole, 5)
          : type === 'B'
            ? `${parsed} ${JSON.stringify(parametersOf(whole))}`
            : null
      if (text !== null) {
        current = { text, before: transaction.join('\n') }
        if (/^begin/i.test(text)) transaction.length = 0
        if (isHere(current, 'before')) {
          isStopped = true
          return reach()
        }
        if (/^(commit|rollback)/i.test(text)) transaction.length = 0
        else transaction.push(text)
      }
      far.write(whole)
    })
    const fromServer = messages({ hasStart: false }, (type, whole) => {
      if (isStopped) return
      // The answer to a statement ends when the server is ready for the next.
      if (isHere(current, 'after')) {
        if (type !== 'Z') return
        isStopped = true
        return reach()
      }
      near.write(whole)
    })
    near.on('data', fromClient)
    far.on('data', fromServer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as { port: number }).port,
    arm: (point) =>
      new Promise((resolve) => {
        armed = { point, reached: resolve }
      }),
    async close() {
      for (const socket of links) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Cuts a stream of PostgreSQL's protocol into messages: a letter, a length of four bytes, the body.
 * @param hasStart the first message has no letter
 * Source: PostgreSQL 17, chapter 53.7, “Message Formats”.
 */
function messages({ hasStart }: { hasStart: boolean }, act: (type: string, whole: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let isStart = hasStart
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const at = isStart ? 0 : 1
      if (rest.length < at + 4) return
      const end = at + rest.readInt32BE(at)
      if (rest.length < end) return
      const whole = rest.subarray(0, end)
      const type = isStart ? '' : String.fromCharCode(whole[0] as number)
      rest = rest.subarray(end)
      isStart = false
      act(type, whole)
    }
  }
}

/** The parameters of a Bind message, as text. */
function parametersOf(whole: Buffer): (string | null)[] {
  let at = afterText(whole, afterText(whole, 5))
  at += 2 + 2 * whole.readInt16BE(at)
  const count = whole.readInt16BE(at)
  at += 2
  return Array.from({ length: count }, () => {
    const length = whole.readInt32BE(at)
    at += 4 + Math.max(0, length)
    return length < 0 ? null : whole.toString('utf8', at - length, at)
  })
}

const afterText = (bytes: Buffer, from: number) => bytes.indexOf(0, from) + 1
const textAt = (bytes: Buffer, from: number) => bytes.toString('utf8', from, bytes.indexOf(0, from))
