import type { MenuNode } from '@kabao/contract/access/session'
import { session } from '@kabao/contract/access/session'
import { menuFingerprint } from '@kabao/contract/app/menu'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import { menuWith, signIn } from '#test/render.tsx'
import { followMenu } from './follow-menu.ts'
import { fetchMenu } from './menu-fetch.ts'

let server: ReturnType<typeof fakeServer>
let present: MenuNode[]
beforeEach(() => {
  server = fakeServer()
  present = menuWith('user:page')
  server.answer(session.menu, () => present)
  signIn('user:page')
})
const points = () => [...useSession.getState().points]
const fetched = () => server.calls(session.menu).length

test('a fingerprint of the current menu sends no request', async () => {
  await followMenu(menuFingerprint(present))
  expect(fetched()).toBe(0)
})

test('a changed menu is fetched once, and the permission points follow', async () => {
  present = menuWith('user:page', 'user:delete')
  await followMenu(menuFingerprint(present))
  expect(fetched()).toBe(1)
  expect(points()).toEqual(['user:page', 'user:delete'])
})

test('only one fetch runs at a time; a fetch that began before the change is repeated once', async () => {
  let release = () => {}
  let running = 0
  server.answer(session.menu, async () => {
    expect(++running).toBe(1)
    const answer = present
    if (fetched() === 1) await new Promise<void>((resolve) => (release = resolve))
    running--
    return answer
  })
  const first = fetchMenu()
  await expect.poll(fetched).toBe(1)
  present = menuWith('user:delete')
  const following = [followMenu(menuFingerprint(present)), followMenu(menuFingerprint(present))]
  release()
  await Promise.all([first, ...following])
  expect(fetched()).toBe(2)
  expect(points()).toEqual(['user:delete'])
})
