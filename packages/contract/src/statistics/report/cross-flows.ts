import { flows } from '../../users/user.ts'

/** The columns of a cross table by flow; `none`: what belongs to no flow. */
export const crossFlows = [...flows, 'none'] as const
