import type { UserRow } from '@kabao/contract/users/user'

/** A user of a list, with the least that a user has. */
export const userRow = (its: Partial<UserRow> = {}): UserRow => ({
  id: '1',
  phone: '138****1234',
  name: '李敏',
  gender: null,
  age: null,
  cityCode: null,
  cityName: null,
  channelId: null,
  channelName: null,
  flow: 'full',
  source: 'channel',
  status: 'registered',
  riskLevel: null,
  lastActiveAt: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  ...its,
})
