import { expect, test } from 'vitest'
import * as z from 'zod'
import { startApp } from '#test/harness'
import { createDb } from '../db/client.ts'
import { grantRights, serviceRole } from '../db/rights.ts'
import { ensureQueues } from './boss.ts'
import { defineJob } from './job.ts'
import { sendDue } from './schedule.ts'

const app = startApp()
const job = (name: string, cron: string) =>
  defineJob({ name, title: ['', ''], data: z.strictObject({}), cron, run: async () => undefined })
const jobs = [job('each-minute', '* * * * *'), job('each-day', '30 10 * * *')]

test('when the clock jumps forward and back, no job is sent twice for one time, and none stays away', async () => {
  await ensureQueues(app.db, jobs)
  await grantRights(app.db, serviceRole)
  await app.set('business.timezone', 'UTC')
  const { settings } = app.app.services
  const at = (time: string) =>
    sendDue(createDb(app.servicePool), jobs, settings, new Date(`2026-03-02T${time}Z`))
  await at('09:59:30')
  expect(await at('10:00:10')).toEqual(['each-minute'])
  // An hour ahead: what passed is sent once.
  expect(await at('11:00:20')).toEqual(['each-minute', 'each-day'])
  expect(await at('11:00:40')).toEqual([])
  // And back.
  expect(await at('10:00:50')).toEqual([])
  expect(await at('10:01:05')).toEqual(['each-minute'])
  expect(await at('10:01:20')).toEqual([])
  // The daily job was sent for this time already.
  expect(await at('10:30:10')).toEqual(['each-minute'])
  expect(await at('11:00:10')).toEqual(['each-minute'])
  const next = await sendDue(createDb(app.servicePool), jobs, settings, new Date('2026-03-03T10:30:10Z'))
  expect(next).toEqual(['each-minute', 'each-day'])
  // A year ahead and back.
  await sendDue(createDb(app.servicePool), jobs, settings, new Date('2027-03-03T10:30:10Z'))
  expect(await sendDue(createDb(app.servicePool), jobs, settings, new Date('2026-03-03T10:31:10Z'))).toEqual(
    [],
  )
  expect(await sendDue(createDb(app.servicePool), jobs, settings, new Date('2026-03-04T10:30:10Z'))).toEqual([
    'each-minute',
    'each-day',
  ])
})
