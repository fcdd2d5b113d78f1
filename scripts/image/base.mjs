import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Makes the root of an image like the one that the Dockerfile starts from: Node with the libraries of the system that it loads, and
 * nothing else. It stands in for that image where its registry cannot be reached.
 */
export function makeBase(folder) {
  put(folder, process.execPath, '/nodejs/bin/node')
  // What the machine code of packages loads, besides Node's own.
  const extra = [
    'libgcc_s.so.1',
    'libstdc++.so.6',
    'librt.so.1',
    'libresolv.so.2',
    'libdl.so.2',
    'libpthread.so.0',
  ]
  const libraries = librariesOf(process.execPath)
  const beside = dirname(libraries.find((path) => /\/libc\.so/.test(path)))
  const all = [...libraries, ...extra.map((name) => join(beside, name)).filter((path) => existsSync(path))]
  for (const path of new Set(all)) put(folder, path, path)
  for (const path of ['tmp', 'etc', 'proc', 'sys', 'dev']) mkdirSync(join(folder, path), { recursive: true })
  for (const path of ['/etc/ssl/certs', '/etc/nsswitch.conf'])
    if (existsSync(path)) cpSync(path, join(folder, path), { recursive: true, dereference: true })
}

function put(folder, from, to) {
  mkdirSync(join(folder, dirname(to)), { recursive: true })
  cpSync(realpathSync(from), join(folder, to))
}

/** The paths that the loader of the system finds: `libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x…)`. */
const librariesOf = (program) =>
  [...execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(
    ([, path]) => path,
  )
