import { BaseSequencer } from 'vitest/node'

/** Starts the long test files first, and the others in an order that the seed decides. */
export class LongestFirst extends BaseSequencer {}
