import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { at, bin } from '../../scripts/lib/paths.mjs'
import { run } from '../../scripts/lib/run.mjs'
import { hashOf, readStamp, writeStamp } from '../../scripts/lib/stamp.mjs'

const folder = 'bench/peer'
const stamp = `${folder}/node_modules/.kabao-installed`

/** A package that only the benchmarks install. */
export const own = (name) => createRequire(at(folder, 'package.json'))(name)

/** Installs the packages of the benchmarks, and compiles the app with which Kabao is compared. */
export async function preparePeer() {
  const lock = hashOf([`${folder}/package-lock.json`])
  if (readStamp(stamp) !== lock) {
    console.log('Installing the packages of the benchmarks…')
    await run('npm', ['ci', '--prefix', at(folder), '--no-audit', '--no-fund', '--loglevel=error'])
    writeStamp(stamp, lock)
  }
  await run(bin('tsc'), ['-p', at(folder)])
}

/** The versions of the peer's packages, for the report. */
export function peerVersions() {
  const version = (name) =>
    JSON.parse(readFileSync(at(folder, 'node_modules', name, 'package.json'), 'utf8')).version
  return `NestJS ${version('@nestjs/core')} (Express ${version('express')}), TypeORM ${version('typeorm')}, pg ${version('pg')}`
}

export const peerMain = at(folder, 'dist/main.js')
