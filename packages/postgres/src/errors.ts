/** A refusal to start or a failure of the database, as a sentence that may be shown to the operator. */
export class PostgresError extends Error {
  override name = 'PostgresError'
}

/** The code of a failed system call, such as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

/** Runs `call`; a system error whose code is in `meanings` becomes that sentence, every other error is thrown unchanged. */
export async function explained<T>(meanings: Record<string, string>, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const sentence = meanings[codeOf(error) ?? '']
    if (sentence === undefined) throw error
    throw new PostgresError(sentence, { cause: error })
  }
}
