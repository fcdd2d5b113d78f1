import type { Endpoint } from '@kabao/contract'
import { endpoints } from '@kabao/contract/app/areas'
import { expect, test } from 'vitest'
import { collect } from '#boot/collect'
import { areas, fileRulesOf, jobs } from '#boot/registry'
import { type Area, defineArea } from '#platform/area'
import { startApp } from './harness.ts'

const app = startApp()
const jobsOf = (from: readonly Area[]) =>
  collect(
    from,
    (area) => area.jobs,
    ({ name }) => name,
  )

test('every endpoint of the contract is handled once', () => {
  const urlOf = ({ path }: Endpoint) => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`
  const missing = endpoints.filter(
    (endpoint) => !app.app.hasRoute({ method: endpoint.method, url: urlOf(endpoint) }),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
  expect(new Set(areas.map(({ name }) => name)).size).toBe(areas.length)
})

test('the order in which areas are registered changes nothing', () => {
  expect(jobsOf(areas).length).toBeGreaterThan(5)
  expect(jobsOf(areas.toReversed())).toEqual(jobsOf(areas))
  expect(jobs.map(({ name }) => name)).toEqual(jobs.map(({ name }) => name).toSorted())
})

test('two areas cannot register the same name', () => {
  const [job] = jobs
  const giving = (name: string) => defineArea({ name, routes: () => [], jobs: job ? [job] : [] })
  expect(() => jobsOf([giving('one'), giving('two')])).toThrow(`one and two both give ${job?.name}.`)
  const seeing = (name: string) => defineArea({ name, routes: () => [], files: { logo: async () => true } })
  expect(() => fileRulesOf([seeing('one'), seeing('two')])).toThrow('one and two both give logo.')
})

test('files of a use without a rule are closed to callers with the data scope own', async () => {
  const { logo } = fileRulesOf([])
  const file = { ownerId: '1', createdBy: '1' }
  const who = (dataScope: 'all' | 'own') => ({ adminId: '1', dataScope }) as Parameters<typeof logo>[2]
  expect(await logo(app.db, file, who('own'))).toBe(false)
  expect(await logo(app.db, file, who('all'))).toBe(true)
  const open = defineArea({ name: 'open', routes: () => [], files: { logo: async () => true } })
  expect(await fileRulesOf([open]).logo(app.db, file, who('own'))).toBe(true)
})
