import './lib/node-version.mjs'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builderIn, ensureBuilder } from './image/builder.mjs'
import { refuseFaults } from './lib/audit.mjs'
import { install } from './lib/install.mjs'
import { at } from './lib/paths.mjs'
import { capture, Failure, main, run } from './lib/run.mjs'
import { provenanceOf, sums } from './release/provenance.mjs'
import { tagVersion } from './release/tag.mjs'
import { refuseWrong } from './release/version.mjs'
import { wishesOf } from './release/wishes.mjs'

const platforms = ['linux/amd64', 'linux/arm64']
const ownPlatform = `linux/${process.arch === 'x64' ? 'amd64' : process.arch}`

/**
 * Makes a release: `npm run release -- 1.2.0`. All tests with every try first, then changelog, versions, commit and tag; then the images of both architectures, the list of
 * their packages, provenance and checksums, in `.cache/release/1.2.0`. Pushes nothing. `--files-only` makes the files of the version that is
 * tagged already, after a failure. It stops before all this if the registry knows a fault of a package that is shipped, or does not
 * answer; `--without-audit` makes a release all the same.
 */
await main(async () => {
  const { version, isTagged, withoutAudit } = wishesOf(process.argv.slice(2))
  await install()
  const current = JSON.parse(readFileSync(at('package.json'), 'utf8')).version
  if (!isTagged) refuseWrong(version, current)
  if ((await git('status', '--porcelain')) !== '')
    throw new Failure('There are changes that are not committed.')
  if (withoutAudit) console.log('The registry is not asked for known faults of the packages.')
  else await refuseFaults()
  if (!isTagged) {
    await testEverything()
    await tagVersion(at('.'), version)
    console.log(`Tagged v${version}. Push it with: git push --follow-tags`)
  } else if ((await git('tag', '--points-at', 'HEAD')) !== `v${version}`)
    throw new Failure(`Check out v${version} first.`)
  await makeFiles(version)
})

async function makeFiles(version) {
  if (!(await ensureBuilder()))
    throw new Failure('The images need buildah: install it (Debian: apt-get install buildah).')
  const startedAt = new Date().toISOString()
  const to = at('.cache/release', version)
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const commit = await git('rev-parse', 'HEAD')
  const files = [await packages(to), ...(await images(to, version, commit))]
  const made = { version, commit, startedAt, finishedAt: new Date().toISOString(), node: process.version }
  const statement = await provenanceOf(files, { ...made, lock: at('package-lock.json') })
  files.push(write(join(to, 'provenance.json'), `${JSON.stringify(statement, null, 2)}\n`))
  write(join(to, 'SHA256SUMS'), await sums(files))
  console.log(`The files of ${version} are in ${to}.`)
}

function testEverything() {
  const env = { ...process.env, TEST_EXHAUSTIVE: '1' }
  return run(process.execPath, [at('scripts/test.mjs')], {
    env,
    otherwise: 'A test failed, so there is no release.',
  })
}

/** The list of the packages that run, in the form of CycloneDX. */
async function packages(to) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--workspace=@kabao/server']
  const { code, output } = await capture('npm', [...args, '--loglevel=error'])
  if (code !== 0) throw new Failure(`npm could not list the packages: ${output.slice(-500)}`)
  return write(join(to, 'packages.cdx.json'), output)
}

async function images(to, version, commit) {
  const folder = mkdtempSync(join(tmpdir(), 'kabao-release-'))
  try {
    const made = []
    for (const platform of platforms) {
      const file = join(to, `kabao-${version}-${platform.replace('/', '-')}.oci.tar`)
      const args = ['--isolation', 'chroot', '--platform', platform, '--format', 'docker', '--layers=false']
      const given = [
        // Docker knows it by itself. Buildah 1.28 (Debian 12) does not, and would run the build stage on the other architecture.
        '--build-arg',
        `BUILDPLATFORM=${ownPlatform}`,
        '--build-arg',
        `COMMIT=${commit}`,
        '--build-arg',
        `VERSION=${version}`,
        '--tag',
        `kabao:${version}`,
      ]
      // A storage for each: an image of the same name and of another architecture is not found in one.
      const builder = builderIn(join(folder, platform.replace('/', '-')))
      await run('buildah', builder.args('build', ...args, ...given, ...fromEnvironment(), at('.')))
      await builder.run('push', `kabao:${version}`, `oci-archive:${file}:${version}`)
      made.push(file)
    }
    return made
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Other bases than those of the Dockerfile, from a mirror for example. */
function fromEnvironment() {
  return ['BUILD_IMAGE', 'RUN_IMAGE'].flatMap((name) =>
    process.env[name] ? ['--build-arg', `${name}=${process.env[name]}`] : [],
  )
}

async function git(...args) {
  const { code, output } = await capture('git', args)
  if (code !== 0) throw new Failure(`git ${args[0]} failed: ${output.trim()}`)
  return output.trim()
}

function write(path, text) {
  writeFileSync(path, text)
  return path
}
