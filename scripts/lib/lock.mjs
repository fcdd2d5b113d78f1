import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { at } from './paths.mjs'

const file = at('.cache/lock')
const owner = `${hostname()} ${process.pid}`
const silence = 15_000

/** Allows one install or build of this clone at a time: a second script prints that it waits, and then finds the work done. */
export async function alone(work) {
  mkdirSync(at('.cache'), { recursive: true })
  for (let hasWaited = false; !take(); hasWaited = true) {
    if (!hasWaited) console.log('Another script is installing or building here; waiting for it…')
    await sleep(250)
  }
  const alive = setInterval(() => utimesSync(file, new Date(), new Date()), 2000)
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(alive)
    process.off('exit', release)
    release()
  }
}

function take() {
  try {
    writeFileSync(file, owner, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isAbandoned()) return false
    rmSync(file, { force: true })
    return take()
  }
}

/** The process of the lock has ended, or (a process id has no meaning in another container) the lock is old. */
function isAbandoned() {
  try {
    const [host, pid] = readFileSync(file, 'utf8').split(' ')
    if (Date.now() - statSync(file).mtimeMs > silence) return true
    return host === hostname() && Boolean(pid) && !isRunning(Number(pid))
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function release() {
  rmSync(file, { force: true })
}
