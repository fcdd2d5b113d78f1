import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { Neighbors } from './neighbors.tsx'

const all = [{ id: '1' }, { id: '2' }, { id: '3' }]

/** The details of row 2; `removed` takes a row off the list, as when its state no longer matches the filter. */
function Panel() {
  const [rows, setRows] = useState(all)
  const [id, setId] = useState('2')
  const done = () => setRows(rows.filter((row) => row.id !== id))
  return (
    <>
      <p>open: {id}</p>
      <button type="button" onClick={done}>
        done
      </button>
      <Neighbors rows={rows} id={id} onOpen={setId} />
    </>
  )
}

const show = () => renderAt('/', [{ path: '/', Component: Panel }])
const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

test('a row that leaves the list keeps its place, so a queue is worked off with done and next', async () => {
  const { user } = await show()
  screen.getByText('本页第 2 / 3 条')
  await user.click(button(/done/))
  screen.getByText('已不在本页')
  screen.getByText('open: 2')
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  screen.getByText('open: 3')
  screen.getByText('本页第 2 / 2 条')
  await user.click(button(/done/))
  expect(button(/下一条/).disabled).toBe(true)
  await user.click(button(/上一条/))
  screen.getByText('open: 1')
  await user.click(button(/done/))
  screen.getByText('已不在本页')
  for (const name of [/上一条/, /下一条/]) expect(button(name).disabled).toBe(true)
})
