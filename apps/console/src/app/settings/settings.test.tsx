import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { takeMenu } from '#kit'
import { contrast, variablesOf } from '#kit/theme/color.ts'
import { menuWith, renderAt } from '#test/render.tsx'
import { settingsText } from './copy.ts'
import DrawerContent from './drawer-content.tsx'
import { change, fromFile, useSettings } from './store.ts'

afterEach(() => change(fromFile))
const show = () => renderAt('/', [{ path: '/', Component: DrawerContent }])

test('the copy holds every setting, in the order of the settings file', () => {
  takeMenu(menuWith('user:export'))
  const copied = JSON.parse(settingsText()) as Record<string, unknown>
  expect(Object.keys(copied).join(' ')).toBe(
    'theme colorWeak navbar menu hideMenu menuCollapse footer themeColor menuWidth globalSettings device tabBar menuFromServer serverMenu serverPoints',
  )
  expect(copied).toMatchObject({
    navbar: false,
    footer: false,
    menu: true,
    tabBar: true,
    menuFromServer: true,
    menuWidth: 220,
    themeColor: '#165DFF',
    serverPoints: ['user:export'],
  })
})

test('a switch applies at once', async () => {
  const { user } = await show()
  await user.click(await screen.findByLabelText('导航栏'))
  expect(useSettings.getState().navbar).toBe(true)
})

test('a menu width applies at Enter, and an invalid one is discarded', async () => {
  const { user } = await show()
  const field = await screen.findByLabelText('菜单宽度 (px)')
  await user.clear(field)
  await user.type(field, '300')
  expect(useSettings.getState().menuWidth).toBe(220)
  await user.keyboard('{Enter}')
  expect(useSettings.getState().menuWidth).toBe(300)
  await user.clear(field)
  await user.tab()
  await waitFor(() => expect(field).toHaveProperty('value', '300'))
})

test.each(['#165DFF', '#F53F3F', '#F7BA1E', '#00B42A', '#722ED1', '#FFFFFF', '#000000', '#14C9C9'])(
  'the theme color %s can be read in both schemes',
  (color) => {
    for (const scheme of ['light', 'dark'] as const) {
      const set = variablesOf(color, scheme)
      const on = set['--color-on-primary'] ?? ''
      expect(contrast(on, set['--color-primary-fill'] ?? '')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(on, set['--color-primary-fill-hover'] ?? '')).toBeGreaterThanOrEqual(4.5)
    }
  },
)
