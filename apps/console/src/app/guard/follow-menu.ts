import { session } from '@kabao/contract/access/session'
import { menuFingerprint } from '@kabao/contract/app/menu'
import { queries, useSession } from '#kit'
import { useSettings } from '../settings/store.ts'
import { fetchMenu } from './menu-fetch.ts'

/**
 * Fetches the menu if its fingerprint differs from the menu of this session; no new sign-in is needed. A fetch that is already
 * running may have been answered before the change, so a second fetch may follow.
 */
export async function followMenu(fingerprint: string): Promise<void> {
  const isCurrent = () => {
    const { menu } = useSession.getState()
    return menu === null ? !useSettings.getState().menuFromServer : menuFingerprint(menu) === fingerprint
  }
  if (isCurrent()) return
  await fetchMenu()
  if (!isCurrent()) await fetchMenu()
  void queries.invalidateQueries({ queryKey: [session.me.area, session.me.name] })
}
