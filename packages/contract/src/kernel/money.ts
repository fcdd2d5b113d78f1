import * as z from 'zod'

/** The largest amount that a form takes: one million yuan. */
export const mostFen = 100_000_000

/** The message of a number that is missing, or else of one with a wrong form. */
const missingOr = (problem: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? 'required' : problem),
})

/** An amount in fen, from zero to `most`. */
export const fen = (most = mostFen) => z.int(missingOr('integer')).min(0, 'range').max(most, 'range')

/** A whole number between two bounds. */
export const whole = (least: number, most: number) =>
  z.int(missingOr('integer')).min(least, 'range').max(most, 'range')

/** An amount in fen that may be below zero, from `-most` to `most`. */
export const signedFen = (most = mostFen) =>
  z.int(missingOr('integer')).min(-most, 'range').max(most, 'range')
