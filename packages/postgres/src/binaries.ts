import { join } from 'node:path'
import { type Account, cannotSwitch } from './account.ts'
import { PostgresError } from './errors.ts'
import { machineFolders } from './machine-binaries.ts'
import { packageFolder } from './package-binaries.ts'
import { privateCopy } from './private-copy.ts'
import { run } from './run.ts'

export interface Binaries {
  /** The folder of `postgres` and `initdb`. */
  bin: string
  /** Such as `17.10`. */
  version: string
  major: number
}

/** Where to look; tests use other places. */
export interface Search {
  /** The package's `native` folder, if the package is installed. */
  packaged?: string | undefined
  /** `bin` folders on this machine, the preferred first. */
  machine: string[]
}

const supported = { from: 15, to: 18 }

/**
 * PostgreSQL's programs that `account` can run: those of the installed package, or those found on the machine. With `major`, the
 * version of an existing cluster, only matching programs are used.
 */
export async function findBinaries(
  account: Account = {},
  major?: number,
  search: Search = { packaged: packageFolder(), machine: machineFolders() },
): Promise<Binaries> {
  const found: Binaries[] = []
  for await (const binaries of candidates(account, search)) {
    if (major === undefined || binaries.major === major) return binaries
    found.push(binaries)
  }
  refuseMisfits(found, major)
  throw new PostgresError(
    `There is no PostgreSQL for this platform (${process.platform} ${process.arch}), neither as a package nor on the machine ` +
      `(versions ${supported.from} to ${supported.to}): set DATABASE_URL to a PostgreSQL database.`,
  )
}

/** Throws if no programs can open data written by PostgreSQL `major`. */
export function refuseMisfits(found: Binaries[], major: number | undefined): void {
  if (major === undefined || found.length === 0 || found.some((binaries) => binaries.major === major)) return
  const versions = [...new Set(found.map(({ version }) => version))].join(' and ')
  throw new PostgresError(
    `The data was written by PostgreSQL ${major}, and this is PostgreSQL ${versions}: ` +
      `install PostgreSQL ${major}, or run it yourself and set DATABASE_URL.`,
  )
}

async function* candidates(account: Account, { packaged, machine }: Search): AsyncGenerator<Binaries> {
  if (packaged) {
    const here = await tried(join(packaged, 'bin'), account)
    if (here) yield here
    const copy = here ? undefined : await privateCopy(packaged)
    const copied = copy && (await tried(join(copy, 'bin'), account))
    if (copied) yield copied
  }
  for (const bin of machine) {
    const here = await tried(bin, account)
    if (here && here.major >= supported.from && here.major <= supported.to) yield here
  }
}

/**
 * The programs in `bin` if they run. The only reliable check is to run one: a package for glibc is installed on musl too, a parent
 * folder may be closed to the account, a mount may forbid programs.
 */
async function tried(bin: string, account: Account): Promise<Binaries | undefined> {
  const { ok, output } = await run(join(bin, 'postgres'), ['--version'], { cwd: '/', account })
  if (/^spawn\b.* EPERM$/.test(output)) throw new PostgresError(cannotSwitch)
  const version = ok ? /\(PostgreSQL\) ((\d+)\.\d+)/.exec(output) : null
  if (!version?.[1]) return undefined
  return { bin, version: version[1], major: Number(version[2]) }
}
