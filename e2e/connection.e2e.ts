import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { enter, expect, rows, test } from './product.ts'

/* The service goes away while somebody works, and comes back. */

test.use({ expected: [/net::ERR_/] })

/** A port in front of the product that can refuse all connections for a while. */
class Gate {
  #server: Server | undefined
  readonly #open = new Set<Socket>()
  readonly #behind: number
  port = 0

  constructor(origin: string) {
    this.#behind = Number(new URL(origin).port)
  }

  async up(): Promise<void> {
    this.#server = createServer((socket) => {
      const inner = connect(this.#behind, '127.0.0.1')
      for (const one of [socket, inner]) {
        this.#open.add(one)
        one.on('error', () => one.destroy()).on('close', () => this.#open.delete(one))
      }
      socket.pipe(inner).pipe(socket)
    })
    this.#server.listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as AddressInfo).port
  }

  async down(): Promise<void> {
    const closed = once(this.#server as Server, 'close')
    this.#server?.close()
    for (const socket of this.#open) socket.destroy()
    await closed
  }
}

test('a list that could not be read is read as soon as the service is back', async ({ page, product }) => {
  const gate = new Gate(product.origin)
  await gate.up()
  await enter(page, `http://127.0.0.1:${gate.port}/home`)
  await page.goto(`http://127.0.0.1:${gate.port}/user/list`)
  await expect(rows(page).first()).toBeVisible()
  await gate.down()
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(page.getByText('连接已断开，正在重试…')).toBeVisible()
  await gate.up()
  await expect(page.getByRole('button', { name: '2', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText('连接已断开，正在重试…')).toBeHidden()
  await gate.down()
})
