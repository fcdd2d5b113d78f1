import { expect, test } from 'vitest'
import { filesOf } from './size.mjs'

const manifest = {
  'index.html': {
    file: 'app.js',
    css: ['app.css'],
    imports: ['_shared.js'],
    dynamicImports: ['login.tsx', 'user.tsx'],
  },
  '_shared.js': { file: 'shared.js', css: ['shared.css'] },
  'login.tsx': { file: 'login.js', imports: ['_shared.js'] },
  'user.tsx': { file: 'user.js', css: ['user.css'], imports: ['index.html'] },
}

test('a page weighs its chunks, their styles and what they import, each once, and nothing it may load later', () => {
  const files = filesOf(manifest, ['index.html', 'login.tsx'], 'Login page')
  expect([...files].sort()).toEqual(['app.css', 'app.js', 'login.js', 'shared.css', 'shared.js'])
})

test('a page that is no longer built under that name fails the build', () => {
  expect(() => filesOf(manifest, ['gone.tsx'], 'Login page')).toThrow('"Login page" names gone.tsx')
})
