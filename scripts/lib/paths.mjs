import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const at = (...parts) => join(root, ...parts)

/** The program a dependency installed, for every workspace or for one that has a version of its own. */
export const bin = (name, workspace = '.') => at(workspace, 'node_modules/.bin', name)
