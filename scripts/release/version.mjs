import { Failure } from '../lib/run.mjs'

const form = /^(\d+)\.(\d+)\.(\d+)$/

/** @throws Failure unless `next` is a version and above `current`; versions are `major.minor.patch` (semver.org) */
export function refuseWrong(next, current) {
  if (!form.test(next ?? ''))
    throw new Failure('Give the version of the release, as in “npm run release -- 1.2.0”.')
  const [from, to] = [current, next].map((version) => form.exec(version).slice(1).map(Number))
  const at = to.findIndex((number, place) => number !== from[place])
  if (at === -1 || to[at] < from[at])
    throw new Failure(`${next} is not above ${current}, the version that is there.`)
}
