import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const at = (...parts) => join(root, ...parts)

/** The program of a dependency, for all workspaces or for one that has its own version. */
export const bin = (name, workspace = '.') => at(workspace, 'node_modules/.bin', name)
