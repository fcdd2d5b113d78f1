import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll } from 'vitest'
import { certificateFor } from './certificate.ts'
import type { TestApp } from './harness.ts'
import { noticeTarget } from './notice-world.ts'
import { listenAt } from './reach-world.ts'

/** Real mail servers that know one account. Call it once in a test file. */
export function mailServers() {
  const { key, cert } = certificateFor(['localhost', '127.0.0.1'])
  const servers: SMTPServer[] = []
  afterAll(() => Promise.all(servers.map((server) => new Promise<void>((done) => void server.close(done)))))
  return {
    /** The authority of their certificates. */
    ca: cert,
    async start(options: SMTPServerOptions = {}) {
      const got: string[] = []
      const server = new SMTPServer(
        Object.assign(
          {
            key,
            cert,
            onAuth: ({ username, password }, _session, done) =>
              username === 'ops' && password === 'right-password'
                ? done(null, { user: username })
                : done(new Error('Invalid username or password')),
            onData: (stream, _session, done) => {
              let text = ''
              stream.on('data', (chunk) => {
                text += chunk
              })
              stream.on('end', () => {
                got.push(text)
                done()
              })
            },
          } satisfies SMTPServerOptions,
          options,
        ),
      )
      servers.push(server)
      server.on('error', () => undefined)
      await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
      const { port } = server.server.address() as AddressInfo
      listenAt(`127.0.0.1:${port}`)
      return { got, port }
    },
  }
}

/** Adds a target by e-mail. @returns its id */
export const mailTarget = (
  app: TestApp,
  port: number,
  columns: Record<string, unknown> = {},
  password = 'right-password',
) =>
  noticeTarget(
    app,
    Object.assign(
      {
        kind: 'mail',
        secrets: { secret: password },
        host: '127.0.0.1',
        port,
        security: 'starttls',
        account: 'ops',
        sender: 'kabao@example.com',
        addresses: ['ops@example.com', 'lead@example.com'],
      },
      columns,
    ),
  )

/** The parts of a message: text, HTML, and files. */
export function partsOf(mail: string): { type: string; name: string | null; content: Buffer }[] {
  const [head = '', ...rest] = mail.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n\s+/g, ' ')
  const boundary = /boundary="([^"]+)"/.exec(unfolded)?.[1]
  const body = rest.join('\r\n\r\n')
  if (boundary)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace(/^\r\n/, '')))
  const type = /content-type: ([^;\s]+)/i.exec(unfolded)?.[1] ?? ''
  return [{ type, name: /filename/i.test(unfolded) ? unfolded : null, content: Buffer.from(body, 'base64') }]
}
