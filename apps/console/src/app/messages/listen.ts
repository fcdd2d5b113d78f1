import { type Changed, message, type Unread } from '@kabao/contract/operations/message'
import { expire, queries, queryKey, readToken } from '#kit'
import { followMenu } from '../guard/follow-menu.ts'
import { followChanges } from './changes.ts'
import type { ServerEvent } from './events.ts'
import { isHeard, sessionIsOver, shareMessages } from './share.ts'

/** Keeps the cached messages, the menu and the data that others change up to date until the signal is aborted. */
export function listenToMessages(signal: AbortSignal): void {
  const changes = followChanges(signal)
  shareMessages((event) => {
    if (event.event === 'changed') {
      const { areas, ago } = JSON.parse(event.data) as Changed
      changes.changed(areas, ago)
    } else if (event.event === isHeard.event) changes.heardAgain()
    else take(event)
  }, signal)
}

function take({ event, data }: ServerEvent): void {
  if (event === 'unread') {
    void queries.cancelQueries({ queryKey: unreadKey })
    queries.setQueryData(unreadKey, JSON.parse(data) as Unread)
  }
  if (event === 'menu') void followMenu((JSON.parse(data) as { fingerprint: string }).fingerprint)
  // The session was ended elsewhere, by a change of the password, or by its maximum age.
  if (event === sessionIsOver.event && readToken() !== null) expire()
  if (event === 'message') {
    for (const { area, name } of [message.list, message.page]) {
      void queries.invalidateQueries({ queryKey: [area, name] })
    }
  }
}

const unreadKey = queryKey(message.unread)
