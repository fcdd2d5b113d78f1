import { newAddressWords } from '@kabao/contract/supply/new-address.words'
import { filled } from '#ledger'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { sendMessage, superAdmins } from '#platform/db/messages'

interface NewAddress {
  what: keyof typeof newAddressWords.tree.what
  /** The partner's name. */
  name: string
  before: string | null
  after: string | null
  by: Caller
}

const hostOf = (address: string | null): string | null =>
  address !== null && URL.canParse(address) ? new URL(address).host : null

/** Tells the super administrators that people, or what we know of orders, go to another host, in the caller's transaction. */
export async function tellNewAddress(db: Db, { what, name, before, after, by }: NewAddress): Promise<void> {
  const host = hostOf(after)
  if (host === null || host === hostOf(before)) return
  const { title, text, what: whats } = newAddressWords.tree
  const content = filled(text, { by: by.name, name, what: whats[what], host })
  await sendMessage(db, { to: await superAdmins(db), kind: 'notice', title, content })
}
