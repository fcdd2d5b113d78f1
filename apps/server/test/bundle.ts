import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'rolldown'
import { serverRoot } from '#platform/base/paths'

/**
 * Builds programs for a test's own processes, because starting one from the source takes seconds.
 * @param folder inside the server's folder, like the released bundle, so that its imports are found
 * @param sources by the name of the program, relative to the server's folder
 */
export async function bundle(folder: string, sources: Readonly<Record<string, string>>): Promise<void> {
  await build({
    input: Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [name, join(serverRoot, source)]),
    ),
    platform: 'node',
    external: (id) => /^[^.#/]/.test(id) && !id.startsWith('@kabao/'),
    output: { dir: folder, format: 'esm', entryFileNames: '[name].js' },
    logLevel: 'silent',
  })
  // Otherwise each process parses the files to find out what they are.
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
}
