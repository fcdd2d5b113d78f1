import { expect, test, vi } from 'vitest'
import { createCallPlaces } from './call-places.ts'

test('who waits longest takes over a place, and a place that is left twice is free once', async () => {
  const places = createCallPlaces(1)
  const leave = await places.enter('org')
  const entered: string[] = []
  const enterAs = async (name: string) => {
    const leave = await places.enter('org')
    entered.push(name)
    return leave
  }
  const [second, third] = [enterAs('second'), enterAs('third')]
  leave?.()
  leave?.()
  const leaveSecond = await second
  expect(entered).toEqual(['second'])
  expect(await places.enter('other')).not.toBeNull()
  leaveSecond?.()
  await third
  expect(entered).toEqual(['second', 'third'])
})

test('nobody waits longer than two seconds, or behind three others for each place', async () => {
  vi.useFakeTimers()
  try {
    const places = createCallPlaces(1)
    const leave = await places.enter('org')
    const waiting = [places.enter('org'), places.enter('org'), places.enter('org')]
    expect(places.isFull('org')).toBe(true)
    expect(await places.enter('org')).toBeNull()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await Promise.all(waiting)).toEqual([null, null, null])
    expect(places.isFull('org')).toBe(false)
    leave?.()
    expect(await places.enter('org')).not.toBeNull()
  } finally {
    vi.useRealTimers()
  }
})
