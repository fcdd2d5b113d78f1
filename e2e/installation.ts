import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { partnerPort, type RunningProduct, startProduct } from './own-product.ts'
import { type Page, runScript, secret } from './product.ts'

const repository = join(import.meta.dirname, '..')

/** An installation as a new customer has it: nothing but the first account. */
export interface Installation extends RunningProduct {
  /** Of the account `admin`; it must be changed at the first sign-in. */
  password: string
  /** Another person, who was made from the shell and reviews what the first one files. */
  reviewer: { approveAll(page: Page): Promise<void> }
}

/** Starts a product for production on an empty database of its own. @param dataDir of the running product that has the cluster */
export async function startInstallation(dataDir: string): Promise<Installation> {
  const name = `installation_${randomBytes(4).toString('hex')}`
  const password = secret(`First-${randomBytes(6).toString('hex')} 1`)
  const env = {
    DATABASE_URL: runScript('make-database', name),
    DATA_KEY: secret(randomBytes(32).toString('base64')),
    ADMIN_PASSWORD: password,
    // No proxy sends it calls after its end.
    DRAIN_SECONDS: '0',
    INTERNAL_PARTNERS: `127.0.0.1:${partnerPort(Number(process.env.TEST_WORKER_INDEX ?? 0))}`,
  }
  const product = await startProduct({
    program: 'apps/server/dist/main.js',
    dataDir: join(dataDir, name),
    log: name,
    env,
  })
  return Object.assign(product, { password, reviewer: makeReviewer(product.origin, env) })
}

function makeReviewer(origin: string, env: Record<string, string>): Installation['reviewer'] {
  const username = 'reviewer'
  const current = secret(`Review-${randomBytes(6).toString('hex')} 1`)
  const password = secret(`Review-${randomBytes(6).toString('hex')} 2`)
  const command = ['apps/server/dist/commands/admin.js', 'create']
  execFileSync(process.execPath, [...command, '--username', username, '--role', 'financeReview'], {
    cwd: repository,
    env: { PATH: process.env.PATH, NEW_PASSWORD: current, ...env },
    stdio: 'ignore',
  })
  let token = ''
  const post = async (page: Page, path: string, data: object) => {
    const answer = await page.request.post(`${origin}/api${path}`, { data, headers: { token } })
    const { code, desc, data: found } = await answer.json()
    if (code !== '0000') throw new Error(`${path}: ${desc}`)
    return found
  }
  const signIn = async (page: Page, typed: string) =>
    secret((await post(page, '/admin/login', { username, password: typed })).token)
  return {
    approveAll: async (page) => {
      if (token === '') {
        token = await signIn(page, current)
        await post(page, '/admin/password', { current, next: password })
        token = await signIn(page, password)
      }
      for (const path of ['/finance/change', '/finance/recharge']) {
        const { records } = await post(page, `${path}/page`, { status: 'pending', size: 200 })
        for (const { id, version } of records) await post(page, `${path}/${id}/approve`, { version })
      }
    },
  }
}
