import { expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()
const org = async (code: string, flow: string, cities: string[]) =>
  (
    await app.pool.query(
      'insert into org (code, name, flow, city_codes) values ($1, $1, $2, $3) returning id',
      [code, flow, cities],
    )
  ).rows[0].id as string

test('the form of each list reads the cities of its own organizations, and of no others', async () => {
  const request = await app.as('plan:page')
  const full = await org('citiesfull', 'full', ['440300', '110100'])
  const uv = await org('citiesuv', 'uv', [])
  expect((await request('GET', `/plan/org/${full}/cities`)).body).toMatchObject({
    data: ['440300', '110100'],
  })
  expect((await request('GET', `/plan/org/${uv}/cities`)).body).toMatchObject({ code: '4040' })
  expect((await request('GET', `/plan/uv/org/${uv}/cities`)).body).toMatchObject({ code: '4030' })
  const requestUv = await app.as('planUv:page')
  expect((await requestUv('GET', `/plan/uv/org/${uv}/cities`)).body).toMatchObject({ code: '0000', data: [] })
})
