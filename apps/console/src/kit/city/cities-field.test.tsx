import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { CitiesField, CitiesText, KitProvider, switchLanguage } from '#kit'
import { cityTree } from './cities.ts'

let chosen: string[] = []
function Held({ initial, allowed }: { initial: string[]; allowed?: string[] | undefined }) {
  const [value, setValue] = useState(initial)
  chosen = value
  return <CitiesField name="cityCodes" label="服务城市" value={value} onChange={setValue} within={allowed} />
}
async function show(initial: string[] = [], allowed?: string[]) {
  render(
    <KitProvider>
      <Held initial={initial} allowed={allowed} />
    </KitProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '服务城市' }))
  await screen.findByRole('tree', { name: '服务城市' })
  return { user }
}
const item = (name: string) => screen.getByRole('treeitem', { name })
const names = () => screen.getAllByRole('treeitem').map((each) => each.getAttribute('aria-label'))

test('every city with a code of its own can be chosen, and a municipality is its city', () => {
  const leaves = cityTree([]).flatMap((node) => (node.children.length === 0 ? [node] : node.children))
  expect(leaves).toHaveLength(368)
  expect(leaves.every(({ name }) => /^\d{4}00$/.test(name) && !name.endsWith('0000'))).toBe(true)
  expect(cityTree([])[0]).toMatchObject({ name: '110100', title: '北京市', children: [] })
})

test('a province chooses all of its cities, and is half checked when one is removed', async () => {
  const { user } = await show()
  await user.click(item('海南省'))
  expect(chosen).toEqual(['460100', '460200', '460300', '460400', '469000'])
  expect(item('海南省').getAttribute('aria-checked')).toBe('true')
  item('海南省').focus()
  await user.keyboard('{ArrowRight}{ArrowDown} ')
  expect(item('海南省').getAttribute('aria-checked')).toBe('mixed')
  expect(chosen).toEqual(['460200', '460300', '460400', '469000'])
})

test.each([
  ['深圳', ['广东省', '深圳市']],
  ['shenzhen', ['广东省', '深圳市']],
  ["xi'an", ['陕西省', '西安市']],
  ['lü liang', ['山西省', '吕梁市']],
  ['cqs', ['重庆市']],
])('a search for %s finds the city', async (text, found) => {
  const { user } = await show()
  await user.type(screen.getByRole('textbox', { name: /搜索城市/ }), text)
  expect(names()).toEqual(found)
})

test('no city is said to be the whole country, and a button returns to it', async () => {
  const { user } = await show(['440300'])
  expect(screen.getByRole('button', { name: '服务城市' }).textContent).toBe('深圳市')
  await user.click(screen.getByRole('button', { name: '改为全国' }))
  expect(chosen).toEqual([])
  screen.getByText('不选城市即全国。')
  await user.click(screen.getByRole('button', { name: '完成' }))
  await waitFor(() => expect(screen.queryByRole('tree')).toBeNull())
  const field = screen.getByRole('button', { name: '服务城市' })
  expect(field.textContent).toBe('全国')
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('within some cities only these can be chosen; a chosen city outside of them is shown so that it can be removed', async () => {
  const { user } = await show(['110100', '440300'], ['440100', '440300', '310100'])
  expect(names()).toEqual(['北京市（不在可选范围内）', '上海市', '广东省', '广州市', '深圳市'])
  await user.click(item('北京市（不在可选范围内）'))
  expect(chosen).toEqual(['440300'])
  await user.click(item('广东省'))
  expect(chosen).toEqual(['440100', '440300'])
  await user.click(screen.getByRole('button', { name: '改为全部可选城市（3 个）' }))
  expect(chosen).toEqual([])
})

test('the search has the focus when the tree opens, and its Enter key does not submit the form around it', async () => {
  const { user } = await show()
  const search = screen.getByRole('textbox', { name: /搜索城市/ })
  await waitFor(() => expect(document.activeElement).toBe(search))
  await user.keyboard('shenz{Enter}')
  expect(names()).toEqual(['广东省', '深圳市'])
})

describe('the short text', () => {
  const textOf = async (codes: string[]) => {
    const { container } = render(<CitiesText codes={codes} />)
    const first = container.textContent
    await waitFor(() => expect(container.textContent).not.toMatch(/^\d+ (个城市|city|cities)$/))
    return [first, container.textContent].at(-1)
  }
  const guangdong =
    cityTree([])
      .find(({ title }) => title === '广东省')
      ?.children.map(({ name }) => name) ?? []

  test.each([
    [[], '全国', 'Whole country'],
    [['440300'], '深圳市', '深圳市'],
    [['440300', '110100'], '2 个城市：深圳市、北京市', '2 cities: 深圳市, 北京市'],
    [['429000', '500100'], '2 个城市：湖北省省直辖县、重庆市', '2 cities: 湖北省省直辖县, 重庆市'],
    [
      ['110100', '120100', '310100', '440300'],
      '4 个城市：北京市、天津市、上海市 等',
      '4 cities: 北京市, 天津市, 上海市 …',
    ],
    [[...guangdong, '110100'], '22 个城市：广东省全部、北京市', '22 cities: all of 广东省, 北京市'],
  ])('of %j', async (codes, zh, en) => {
    expect(await textOf(codes)).toBe(zh)
    await switchLanguage('en-US')
    expect(await textOf(codes)).toBe(en)
  })
})
