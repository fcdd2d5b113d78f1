import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** SHA-256 of a file, in hex. */
export async function sha256(path) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The lines of a SHA256SUMS file, which `sha256sum --check` reads. */
export const sums = async (paths) =>
  (await Promise.all(paths.map(async (path) => `${await sha256(path)}  ${basename(path)}\n`))).join('')

/**
 * How files were made, as an in-toto statement with SLSA's provenance (slsa.dev/spec/v1.0/provenance): from which commit and which
 * packages, by which program.
 */
export async function provenanceOf(paths, { version, commit, lock, node, startedAt, finishedAt }) {
  const subject = await Promise.all(
    paths.map(async (path) => ({ name: basename(path), digest: { sha256: await sha256(path) } })),
  )
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:kabao:release-script:v1',
        externalParameters: { version },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: await sha256(lock) } },
        ],
      },
      runDetails: {
        builder: { id: 'urn:kabao:release-script', version: { node } },
        metadata: { startedOn: startedAt, finishedOn: finishedAt },
      },
    },
  }
}
