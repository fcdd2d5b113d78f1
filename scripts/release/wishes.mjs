import { Failure } from '../lib/run.mjs'

const options = ['--files-only', '--without-audit']

/** @returns what the words after `npm run release --` ask for @throws Failure for an option that does not exist */
export function wishesOf([version, ...flags]) {
  const unknown = flags.find((flag) => !options.includes(flag))
  if (unknown !== undefined)
    throw new Failure(`There is no option ${unknown}: a release takes ${options.join(' and ')}.`)
  const [isTagged, withoutAudit] = options.map((option) => flags.includes(option))
  return { version, isTagged, withoutAudit }
}
