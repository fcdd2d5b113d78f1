import { newPassword } from '@kabao/contract/access/session'
import { makePassword } from '#access'
import { StartRefusal } from '#platform/base/refusal'

/** A password for an account, and whether it was generated, so that it must be printed. */
export interface GivenPassword {
  password: string
  isMade: boolean
}

/**
 * The password from standard input or the environment, or else a generated one. Never from the arguments, which every user of the
 * machine can read.
 * @throws StartRefusal if it is too simple
 */
export async function readPassword(
  fromStdin: boolean,
  env: Record<string, string | undefined>,
  stdin: AsyncIterable<Buffer | string> = process.stdin,
): Promise<GivenPassword> {
  const given = fromStdin ? await firstLine(stdin) : env.NEW_PASSWORD || null
  if (given === null) return { password: makePassword(), isMade: true }
  if (!newPassword.safeParse(given).success)
    throw new StartRefusal(
      'The password must have 8 to 128 characters, with a letter and a digit among them.',
    )
  return { password: given, isMade: false }
}

async function firstLine(stdin: AsyncIterable<Buffer | string>): Promise<string> {
  let text = ''
  for await (const chunk of stdin) text += chunk
  return text.split(/\r?\n/, 1)[0] ?? ''
}
