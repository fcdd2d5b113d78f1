import { expect, test } from 'vitest'
import { chooseScheme, startScheme, useScheme } from './scheme.ts'

test('paper is light, whatever was chosen', () => {
  startScheme()
  chooseScheme('dark')
  const shown = () => document.documentElement.getAttribute('data-mantine-color-scheme')
  window.dispatchEvent(new Event('beforeprint'))
  expect(shown()).toBe('light')
  expect(document.body.hasAttribute('arco-theme')).toBe(false)
  expect(useScheme.getState()).toEqual({ scheme: 'dark', stored: 'dark' })
  window.dispatchEvent(new Event('afterprint'))
  expect(shown()).toBe('dark')
  expect(document.body.getAttribute('arco-theme')).toBe('dark')
})
