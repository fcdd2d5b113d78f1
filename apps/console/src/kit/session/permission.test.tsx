import { act, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { signIn } from '#test/render.tsx'
import { Can, HasPermission, HasRole } from './permission.tsx'
import { updateUser, useSession, useUserName } from './session.ts'

const isShown = () => screen.queryByText('shown') !== null

describe('permission points', () => {
  test('a part that needs a point appears when the point is added and disappears when it is removed', () => {
    render(<Can use={{ point: 'user:delete' }}>shown</Can>)
    expect(isShown()).toBe(false)
    signIn('user:delete')
    expect(isShown()).toBe(true)
    signIn()
    expect(isShown()).toBe(false)
  })

  test('an endpoint without a permission point is for everyone', () => {
    render(<Can use={{ point: null }}>shown</Can>)
    expect(isShown()).toBe(true)
  })

  test('one of the points is enough, and an empty list needs none', () => {
    signIn('user:export')
    render(<HasPermission points={['user:delete', 'user:export']}>shown</HasPermission>)
    expect(isShown()).toBe(true)
    render(<HasPermission points={[]}>also</HasPermission>)
    expect(screen.getByText('also')).toBeTruthy()
  })

  test('a list of points follows added and removed points at once', () => {
    render(<HasPermission points={['user:delete', 'user:export']}>shown</HasPermission>)
    expect(isShown()).toBe(false)
    signIn('user:export')
    expect(isShown()).toBe(true)
    signIn('user:page')
    expect(isShown()).toBe(false)
    signIn('user:delete')
    expect(isShown()).toBe(true)
  })

  test('anything but a list throws an error', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => render(<HasPermission points={'user:export' as never}>shown</HasPermission>)).toThrow(
      "need permissions! Like points={['user:export']}",
    )
  })
})

describe('roles', () => {
  test('the default role is admin, and the parts follow changed roles', () => {
    render(<HasRole roles={['admin']}>shown</HasRole>)
    expect(isShown()).toBe(true)
    act(() => useSession.setState({ roles: ['user'] }))
    expect(isShown()).toBe(false)
    act(() => useSession.setState({ roles: ['admin'] }))
    expect(isShown()).toBe(true)
  })

  test('one of the roles is enough, and an asterisk is a role like any other', () => {
    render(<HasRole roles={['auditor', 'admin']}>shown</HasRole>)
    expect(isShown()).toBe(true)
    act(() => useSession.setState({ roles: ['*'] }))
    expect(isShown()).toBe(false)
  })

  test('an empty list shows its children, anything but a list throws an error', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    render(<HasRole roles={[]}>shown</HasRole>)
    expect(isShown()).toBe(true)
    expect(() => render(<HasRole roles={'admin' as never}>shown</HasRole>)).toThrow(
      "need roles! Like roles={['admin','user']}",
    )
  })
})

const Name = () => <p>{useUserName()}</p>

test('a changed name is shown at once', () => {
  signIn()
  render(<Name />)
  expect(screen.getByText('李敏')).toBeTruthy()
  act(() => updateUser({ name: '李新' }))
  expect(screen.getByText('李新')).toBeTruthy()
})
