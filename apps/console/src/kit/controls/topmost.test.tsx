import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { Drawer } from './drawer.tsx'
import { Modal } from './modal.tsx'

/** A panel in which a dialog can be opened. */
function Both() {
  const [isPanel, setIsPanel] = useState(true)
  const [isDialog, setIsDialog] = useState(false)
  return (
    <Drawer opened={isPanel} onClose={() => setIsPanel(false)} title="panel">
      <button type="button" onClick={() => setIsDialog(true)}>
        open
      </button>
      <Modal opened={isDialog} onClose={() => setIsDialog(false)} title="dialog">
        text
      </Modal>
    </Drawer>
  )
}

test('Esc closes the dialog and leaves the panel below it open; once more, it closes the panel', async () => {
  const { user } = await renderAt('/', [{ path: '/', Component: Both }])
  await user.click(await screen.findByText('open'))
  await screen.findByText('text')
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByText('text')).toBeNull()
  screen.getByText('open')
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByText('open')).toBeNull()
})
