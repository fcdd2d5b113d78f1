/**
 * What a process that a test starts takes of this one's environment. Node keeps what it has compiled in the folder that
 * `global-setup.ts` names, so that the next process starts in three quarters of the time. The test's own processes would write there
 * while it is removed.
 */
export const shellEnv = (): NodeJS.ProcessEnv => {
  const { PATH, HOME, TEST_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE: TEST_COMPILE_CACHE }
}
