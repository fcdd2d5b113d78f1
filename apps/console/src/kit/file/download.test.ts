import { codes } from '@kabao/contract/kernel/envelope'
import { file } from '@kabao/contract/operations/file'
import { expect, test, vi } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { Refusal } from '../call/refusal.ts'
import { useMessages } from '../message/message.ts'
import { fetchFile, saveFile } from './download.ts'

const signal = new AbortController().signal

test('a file is downloaded with the token in the request', async () => {
  const server = fakeServer()
  server.answer(file.get, () => null)
  localStorage.setItem('token', 'abc')
  const blob = await fetchFile(file.get, { params: { id: '7' }, signal })
  expect([blob.type, blob.size]).toEqual(['image/png', 6])
  expect(server.calls(file.get)[0]).toMatchObject({ params: { id: '7' }, headers: { token: 'abc' } })
})

test('an answer in JSON is an envelope, and its refusal is passed to the caller without a message', async () => {
  const server = fakeServer()
  server.answer(file.thumbnail, () => refusal({ code: codes.forbidden, desc: '没有权限' }))
  await expect(fetchFile(file.thumbnail, { params: { id: '7' }, signal })).rejects.toBeInstanceOf(Refusal)
  expect(useMessages.getState().shown).toEqual([])
})

test('the browser saves a file with a ticket in place of the token', async () => {
  const server = fakeServer()
  server.answer(file.ticket, () => ({ ticket: 'a-ticket' }))
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    expect([this.getAttribute('href'), this.hasAttribute('download')]).toEqual([
      '/api/common/download?ticket=a-ticket',
      true,
    ])
  })
  await saveFile('7')
  expect(clicked).toHaveBeenCalledTimes(1)
})
