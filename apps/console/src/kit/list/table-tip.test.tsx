import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Column, formatInstant, KitProvider, RowTable, ShortTime, useSettings } from '#kit'

interface Row {
  id: string
  at: string
  until: string
}
const time = (key: 'at' | 'until', title: string): Column<Row> => ({
  key,
  title,
  text: (row) => formatInstant(row[key], 'zh-CN'),
  render: (row) => <ShortTime iso={row[key]} />,
})
const columns: Column<Row>[] = [{ key: 'id', title: '编号' }, time('at', '时间'), time('until', '有效期至')]
const rows = ['1', '2'].map((id) => ({
  id,
  at: '2026-03-01T00:00:00.000Z',
  until: `2026-04-0${id}T01:02:03.000Z`,
}))
const Table = () => (
  <RowTable label="列表" rows={rows} columns={columns} arrangement={useSettings('tips', columns)} />
)
const tip = async () => (await screen.findByRole('tooltip')).textContent

test('a short instant under the pointer shows the whole one', async () => {
  render(<Table />, { wrapper: KitProvider })
  const cell = document.querySelector('tr[data-index="1"] td:nth-child(3) time') as HTMLElement
  fireEvent.mouseOver(cell)
  expect(await tip()).toBe('2026-04-02 09:02:03')
})
