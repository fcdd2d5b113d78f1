import { join } from 'node:path'
import { inject } from 'vitest'

/** The service as it is released. */
export const serviceProgram = (): string => join(inject('programs'), 'main.js')

/** The command for operators, as it is released. */
export const adminProgram = (): string => join(inject('programs'), 'admin.js')
