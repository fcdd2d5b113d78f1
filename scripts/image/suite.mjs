import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from '../lib/paths.mjs'
import { makeBase } from './base.mjs'
import { builderIn, ensureBuilder } from './builder.mjs'
import { proveImage } from './prove.mjs'
import { makeTree } from './tree.mjs'

/** What the image may hold besides its base, in megabytes: 220 in all, of which the base with Node 24 takes 145. */
const most = 70

/** A suite of `npm test`: builds the image of the Dockerfile without a daemon, starts it beside a database, and asks it. */
export async function imageWorks() {
  if (!(await ensureBuilder()))
    return result({ skipped: 1, note: 'not run: buildah is not there and cannot be installed here' })
  const folder = mkdtempSync(join(tmpdir(), 'kabao-image-'))
  try {
    const { problems, megabytes } = await buildAndProve(folder)
    const note = `${megabytes} of ${most} MB besides the base, ${problems.length} problems`
    return result({ failed: problems.length > 0 ? 1 : 0, note, output: problems.join('\n') })
  } catch (error) {
    return result({ failed: 1, note: 'failed', output: error.stack })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function buildAndProve(folder) {
  // The stages of the Dockerfile, made here: neither its registry nor npm's is needed.
  const [base, built] = ['base', 'built'].map((name) => join(folder, name))
  makeBase(base)
  await makeTree(join(built, 'image/app'))
  mkdirSync(join(built, 'image/data'))
  const builder = builderIn(folder)
  const scratch = await builder.run('from', 'scratch')
  await builder.run('copy', scratch, base, '/')
  await builder.run('commit', scratch, 'localhost/kabao-base')
  const flags = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', '--file', at('Dockerfile')]
  const given = [
    '--build-context',
    `build=${built}`,
    '--build-arg',
    'RUN_IMAGE=localhost/kabao-base',
    '--tag',
    'localhost/kabao',
  ]
  await builder.run('build', ...flags, ...given, at('deploy'))
  const megabytes = Math.ceil(
    Number(execFileSync('du', ['-sb', built], { encoding: 'utf8' }).split('\t')[0]) / 1_000_000,
  )
  const problems = await proveImage(builder, folder)
  if (megabytes > most)
    problems.push(`The image holds ${megabytes} MB besides its base, more than ${most} MB.`)
  return { problems, megabytes }
}

const result = ({ failed = 0, skipped = 0, note, output = '' }) => ({
  isCheck: skipped === 0,
  passed: 0,
  failed,
  skipped,
  note,
  output,
})
