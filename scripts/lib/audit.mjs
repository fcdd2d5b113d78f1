import { capture, Failure } from './run.mjs'

/**
 * Asks the registry for the known faults of what is shipped: every package of the lock that is not for development only.
 * @throws Failure if there are some, and if the registry does not say: silence is no proof
 */
export async function refuseFaults() {
  const asked = ['audit', '--package-lock-only', '--omit=dev', '--json', '--loglevel=silent']
  const { output } = await capture('npm', asked)
  const { packages, faults } = readAudit(output)
  if (faults.length > 0)
    throw new Failure(`The registry knows faults of packages that are shipped:\n${faults.join('\n')}`)
  console.log(`The registry knows no fault of the ${packages} packages that are shipped.`)
}

/** @param output of `npm audit --json` @throws Failure if it is no answer of the registry */
export function readAudit(output) {
  const { metadata, vulnerabilities, message, error } = parsed(output)
  if (!metadata?.vulnerabilities || !vulnerabilities) {
    const words = [message, error?.summary].filter(Boolean).join(' ') || output.trim().slice(-500)
    throw new Failure(
      `The registry does not say whether packages that are shipped have known faults: ${words}`,
    )
  }
  const faults = Object.values(vulnerabilities).flatMap(({ name, via }) =>
    via
      .filter((each) => typeof each === 'object')
      .map(({ severity, title, range, url }) => `- ${name} ${range}: ${title} (${severity}, ${url})`),
  )
  // A package may be counted only because it needs another one, which has the fault.
  if (metadata.vulnerabilities.total > 0 && faults.length === 0)
    faults.push(`- ${Object.keys(vulnerabilities).join(', ')}`)
  return { packages: metadata.dependencies.prod, faults }
}

function parsed(output) {
  try {
    return JSON.parse(output)
  } catch {
    return {}
  }
}
