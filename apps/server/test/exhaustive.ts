/** Whether this run tries everything, as before a release: `npm run test:exhaustive`. */
export const isExhaustive = process.env.TEST_EXHAUSTIVE === '1'
