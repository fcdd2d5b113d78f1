import { menuFingerprint } from '@kabao/contract/menu'
import { session } from '@kabao/contract/session'
import { queries, useSession } from '#kit'
import { useSettings } from '../settings/store.ts'
import { fetchMenu } from './menu-fetch.ts'

/**
 * Told which menu the service would give now: where it is another than ours, it is fetched, without a new sign-in. A
 * fetch that was under way may have been answered before the change, so there may be one more after it.
 */
export async function followMenu(fingerprint: string): Promise<void> {
  const isOurs = () => {
    const { menu } = useSession.getState()
    return menu === null ? !useSettings.getState().menuFromServer : menuFingerprint(menu) === fingerprint
  }
  if (isOurs()) return
  await fetchMenu()
  if (!isOurs()) await fetchMenu()
  void queries.invalidateQueries({ queryKey: [session.me.area, session.me.name] })
}
