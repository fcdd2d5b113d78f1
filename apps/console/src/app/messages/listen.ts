import { type Changed, message, type Unread } from '@kabao/contract/message'
import { expire, queries, queryKey, readToken } from '#kit'
import { followMenu } from '../guard/follow-menu.ts'
import { followChanges } from './changes.ts'
import type { ServerEvent } from './events.ts'
import { isHeard, sessionIsOver, shareMessages } from './share.ts'

/** Keeps what was read of the messages, of the menu, and of what others change, up to date until told to stop. */
export function listenToMessages(signal: AbortSignal): void {
  const changes = followChanges(signal)
  shareMessages((event) => {
    if (event.event === 'changed') changes.changed((JSON.parse(event.data) as Changed).areas)
    else if (event.event === isHeard.event) changes.heardAgain()
    else take(event)
  }, signal)
}

function take({ event, data }: ServerEvent): void {
  if (event === 'unread') {
    void queries.cancelQueries({ queryKey: unreadKey })
    queries.setQueryData(unreadKey, JSON.parse(data) as Unread)
  }
  if (event === 'menu') void followMenu((JSON.parse(data) as { fingerprint: string }).fingerprint)
  // It ended elsewhere: by hand, by another password, or by its age.
  if (event === sessionIsOver.event && readToken() !== null) expire()
  if (event === 'message') {
    for (const { area, name } of [message.list, message.page]) {
      void queries.invalidateQueries({ queryKey: [area, name] })
    }
  }
}

const unreadKey = queryKey(message.unread, { quiet: true })
