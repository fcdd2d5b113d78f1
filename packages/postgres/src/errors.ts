/** A refusal to start or a failure of the database, in a sentence that may be shown to whoever runs the server. */
export class PostgresError extends Error {
  override name = 'PostgresError'
}

/** The code of a failed system call, such as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

/** Runs `call`; the system error codes named in `meanings` become that sentence, every other error stays what it is. */
export async function explained<T>(meanings: Record<string, string>, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const sentence = meanings[codeOf(error) ?? '']
    if (sentence === undefined) throw error
    throw new PostgresError(sentence, { cause: error })
  }
}
