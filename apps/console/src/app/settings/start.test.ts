import { expect, test, vi } from 'vitest'
import { chooseScheme } from '#kit'
import { variablesOf } from '#kit/theme/color.ts'
import { startSettings } from './start.ts'
import { change } from './store.ts'

test('after the color-weak mode was on, the colors of links still follow the scheme', async () => {
  const shown = () => document.body.style.getPropertyValue('--color-primary-text')
  const text = (scheme: 'light' | 'dark') => variablesOf('#165DFF', scheme)['--color-primary-text']
  startSettings()
  chooseScheme('light')
  expect(shown()).toBe('')
  change({ colorWeak: true })
  await vi.waitFor(() => expect(shown()).toBe(text('light')))
  change({ colorWeak: false })
  await vi.waitFor(() => expect(document.body.style.filter).toBe('none'))
  chooseScheme('dark')
  await vi.waitFor(() => expect(shown()).toBe(text('dark')))
})
