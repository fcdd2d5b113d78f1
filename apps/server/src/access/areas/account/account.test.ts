import { expect, test } from 'vitest'
import { secret, startApp } from '#test/harness'
import { picture, upload } from '#test/upload'

const app = startApp()

test('an administrator reads and changes only their own profile; the audit log has it masked', async () => {
  const request = await app.as()
  const other = await app.as()
  const profile = (await request('GET', '/account/profile')).body.data
  expect(profile).toMatchObject({ id: request.adminId, version: 1, phone: '', email: '' })
  const phone = secret('13912345678')
  const change = {
    id: request.adminId,
    version: 1,
    name: ' 林芳 ',
    phone: '139 1234 5678',
    email: 'Lin@example.com',
  }
  expect((await other('PUT', '/account/profile', change)).body.code).toBe('4030')
  expect((await request('PUT', '/account/profile', change)).body.data).toMatchObject({
    name: '林芳',
    phone,
    email: 'Lin@example.com',
    version: 2,
  })
  const { rows } = await app.pool.query('select after from audit_log where admin_id = $1', [request.adminId])
  expect(rows).toEqual([
    { after: { name: '林芳', avatarFileId: null, phone: '139****5678', email: 'L***@example.com' } },
  ])
})

test('an invalid value is refused at its field, and an old version is refused with the current row', async () => {
  const request = await app.as()
  const change = (over: object) =>
    request('PUT', '/account/profile', {
      id: request.adminId,
      version: 1,
      name: '林',
      phone: '',
      email: '',
      ...over,
    })
  expect((await change({ name: ' ', phone: '123', email: 'lin@' })).body.data.fields).toEqual({
    name: '请填写此项',
    phone: '请输入 11 位手机号',
    email: '请输入正确的邮箱地址',
  })
  const both = await Promise.all([change({ name: '甲' }), change({ name: '乙' })])
  expect(both.map(({ body }) => body.code).sort()).toEqual(['0000', '4090'])
  const refused = both.find(({ body }) => body.code === '4090')
  expect(refused?.body.data.current).toMatchObject({ version: 2 })
})

test('a saved profile picture is visible to others, and is deleted when another replaces it', async () => {
  const [request, other] = [await app.as(), await app.as()]
  const send = async (who: typeof request) => {
    const content = await picture(20, 20).png().toBuffer()
    return (await upload(app.app, who.token, 'avatar', [{ name: 'a.png', content }])).data[0].id as string
  }
  const save = async (version: number, avatarFileId?: string | null) =>
    (
      await request('PUT', '/account/profile', {
        id: request.adminId,
        version,
        name: '林',
        phone: '',
        email: '',
        avatarFileId,
      })
    ).body
  const [first, second, foreign] = [await send(request), await send(request), await send(other)]
  expect((await save(1, foreign)).data.fields).toEqual({ avatarFileId: '文件不存在或已过期，请重新上传' })
  expect((await save(1, first)).data).toMatchObject({ version: 2, avatarFileId: first })
  expect((await request('GET', '/admin/me')).body.data.avatarFileId).toBe(first)
  const seen = await app.app.inject({ url: `/api/file/${first}/thumbnail`, headers: { token: other.token } })
  expect(seen.headers['content-type']).toBe('image/webp')

  expect((await save(2, second)).data).toMatchObject({ avatarFileId: second })
  expect((await save(3)).data).toMatchObject({ avatarFileId: second })
  expect((await save(4, null)).data).toMatchObject({ avatarFileId: null })
  expect((await request('GET', '/admin/me')).body.data).not.toHaveProperty('avatarFileId')
  const { rows } = await app.pool.query('select owner_id from file where id = any($1)', [[first, second]])
  expect(rows).toEqual([{ owner_id: null }, { owner_id: null }])
})
