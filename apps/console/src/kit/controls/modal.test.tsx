import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KitProvider, Modal } from '#kit'

test('the button that closes a dialog has a name, also where the dialog gives none', () => {
  render(
    <KitProvider>
      <Modal opened onClose={() => undefined} title="提交">
        …
      </Modal>
    </KitProvider>,
  )
  expect(screen.getByRole('button', { name: '关闭' })).toBeTruthy()
})
