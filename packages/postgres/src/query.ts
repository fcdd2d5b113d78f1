import { connect } from 'node:net'
import { join } from 'node:path'
import { PostgresError } from './errors.ts'

/** How the database is reached; the four are passed to `pg` unchanged, whose `host` may be the folder of a socket. */
export interface Connection {
  host: string
  port: number
  user: string
  database: string
}

/**
 * Runs one statement over a connection of its own and returns the rows as text. This is the small part of PostgreSQL's protocol
 * that a launcher needs (a socket, a trusted user); the driver belongs to the server.
 */
export function query(at: Connection, sql: string, timeoutMs = 30_000): Promise<(string | null)[][]> {
  return new Promise((resolve, reject) => {
    const socket = connect(join(at.host, `.s.PGSQL.${at.port}`))
    const rows: (string | null)[][] = []
    let rest: Buffer = Buffer.alloc(0)
    let isSent = false
    const fail = (reason: string) => {
      socket.destroy()
      reject(new PostgresError(`PostgreSQL: ${reason}`))
    }

    socket.setTimeout(timeoutMs, () => fail('no answer'))
    socket.on('error', (error) => fail(error.message))
    socket.on('close', () => fail('the connection was closed'))
    socket.on('connect', () => socket.write(greeting(at)))
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const type = String.fromCharCode(rest[0] ?? 0)
        const body = rest.subarray(5, 1 + rest.readInt32BE(1))
        rest = rest.subarray(5 + body.length)
        if (type === 'E') return fail(complaint(body))
        if (type === 'R' && body.readInt32BE(0) !== 0) return fail('it asks for a password')
        if (type === 'D') rows.push(row(body))
        if (type !== 'Z') continue
        if (isSent) {
          resolve(rows)
          socket.end(message('X', Buffer.alloc(0)))
          return
        }
        isSent = true
        socket.write(message('Q', Buffer.from(`${sql}\0`)))
      }
    })
  })
}

function greeting({ user, database }: Connection): Buffer {
  const body = Buffer.from(`\0\x03\0\0user\0${user}\0database\0${database}\0\0`)
  return Buffer.concat([int32(body.length + 4), body])
}

const message = (type: string, body: Buffer) =>
  Buffer.concat([Buffer.from(type), int32(body.length + 4), body])

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function row(body: Buffer): (string | null)[] {
  let at = 2
  return Array.from({ length: body.readInt16BE(0) }, () => {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) return null
    at += length
    return body.toString('utf8', at - length, at)
  })
}

/** An error is a list of fields, each a letter and a text; `M` is the message. */
const complaint = (body: Buffer) =>
  body
    .toString('utf8')
    .split('\0')
    .find((field) => field.startsWith('M'))
    ?.slice(1) ?? 'an error without a message'
