import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters that OWASP's password storage cheat sheet names first (19 MiB, 2 passes, 1 lane). */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), options)

/** Takes as long for an unknown account as for a wrong password; a stored text that is not a hash matches no password. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password nobody has')
  const matches = await verify(stored ?? (await decoy), password.normalize('NFKC')).catch(() => false)
  return stored !== null && matches
}

let decoy: Promise<string> | undefined
